// Turns push notifications on: asks the browser first, then tells the server.

import { ask } from "./over_http.js";

export const DEVICES = "/api/v1/me/notices/devices/";

export const canShowPushes = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export const manager = async () => (await navigator.serviceWorker.ready).pushManager;

/** @type {(key: string) => Uint8Array<ArrayBuffer>} */
const bytesOf = (key) =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @type {(bytes: Uint8Array, subscription: PushSubscription) => boolean} */
const isFor = (bytes, { options }) => String(new Uint8Array(options.applicationServerKey ?? [])) === String(bytes);

/**
 * "on", "denied" or "failed". *key*: the server's key, in base64url.
 * @type {(key?: string) => Promise<"on" | "denied" | "failed">}
 */
export async function turnOn(key) {
  try {
    if ((await Notification.requestPermission()) === "denied") return "denied";
    const [pushes, bytes] = [await manager(), bytesOf(key ?? "")];
    const old = await pushes.getSubscription();
    if (old && !isFor(bytes, old)) await old.unsubscribe();
    const subscription = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
    const { status } = await ask(DEVICES, { method: "POST", body: subscription.toJSON() });
    return status === 201 ? "on" : "failed";
  } catch {
    return Notification.permission === "denied" ? "denied" : "failed";
  }
}
