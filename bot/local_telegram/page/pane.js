// One person's chat: messages, what happens live, what the person does.

import { get, post, upload } from "./api.js";
import { bubble, dayOf, make } from "./bubble.js";
import { Composer } from "./composer.js";

const PAGE = 60;
const TYPING = 5000;
const NOTICE = 5000;

export class Pane {
  constructor(person, bot, say) {
    this.person = person;
    this.bot = bot;
    this.report = say;
    this.chatId = person.id;
    this.messages = new Map();
    this.unread = 0;
    this.sticks = true;
    this.root = document.getElementById("pane").content.cloneNode(true).firstElementChild;
    this.find = (selector) => this.root.querySelector(selector);
    this.list = this.find(".messages");
    this.scroll = this.find(".scroll");
    this.actions = {
      say: (text) => this.say(text),
      press: (message, button, node) => this.press(message, button, node),
      copy: (text) => this.copy(text),
      open: (url) => this.openHere(url),
    };
    this.composer = new Composer(this.root, {
      send: (text) => this.say(text),
      edit: (message, text) => this.act("edit", { message_id: message.message_id, text, chat_id: this.chatId }),
      attach: (files, caption) => this.attach(files, caption),
      commands: () => this.person.commands,
      lastOwn: () => [...this.messages.values()].filter((m) => this.mine(m) && m.text).pop(),
    });
    this.listen();
    this.update(person, bot);
  }

  listen() {
    this.find(".earlier").addEventListener("click", () => this.loadEarlier());
    this.find(".down").addEventListener("click", () => this.toEnd());
    this.find(".start").addEventListener("click", () => this.act("start", {}));
    this.find(".block").addEventListener("click", () => this.act(this.person.blocked ? "unblock" : "block"));
    this.find(".chats").addEventListener("change", (event) => this.choose(Number(event.target.value)));
    this.scroll.addEventListener("scroll", () => {
      this.sticks = this.atEnd();
      if (this.sticks) this.seen();
    });
    const watch = new ResizeObserver(() => this.sticks && this.toEnd()); // a picture has come, the keyboard opens
    watch.observe(this.scroll);
    watch.observe(this.list);
  }

  update(person, bot) {
    this.person = person;
    this.bot = bot;
    this.root.setAttribute("aria-label", `Conversa de ${person.first_name} com ${bot.first_name}`);
    this.find(".block").textContent = person.blocked ? "Desbloquear" : "Bloquear";
    this.showChats();
    const open = this.chatId !== person.id || (person.started && !person.blocked && !person.deactivated);
    this.composer.enable(open);
    this.find(".start").hidden = open || person.deactivated;
    this.find(".start").textContent = person.blocked ? "Voltar a usar" : "Começar";
    const about = this.find(".about");
    about.textContent = bot.description || "";
    about.hidden = !bot.description || this.messages.size > 0;
    this.showReplyKeyboard();
    this.idle();
  }

  showChats() {
    const select = this.find(".chats");
    const chats = this.person.chats.filter((c) => c.type !== "private");
    const options = [[this.person.id, "conversa particular"], ...chats.map((c) => [c.id, c.title])];
    select.replaceChildren(...options.map(([id, name]) => new Option(name, id, false, id === this.chatId)));
    select.hidden = !chats.length;
    const chat = chats.find((c) => c.id === this.chatId);
    this.find(".bot-name").textContent = chat ? chat.title : this.bot.first_name;
  }

  showReplyKeyboard() {
    const box = this.find(".reply-keyboard");
    const chat = this.person.chats.find((c) => c.id === this.chatId);
    const rows = chat?.reply_keyboard?.keyboard || [];
    box.hidden = !rows.length;
    box.replaceChildren(...rows.map((row) => {
      const line = make("div", "row");
      for (const key of row) {
        const label = typeof key === "string" ? key : key.text;
        const button = make("button", "", label);
        button.type = "button";
        button.addEventListener("click", () => this.say(label));
        line.append(button);
      }
      return line;
    }));
  }

  idle() {
    clearTimeout(this.typing);
    const { first_name: first, last_name: last, note, blocked, deactivated } = this.person;
    const states = [note, blocked && "bloqueou o bot", deactivated && "conta apagada"].filter(Boolean);
    this.find(".as").classList.remove("dots");
    this.find(".as").textContent = [`${first}${last ? ` ${last}` : ""}`, ...states].join(" · ");
  }

  async choose(chatId) {
    this.chatId = chatId;
    this.update(this.person, this.bot);
    await this.load();
  }

  async load() {
    const chatId = this.chatId;
    this.clear();
    const { messages } = await get(`chats/${chatId}/messages?last=${PAGE}`);
    if (chatId !== this.chatId) return; // another chat was chosen meanwhile
    this.putAgain(messages);
    this.find(".earlier").hidden = messages.length < PAGE;
    this.find(".about").hidden = !this.bot.description || messages.length > 0;
    this.toEnd();
  }

