// Fetches what a turn may need later, while the connection is up and idle, so that a phone in a tunnel has everything.
// Each entry is a module that some late() call fetches.

/** @type {(() => Promise<any>)[]} */
const NEEDED = [
  () => import("./new_events.js"),
  () => import("../app/over_http.js"),
  () => import("./why_not.js"),
  () => import("./button_hints.js"),
  () => import("./knocks.js"),
  () => import("./bubbles.js"),
  () => import("../look_back/look_back.js"),
  () => import("../look_back/missed_moves.js"),
  () => import("./result_cards.js").then(({ prepare }) => prepare()),
  () => import("./drawer.js"),
  () => import("./menu.js"),
  () => import("../board/zoom.js"),
  () => import("../look_back/stepper.js"),
  () => import("./time_banks.js"),
  () => import("./keys.js"),
  () => import("./keys_dialog.js"),
  () => import("../app/catch_up.js"),
];

/** @type {(call: (value?: unknown) => void) => void} */
const idle = (call) =>
  "requestIdleCallback" in globalThis ? requestIdleCallback(call, { timeout: 2000 }) : setTimeout(call, 200);

const AGAIN = 20_000; // ms: a device doesn't always notice that its connection was gone

const lineIsBack = () =>
  new Promise((goOn) => {
    addEventListener("online", goOn, { once: true });
    setTimeout(goOn, AGAIN);
  });

/** Fetches one after the other; without a connection, the rest waits for it. */
export async function fetchAhead() {
  for (const fetchIt of NEEDED) {
    await new Promise(idle);
    await fetchIt()
      .catch(() => lineIsBack().then(fetchIt))
      .catch(() => {});
  }
  performance.mark("fetched ahead");
}
