// Fetches modules on demand: late(() => import("./sharing.js")). A failed fetch is repeated. If that
// fails too, the page says so, or that the site was updated meanwhile. Browsers forget failed imports, so the reader can try
// again.

const PATIENCE = 2_000; // ms to find out why

/**
 * The module; null if it can't be loaded now.
 * @type {<Module>(fetchIt: () => Promise<Module>) => Promise<Module | null>}
 */
export async function late(fetchIt) {
  const slow = setTimeout(showFailure, 4000);
  try {
    return await fetchIt()
      .catch(() => after(300, fetchIt))
      .catch(() => after(1500, fetchIt));
  } catch {
    await showFailure();
    return null;
  } finally {
    clearTimeout(slow);
  }
}

/** @type {<Result>(pause: number, call: () => Promise<Result>) => Promise<Result>} */
export const after = (pause, call) => new Promise((goOn) => setTimeout(goOn, pause)).then(call);

/**
 * Whether the server has other files now than when this page came: an update gives new names to what has changed.
 * @type {() => Promise<boolean>}
 */
function isUpdated() {
  const script = [...document.scripts].at(-1)?.getAttribute("src"); // its name changes with all that it imports
  const how = {
    method: "HEAD",
    cache: /** @type {RequestCache} */ ("no-store"),
    signal: AbortSignal.timeout(PATIENCE),
  };
  return fetch(script ?? "", how).then(
    ({ status }) => status === 404,
    () => false,
  );
}

/** Says what is wrong, in words that came with the page. */
async function showFailure() {
  const updated = await isUpdated();
  const { late: failed, updated: replaced, reload } = document.body.dataset;
  document.querySelector(".toast")?.remove();
  const toast = document.createElement("p");
  toast.className = `toast message ${updated || navigator.onLine === false ? "" : "error"}`;
  toast.setAttribute("role", "alert");
  toast.textContent = (updated ? replaced : failed) ?? "";
  document.body.append(toast);
  if (updated) {
    const button = Object.assign(document.createElement("button"), { className: "button", textContent: reload });
    button.addEventListener("click", () => location.reload());
    toast.append(button);
  } else setTimeout(() => toast.remove(), 8000);
}
