// Turning pushes on and off for this browser, on the page of settings.

import { ask } from "./over_http.js";

const section = document.getElementById("push");
const [on, off] = ["push-on", "push-off"].map((id) => document.getElementById(id));
const devices = "/api/v1/me/notices/devices/";

function show(state) {
  for (const line of section.querySelectorAll("[data-state]")) line.hidden = line.dataset.state !== state;
  on.hidden = state !== "off" && state !== "failed";
  off.hidden = state !== "on";
}

const row = (endpoint) =>
  [...section.querySelectorAll("[data-endpoint]")].find((each) => each.dataset.endpoint === endpoint);

const keyBytes = () => {
  const text = atob(section.dataset.key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

const isOurs = ({ options }) => {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return String(bytes) === String(keyBytes());
};

const manager = async () => (await navigator.serviceWorker.ready).pushManager;

async function look() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return show("unsupported");
  if (Notification.permission === "denied") return show("denied");
  const subscription = await (await manager()).getSubscription();
  const mine = subscription && row(subscription.endpoint);
  mine?.querySelector("[data-here]").removeAttribute("hidden");
  return show(mine ? "on" : "off");
}

async function turnOn() {
  on.disabled = true;
  try {
    if ((await Notification.requestPermission()) === "denied") return show("denied");
    const pushes = await manager();
    const old = await pushes.getSubscription();
    if (old && !isOurs(old)) await old.unsubscribe();
    const subscription = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes() });
    const { status } = await ask(devices, { method: "POST", body: subscription.toJSON() });
    if (status !== 201) return show("failed");
    return location.reload();
  } catch {
    return show(Notification.permission === "denied" ? "denied" : "failed");
  } finally {
    on.disabled = false;
  }
}

async function turnOff() {
  const subscription = await (await manager()).getSubscription();
  const form = row(subscription.endpoint)?.querySelector("form");
  await subscription.unsubscribe();
  if (form) form.requestSubmit();
  else await look();
}

on.addEventListener("click", turnOn);
off.addEventListener("click", turnOff);
await look();
