// Fetches modules and style sheets on demand: late(() => import("./sharing.js")). A failed fetch is repeated. If that
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

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map(); // by address

/**
 * Adds a style sheet to the page, once. Resolves when it applies, or can't be loaded: then the page is plain, but works.
 * @type {(href: string | undefined) => Promise<unknown>}
 */
export function lateStyles(href) {
  if (!href) return Promise.resolve();
  const add = () => added(href);
  const known = sheets.get(href) ?? add().catch(() => after(300, add));
  sheets.set(href, known);
  return known.catch(() => sheets.delete(href)); // the next call tries again
}

/** @type {(href: string) => Promise<unknown>} */
const added = (href) =>
  new Promise((loaded, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", loaded);
    link.addEventListener("error", () => {
      link.remove();
      failed(new Error(href));
    });
    document.head.append(link);
  });

/** @type {<Result>(pause: number, call: () => Promise<Result>) => Promise<Result>} */
const after = (pause, call) => new Promise((goOn) => setTimeout(goOn, pause)).then(call);

/**
 * Whether the server has other files now than when this page came: an update gives new names to what has changed.
 * @type {() => Promise<boolean>}
 */
async function isUpdated() {
  const scripts = [...document.querySelectorAll("script[src]")].map((script) => script.getAttribute("src") ?? "");
  const signal = AbortSignal.timeout(PATIENCE);
  const look = (/** @type {string} */ src) => fetch(src, { method: "HEAD", cache: "no-store", signal });
  const answers = await Promise.all(scripts.map((src) => look(src).catch(() => null)));
  return answers.some((answer) => answer?.status === 404);
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
