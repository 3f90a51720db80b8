// Requests to the server's control API.

async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body instanceof Blob) {
    options.body = body;
    options.headers["Content-Type"] = "application/octet-stream";
  } else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  const response = await fetch(`/_control/${path}`, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || response.statusText);
  return answer;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);

export function upload(personId, file, { chatId, caption, album }) {
  const query = new URLSearchParams({ kind: kindOf(file), name: file.name, mime: file.type, chat_id: chatId });
  if (caption) query.set("caption", caption);
  if (album) query.set("album", album);
  return call("POST", `persons/${personId}/upload?${query}`, file);
}

export const fileAddress = (id) => `/_control/files/${encodeURIComponent(id)}`;

function kindOf(file) {
  if (["image/jpeg", "image/png", "image/webp"].includes(file.type)) return "photo";
  return file.type.startsWith("audio/ogg") ? "voice" : "document";
}
