// Marks the finished lessons in the list of lessons. Only this browser knows them.

const KEY = "lessons";

/** @type {() => string[]} */
function learnt() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? [];
  } catch {
    return [];
  }
}

/** @type {(lesson?: string) => void} */
export function noteLearnt(lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...learnt(), lesson])]));
  } catch {}
}

for (const mark of document.querySelectorAll("[data-learnt]"))
  mark.hidden = !learnt().includes(mark.dataset.learnt ?? "");
