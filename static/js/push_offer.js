/** After a move: whether to be told here when it is one's turn again. The browser itself is asked only after a yes. */

import { offer } from "./offers.js";
import { ask } from "./over_http.js";
import { canShowPushes, DEVICES, turnOn } from "./subscribing.js";

async function accept() {
  const { body } = await ask(DEVICES).catch(() => ({}));
  return body?.key ? turnOn(body.key) : "failed";
}

export function offerPush() {
  if (canShowPushes() && Notification.permission === "default") offer("push", accept);
}
