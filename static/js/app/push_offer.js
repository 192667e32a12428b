/**
 * After a move: offers a push notification for the reader's next turn. The browser's own question follows only after a
 * yes.
 */

import { offer } from "./offer.js";
import { ask } from "./over_http.js";
import { canShowPushes, DEVICES, turnOn } from "./push_subscription.js";

async function accept() {
  const answer = await ask(DEVICES).catch(() => null);
  return answer?.body?.key ? turnOn(answer.body.key) : "failed";
}

export function offerPush() {
  if (canShowPushes() && Notification.permission === "default") offer("push", accept);
}