  async loadEarlier() {
    const first = this.messages.keys().next().value;
    const { messages } = await get(`chats/${this.chatId}/messages?before=${first}&last=${PAGE}`);
    const height = this.scroll.scrollHeight;
    this.putAgain(messages);
    this.scroll.scrollTop += this.scroll.scrollHeight - height;
    this.find(".earlier").hidden = messages.length < PAGE;
  }

  clear() {
    this.messages.clear();
    this.list.replaceChildren();
  }

  // What came live while these were on their way stays, once and in its place.
  putAgain(messages) {
    const all = new Map(messages.map((m) => [m.message_id, m]));
    for (const [id, message] of this.messages) {
      if (!all.has(id) || all.get(id).version < message.version) all.set(id, message);
    }
    this.clear();
    this.put([...all.values()].sort((a, b) => a.message_id - b.message_id));
  }

  put(messages) {
    const fragment = document.createDocumentFragment();
    let day = [...this.messages.values()].map(dayOf).pop();
    for (const message of messages) {
      if (dayOf(message) !== day) {
        day = dayOf(message);
        fragment.append(make("li", "day", day));
      }
      this.messages.set(message.message_id, message);
      fragment.append(this.node(message));
    }
    this.list.append(fragment);
  }

  node(message) {
    return bubble(message, { mine: this.mine(message), group: this.chatId !== this.person.id, actions: this.actions });
  }

  mine(message) {
    return !message.by_bot && message.from.id === this.person.id;
  }

  receive(event) {
    if (event.type === "action") return this.showTyping(event);
    if (event.type === "deleted") return this.remove(event.message_id);
    if (!event.message) return undefined;
    return this.messages.has(event.message.message_id) ? this.replace(event.message) : this.append(event.message);
  }

  append(message) {
    const follow = this.sticks || this.mine(message);
    if (message.by_bot) this.idle();
    this.put([message]);
    this.list.lastElementChild.classList.add("fresh");
    this.find(".about").hidden = true;
    if (follow) this.toEnd();
    else if (message.by_bot) this.missed();
  }

  replace(message) {
    const follow = this.sticks;
    const old = this.list.querySelector(`[data-id="${message.message_id}"]`);
    const focused = old.contains(document.activeElement) ? document.activeElement.textContent : null;
    const node = this.node(message);
    this.messages.set(message.message_id, message);
    old.replaceWith(node);
    if (focused !== null) this.focusAgain(node, focused);
    if (follow) this.toEnd();
  }

  focusAgain(node, label) {
    const buttons = [...node.querySelectorAll("button")];
    (buttons.find((b) => b.textContent === label) || buttons[0])?.focus();
  }

  remove(messageId) {
    this.messages.delete(messageId);
    this.list.querySelector(`[data-id="${messageId}"]`)?.remove();
  }

  showTyping({ action }) {
    const words = { typing: "digitando", upload_document: "enviando arquivo", upload_photo: "enviando foto" };
    this.find(".as").textContent = words[action] || "trabalhando";
    this.find(".as").classList.add("dots");
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.idle(), TYPING);
  }

  showNotice(text) {
    const notice = this.find(".notice");
    notice.textContent = text;
    notice.hidden = !text;
    clearTimeout(this.noticed);
    this.noticed = setTimeout(() => { notice.hidden = true; }, NOTICE);
  }

  async act(deed, body) {
    try {
      return (await post(`persons/${this.person.id}/${deed}`, body)) || true;
    } catch (error) {
      this.report(error.message);
      return null;
    }
  }

  say(text) {
    return this.act("say", { text, chat_id: this.chatId });
  }

  async press(message, button, node) {
    node.setAttribute("aria-busy", "true");
    const body = { message_id: message.message_id, data: button.callback_data, chat_id: this.chatId };
    const pressed = await this.act("press", body);
    if (pressed) await get(`presses/${pressed.presses[0]}?wait=15`).catch(() => null);
    node.removeAttribute("aria-busy");
  }

  async attach(files, caption) {
    const album = files.length > 1 ? String(Date.now()) : "";
    for (const [index, file] of files.slice(0, 10).entries()) {
      const details = { chatId: this.chatId, caption: index ? "" : caption, album };
      try {
        await upload(this.person.id, file, details);
      } catch (error) {
        this.report(`${file.name}: ${error.message}`);
      }
    }
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.showNotice("Copiado");
    } catch {
      this.report("O navegador não deixou copiar.");
    }
  }

  // A link to this bot does not leave the page: it is a deep link.
  openHere(url) {
    const name = this.bot.username.toLowerCase();
    const here = ["t.me", "telegram.me"].includes(url.hostname) && url.pathname.slice(1).toLowerCase() === name;
    if (here) this.act("start", { payload: url.searchParams.get("start") });
    return here;
  }

  atEnd() {
    return this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < 60;
  }

  toEnd() {
    this.sticks = true;
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.seen();
  }

  missed() {
    this.unread += 1;
    const badge = this.find(".down .badge");
    badge.textContent = this.unread;
    badge.hidden = false;
    this.find(".down").hidden = false;
  }

  seen() {
    this.unread = 0;
    this.find(".down").hidden = true;
    this.find(".down .badge").hidden = true;
  }
}
