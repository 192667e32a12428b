// Makes elements of a page.

/** @type {<K extends keyof HTMLElementTagNameMap>(name: K, about?: Record<string, any>, ...children: (Node | string | false | 0 | null | undefined)[]) => HTMLElementTagNameMap[K]} */
export const element = (name, { className = "", text = "", ...attributes } = {}, ...children) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== "") node.textContent = text;
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  node.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return node;
};
