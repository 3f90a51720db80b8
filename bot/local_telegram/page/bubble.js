// One message as a list item: author, file, words, time, keyboard.

import { fileAddress } from "./api.js";
import { safeUrl, words } from "./words.js";

const OTHER = {
  voice: "🎤 Mensagem de voz", sticker: "Figurinha", location: "📍 Localização", contact: "👤 Contato",
  poll: "📊 Enquete", dice: "🎲 Dado", video: "Vídeo", audio: "Áudio", venue: "📍 Lugar",
};
const TIME = new Intl.DateTimeFormat("pt-BR", { hour: "2-digit", minute: "2-digit", timeZone: "America/Sao_Paulo" });
const DAY = new Intl.DateTimeFormat("pt-BR", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "America/Sao_Paulo" });

export const dayOf = (message) => DAY.format(new Date(message.date * 1000));

export function bubble(message, { mine, group, actions }) {
  const item = make("li", `message${mine ? " mine" : ""}`);
  item.dataset.id = message.message_id;
  const box = make("div", "bubble");
  if (group && !mine) box.append(make("p", "author", authorOf(message)));
  if (message.file) box.append(fileNode(message.file));
  if (message.text) {
    const text = make("div", "words");
    text.append(words(message.text, message.entities, actions));
    box.append(text);
  } else if (message.other && !message.file) {
    box.append(make("p", "words", OTHER[message.other] || "Mensagem"));
  }
  box.append(meta(message));
  item.append(box);
  if (message.buttons.length) item.append(keyboard(message, actions));
  return item;
}

export function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function authorOf(message) {
  return message.from.first_name || message.from.title || "";
}

function meta(message) {
  const parts = [message.edited ? "editada" : "", message.silent ? "sem som" : "", TIME.format(new Date(message.date * 1000))];
  return make("span", "meta", parts.filter(Boolean).join(" · "));
}

function fileNode(file) {
  if (file.kind === "photo") {
    const image = make("img", "photo");
    image.src = fileAddress(file.id);
    image.alt = "Foto";
    image.width = file.width;
    image.height = file.height;
    image.loading = "lazy";
    return image;
  }
  const link = make("a", "document");
  link.href = fileAddress(file.id);
  link.download = file.name;
  const type = file.name.includes(".") ? file.name.split(".").pop().slice(0, 4).toUpperCase() : "ARQ";
  const sheet = make("span", "sheet", file.kind === "voice" ? "🎤" : type);
  sheet.setAttribute("aria-hidden", "true");
  const name = make("span");
  name.append(make("b", "", file.kind === "voice" ? OTHER.voice : file.name), make("small", "", size(file.size)));
  link.append(sheet, name);
  return link;
}

function size(bytes) {
  const [value, unit] = bytes < 1024 ? [bytes, "bytes"] : bytes < 1048576 ? [bytes / 1024, "KB"] : [bytes / 1048576, "MB"];
  return `${value.toLocaleString("pt-BR", { maximumFractionDigits: 1 })} ${unit}`;
}

function keyboard(message, actions) {
  const box = make("div", "keyboard");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Opções da mensagem");
  for (const row of message.buttons) {
    const line = make("div", "row");
    for (const button of row) line.append(buttonNode(message, button, actions));
    box.append(line);
  }
  return box;
}

function buttonNode(message, button, actions) {
  const node = make("button", "", button.text);
  node.type = "button";
  node.addEventListener("click", () => {
    if (button.callback_data !== undefined) actions.press(message, button, node);
    else if (button.url !== undefined) openUrl(button.url, actions);
    else if (button.copy_text) actions.copy(button.copy_text.text);
  });
  if (button.url !== undefined) node.append(make("span", "", " ↗"));
  return node;
}

function openUrl(address, actions) {
  const url = safeUrl(address);
  if (url && !actions.open(url)) window.open(url.href, "_blank", "noopener,noreferrer");
}
