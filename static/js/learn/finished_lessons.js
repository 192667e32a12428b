// Marks the finished lessons in the list of lessons. Only this browser knows them.

const KEY = "lessons";

function learnt() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function noteLearnt(lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...learnt(), lesson])]));
  } catch {}
}

for (const mark of document.querySelectorAll("[data-learnt]")) mark.hidden = !learnt().includes(mark.dataset.learnt);
