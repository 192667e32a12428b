// Which lessons have been gone through in this browser: nothing else knows. Marks them in the list of lessons.

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
