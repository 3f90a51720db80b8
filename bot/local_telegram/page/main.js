// The page: people, panes, live events, clock, reset.

import { get, post } from "./api.js";
import { make } from "./bubble.js";
import { Pane } from "./pane.js";

const WIDE = matchMedia("(min-width: 720px)");
const KEPT = "fretabot-people";
const page = { people: [], bot: null, panes: new Map(), shown: [], unread: new Map(), source: null };
const $ = (id) => document.getElementById(id);

async function begin() {
  try {
    const state = await get("state");
    page.bot = state.bot;
    await loadPeople();
    showOnly(wanted());
    listen(state.event);
    status("");
  } catch {
    status("Sem ligação com o servidor. Tentando de novo…");
    setTimeout(begin, 2000);
  }
}

async function loadPeople() {
  const [state, people] = await Promise.all([get("state"), get("persons?limit=60")]);
  page.bot = state.bot;
  page.people = people;
  for (const person of people) page.panes.get(person.id)?.update(person, page.bot);
  showPeople();
  showClock();
}

function wanted() {
  const known = new Set(page.people.map((p) => p.id));
  const listed = (text) => (text || "").split(",").map(Number).filter((id) => known.has(id));
  const choices = [listed(location.hash.slice(1)), page.shown.filter((id) => known.has(id)), listed(localStorage.getItem(KEPT))];
  const chosen = choices.find((ids) => ids.length) || page.people.slice(0, 1).map((p) => p.id);
  return WIDE.matches ? chosen : chosen.slice(0, 1);
}

function showOnly(ids) {
  page.shown = ids;
  localStorage.setItem(KEPT, ids.join(","));
  history.replaceState(null, "", `#${ids.join(",")}`);
  for (const id of ids) {
    page.unread.delete(id);
    if (!page.panes.has(id)) {
      const pane = new Pane(page.people.find((p) => p.id === id), page.bot, status);
      page.panes.set(id, pane);
      pane.load().catch((error) => status(error.message));
    }
  }
  const roots = ids.map((id) => page.panes.get(id).root);
  if (roots.some((root, i) => $("panes").children[i] !== root) || $("panes").children.length !== roots.length) {
    $("panes").replaceChildren(...roots);
    for (const id of ids) page.panes.get(id).toEnd();
  }
  $("panes").classList.toggle("many", ids.length > 1);
  showPeople();
}

function toggle(id) {
  const on = page.shown.includes(id);
  if (!WIDE.matches || (on && page.shown.length === 1)) return showOnly([id]);
  return showOnly(on ? page.shown.filter((i) => i !== id) : [...page.shown, id]);
}

function showPeople() {
  const focused = document.activeElement?.dataset?.person;
  $("people").replaceChildren(...page.people.map((person, index) => {
    const button = make("button", "person", person.first_name);
    const count = page.unread.get(person.id) || 0;
    button.type = "button";
    button.dataset.person = person.id;
    button.title = `${person.note || person.first_name}${index < 9 ? ` (Alt+${index + 1})` : ""}`;
    button.setAttribute("aria-pressed", String(page.shown.includes(person.id)));
    if (count) {
      const badge = make("span", "badge", count);
      badge.setAttribute("aria-label", `${count} não lidas`);
      button.append(badge);
    }
    button.addEventListener("click", () => toggle(person.id));
    return button;
  }));
  if (focused) document.querySelector(`[data-person="${focused}"]`)?.focus();
  const total = [...page.unread.values()].reduce((sum, n) => sum + n, 0);
  document.title = `${total ? `(${total}) ` : ""}Fretabot – conversa`;
}

function listen(since) {
  page.source?.close();
  page.source = new EventSource(`/_control/events?since=${encodeURIComponent(since)}`);
  page.source.onmessage = ({ data }) => handle(JSON.parse(data));
  page.source.onopen = () => status("");
  page.source.onerror = () => status("Sem ligação com o servidor. Tentando de novo…");
}

function handle(event) {
  if (event.type === "resync" || event.type === "reset") return reload();
  if (["person", "chat", "bot"].includes(event.type)) return soon();
  if (event.type === "notice") return notice(event);
  for (const pane of page.panes.values()) if (pane.chatId === event.chat_id) pane.receive(event);
  if (event.type === "message" && event.message?.by_bot) count(event.chat_id);
  return undefined;
}

function notice({ person_id: personId, text, alert }) {
  if (!text || !page.shown.includes(personId)) return;
  if (alert) {
    $("alert-text").textContent = text;
    $("alert").showModal();
  } else {
    page.panes.get(personId).showNotice(text);
  }
}

function count(personId) {
  if (page.shown.includes(personId) && document.visibilityState === "visible") return;
  if (!page.people.some((p) => p.id === personId)) return;
  page.unread.set(personId, (page.unread.get(personId) || 0) + 1);
  showPeople();
}

let waiting = null;
function soon() {
  waiting ??= setTimeout(() => {
    waiting = null;
    loadPeople().catch((error) => status(error.message));
  }, 60);
}

async function reload() {
  page.panes.clear();
  page.unread.clear();
  $("panes").replaceChildren();
  await loadPeople();
  showOnly(wanted());
}

function status(text) {
  $("status").textContent = text;
  $("status").hidden = !text;
}

async function showClock(moved) {
  const { now } = moved || (await get("clock").catch(() => ({ now: null })));
  $("clock").hidden = !now;
  if (now) $("now").textContent = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short", timeZone: "America/Sao_Paulo" }).format(new Date(now));
}

async function moveClock(button) {
  const { days, hours } = button.dataset;
  button.disabled = true;
  try {
    await showClock(await post("clock", days ? { days: Number(days) } : { hours: Number(hours) }));
  } catch (error) {
    status(error.message);
  }
  button.disabled = false;
}

function ask(text) {
  $("confirm-text").textContent = text;
  $("confirm").returnValue = "no";
  $("confirm").showModal();
  return new Promise((resolve) => {
    $("confirm").addEventListener("close", () => resolve($("confirm").returnValue === "yes"), { once: true });
  });
}

$("reset").addEventListener("click", async () => {
  if (await ask("Apagar conversas e cadastros e recomeçar a demonstração?")) {
    const done = await post("reset").catch((error) => status(error.message));
    if (done?.problem) status("Conversas apagadas. O bot guardou os cadastros que já tinha.");
    else if (done?.bot) await showClock(done.bot);
  }
});
function openClock(open) {
  $("time").setAttribute("aria-expanded", String(open));
  $("steps").hidden = !open;
}

$("time").addEventListener("click", () => openClock($("steps").hidden));
$("steps").addEventListener("click", ({ target }) => target.closest("button") && moveClock(target.closest("button")));
openClock(WIDE.matches); // a phone has no room for what is seldom used
WIDE.addEventListener("change", () => page.shown.length && showOnly(WIDE.matches ? page.shown : page.shown.slice(0, 1)));
addEventListener("hashchange", () => page.people.length && showOnly(wanted()));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  for (const id of page.shown) page.unread.delete(id);
  showPeople();
});
document.addEventListener("keydown", (event) => {
  const person = event.altKey && /^[1-9]$/.test(event.key) ? page.people[Number(event.key) - 1] : null;
  if (person) {
    event.preventDefault();
    showOnly([person.id]);
    page.panes.get(person.id).root.querySelector(".text").focus();
  }
});

begin();
