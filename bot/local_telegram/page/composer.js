// What a person writes with: text box, command menu, files, editing the last message.

import { make } from "./bubble.js";

export class Composer {
  constructor(root, { send, edit, attach, commands, lastOwn }) {
    this.form = root.querySelector(".composer");
    this.text = root.querySelector(".text");
    this.list = root.querySelector(".commands");
    this.menu = root.querySelector(".menu");
    this.banner = root.querySelector(".editing");
    this.file = root.querySelector(".file");
    this.does = { send, edit, attach, commands, lastOwn };
    this.editing = null;
    this.chosen = 0;
    this.listen(root);
  }

  listen(root) {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.text.addEventListener("input", () => {
      this.grow();
      this.suggest();
    });
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.menu.addEventListener("click", () => (this.list.hidden ? this.show(this.does.commands()) : this.hide()));
    this.banner.querySelector(".cancel").addEventListener("click", () => this.stopEditing());
    root.querySelector(".attach").addEventListener("click", () => this.file.click());
    this.file.addEventListener("change", () => {
      this.attach([...this.file.files]);
      this.file.value = "";
    });
    root.addEventListener("dragover", (event) => {
      event.preventDefault();
      root.classList.add("dropping");
    });
    root.addEventListener("dragleave", () => root.classList.remove("dropping"));
    root.addEventListener("drop", (event) => {
      event.preventDefault();
      root.classList.remove("dropping");
      this.attach([...event.dataTransfer.files]);
    });
    this.text.addEventListener("paste", (event) => {
      const files = [...event.clipboardData.files];
      if (files.length) {
        event.preventDefault();
        this.attach(files);
      }
    });
  }

  key(event) {
    if (event.isComposing) return;
    const open = !this.list.hidden;
    if (event.key === "Escape" && (open || this.editing)) {
      open ? this.hide() : this.stopEditing();
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.choose(this.chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (open && event.key === "Enter" && this.list.children[this.chosen]) {
      event.preventDefault();
      this.list.children[this.chosen].click();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "ArrowUp" && !this.text.value) {
      this.startEditing();
    }
  }

  async submit() {
    const text = this.text.value;
    if (!text.trim()) return;
    const editing = this.editing;
    this.hide();
    this.stopEditing();
    const done = await (editing ? this.does.edit(editing, text) : this.does.send(text));
    if (!done && !this.text.value) this.text.value = text; // nothing typed is lost
    this.grow();
  }

  attach(files) {
    if (!files.length) return;
    const caption = this.text.value.trim();
    this.text.value = "";
    this.grow();
    this.does.attach(files, caption);
  }

  suggest() {
    const typed = this.text.value;
    if (!/^\/\S*$/.test(typed)) return this.hide();
    this.show(this.does.commands().filter((c) => `/${c.command}`.startsWith(typed.toLowerCase())));
  }

  show(commands) {
    if (!commands.length) return this.hide();
    this.list.replaceChildren(...commands.map((command) => this.option(command)));
    this.list.hidden = false;
    this.menu.setAttribute("aria-expanded", "true");
    this.choose(0);
    this.text.focus();
  }

  option({ command, description }) {
    const option = make("li");
    option.setAttribute("role", "option");
    option.append(make("b", "", `/${command}`), make("span", "", description));
    option.addEventListener("click", () => {
      this.hide();
      this.text.value = "";
      this.grow();
      this.does.send(`/${command}`);
    });
    return option;
  }

  choose(index) {
    const options = [...this.list.children];
    this.chosen = (index + options.length) % options.length;
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.chosen)));
    options[this.chosen].scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.list.hidden = true;
    this.menu.setAttribute("aria-expanded", "false");
  }

  startEditing() {
    const message = this.does.lastOwn();
    if (!message) return;
    this.editing = message;
    this.banner.hidden = false;
    this.text.value = message.text;
    this.grow();
  }

  stopEditing() {
    this.editing = null;
    this.banner.hidden = true;
    this.text.value = "";
    this.grow();
  }

  grow() {
    this.text.rows = Math.min(8, this.text.value.split("\n").length);
  }

  enable(enabled) {
    this.form.hidden = !enabled;
  }
}
