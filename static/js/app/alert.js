// Fetched with the first alert that the header's socket brings.

/** Shows an alert that every open page must show at once; each page shows it only once. */
export function sayAtOnce({ text, url }) {
  if (document.querySelector(`.messages a[href="${url}"]`)) return;
  const message = Object.assign(document.createElement("div"), { className: "messages" });
  message.setAttribute("role", "alert");
  const link = Object.assign(document.createElement("a"), { href: url, textContent: text });
  message.append(Object.assign(document.createElement("p"), { className: "message warning" }));
  message.firstChild.append(link);
  document.querySelector("main").prepend(message);
}
