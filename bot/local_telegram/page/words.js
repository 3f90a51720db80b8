// A message's text with its entities as DOM nodes. Everything is inserted as text; nothing is ever parsed as HTML.

const SAFE = new Set(["http:", "https:", "mailto:", "tel:"]);
const BLOCKS = new Set(["pre", "blockquote"]); // they end their line themselves
const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote",
};

// Offsets count UTF-16 units, as JavaScript strings do.
export function words(text, entities, actions) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const fragment = document.createDocumentFragment();
  fill(fragment, text, 0, text.length, sorted, actions);
  return fragment;
}

function fill(parent, text, from, to, entities, actions) {
  let at = from;
  for (let i = 0; i < entities.length; ) {
    const entity = entities[i];
    const end = Math.min(entity.offset + entity.length, to);
    let next = i + 1;
    while (next < entities.length && entities[next].offset < end) next += 1;
    const start = Math.max(entity.offset, at);
    if (start < end) {
      parent.append(text.slice(at, start));
      const node = element(entity, text.slice(start, end), actions);
      fill(node.inner || node, text, start, end, entities.slice(i + 1, next), actions);
      parent.append(node);
      at = BLOCKS.has(node.localName) && text[end] === "\n" && end < to ? end + 1 : end;
    }
    i = next;
  }
  parent.append(text.slice(at, to));
}

function element(entity, covered, actions) {
  switch (entity.type) {
    case "text_link": return link(entity.url, actions);
    case "url": return link(/^[a-z]+:\/\//i.test(covered) ? covered : `https://${covered}`, actions);
    case "email": return link(`mailto:${covered}`, actions);
    case "bot_command": return command(covered, actions);
    case "spoiler": return spoiler();
    default: {
      const node = document.createElement(TAGS[entity.type] || "span");
      if (entity.type === "expandable_blockquote") expandable(node);
      return node;
    }
  }
}

function link(address, actions) {
  const url = safeUrl(address);
  if (!url) return document.createElement("span");
  const node = document.createElement("a");
  node.href = url.href;
  node.target = "_blank";
  node.rel = "noopener noreferrer";
  node.addEventListener("click", (event) => {
    if (actions.open(url)) event.preventDefault();
  });
  return node;
}

export function safeUrl(address) {
  try {
    const url = new URL(address);
    return SAFE.has(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function command(text, actions) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "command";
  node.addEventListener("click", () => actions.say(text));
  return node;
}

function spoiler() {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "spoiler";
  node.setAttribute("aria-label", "Texto oculto; mostrar");
  node.addEventListener("click", () => {
    node.classList.add("open");
    node.removeAttribute("aria-label");
  });
  node.inner = document.createElement("span");
  node.append(node.inner);
  return node;
}

function expandable(node) {
  node.className = "long";
  node.tabIndex = 0;
  const open = () => node.classList.remove("long");
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => event.key === "Enter" && open());
}
