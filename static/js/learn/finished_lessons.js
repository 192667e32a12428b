// Marks the finished lessons in the list of lessons. Only this browser knows them.

import { inBrowser } from "../app/storage.js";

const KEY = "lessons";

/** @type {() => string[]} */
const learnt = () => inBrowser.read(KEY) ?? [];

/** @type {(lesson?: string) => boolean} */
export const noteLearnt = (lesson) => inBrowser.write(KEY, [...new Set([...learnt(), lesson])]);

for (const mark of document.querySelectorAll("[data-learnt]"))
  mark.hidden = !learnt().includes(mark.dataset.learnt ?? "");
