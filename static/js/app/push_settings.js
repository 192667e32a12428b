// Turns push notifications on and off for this browser, on the settings page.

import { canShowPushes, manager, turnOn } from "./push_subscription.js";

const section = document.getElementById("push");
const [on, off] = ["push-on", "push-off"].map((id) => document.getElementById(id));

/** @type {(state: string) => void} */
function show(state) {
  for (const part of section.querySelectorAll("[data-state]"))
    part.classList.toggle("shown", part.matches(`[data-state~=${state}]`));
}

/** @type {(endpoint: string) => Part | undefined} */
const row = (endpoint) =>
  [...section.querySelectorAll("[data-endpoint]")].find((each) => each.dataset.endpoint === endpoint);

async function look() {
  if (!canShowPushes()) return show("unsupported");
  if (Notification.permission === "denied") return show("denied");
  const subscription = await (await manager()).getSubscription();
  const mine = subscription && row(subscription.endpoint);
  mine?.querySelector("[data-here]").removeAttribute("hidden");
  return show(mine ? "on" : "off");
}

async function turnOnHere() {
  on.disabled = true;
  const state = await turnOn(section.dataset.key);
  on.disabled = false;
  if (state === "on") location.reload();
  else show(state);
}

async function turnOff() {
  const subscription = await (await manager()).getSubscription();
  const form = subscription && row(subscription.endpoint)?.querySelector("form");
  await subscription?.unsubscribe();
  if (form) form.requestSubmit();
  else await look();
}

on.addEventListener("click", turnOnHere);
off.addEventListener("click", turnOff);
await look();
