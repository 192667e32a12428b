// Modules that are fetched when they are needed: late(() => import("./sound.js")). One that doesn't come is asked for again;
// then the reader is told, in the page's own words, and may try again: a browser forgets a fetch that failed.

/** The module; null if it can't be had now. */
export async function late(fetchIt) {
  const slow = setTimeout(showFailure, 4000);
  try {
    return await fetchIt()
      .catch(() => after(300, fetchIt))
      .catch(() => after(1500, fetchIt));
  } catch {
    showFailure();
    return null;
  } finally {
    clearTimeout(slow);
  }
}

const after = (pause, call) => new Promise((goOn) => setTimeout(goOn, pause)).then(call);

function showFailure() {
  document.querySelector(".toast")?.remove();
  const toast = document.createElement("p");
  toast.className = `toast message ${navigator.onLine === false ? "" : "error"}`;
  toast.setAttribute("role", "alert");
  toast.textContent = document.body.dataset.late;
  document.body.append(toast);
  setTimeout(() => toast.remove(), 8000);
}
