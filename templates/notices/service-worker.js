// For the whole site: shows push notifications, caches files whose names contain a hash, and has a page without network.
// We never cache other pages, because they are personal.

const SHELL = "shell-{{ release }}";
const OFFLINE = "{{ offline|escapejs }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const UNSENT = "unsent"; // moves that pages leave here when they are offline (app/unsent_move.js)
const HASHED = /\.[0-9a-f]{12}\.\w+$/; // files with such names never change

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function install() {
  const cache = await caches.open(SHELL);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== SHELL && name !== UNSENT) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && origin === location.origin && pathname.startsWith("{{ static|escapejs }}")) {
    if (HASHED.test(pathname)) event.respondWith(file(request));
    else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

/** Answers as `fetch` does. Our cookies go with it. */
async function post(address, body) {
  const token = (await self.cookieStore?.get("csrftoken"))?.value ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
}

// ---- Moves made offline ----

self.addEventListener("sync", (event) => event.tag === UNSENT && event.waitUntil(sendUnsent()));

/**
 * Sends them without a page. The next page sends them again under the same key, and learns of a refusal. Throws
 * without a connection: then the browser tries again later.
 */
async function sendUnsent() {
  const copies = await caches.open(UNSENT);
  for (const request of await copies.keys()) {
    const { game, you, move, version, key } = await (await copies.match(request)).json();
    const api = `/api/v1/games/${game}/`;
    const view = await (await fetch(api)).json();
    if (view.you !== you) continue; // another user is logged in now
    const { status } = await post(`${api}moves/`, { move, version, key });
    if (status >= 500 || status === 429) throw new Error(String(status));
    await copies.delete(request);
  }
}

// ---- Push notifications ----

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));
self.addEventListener("message", (event) => event.waitUntil(tidy(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

let lastCall = Promise.resolve();

/**
 * Calls the browser about notifications when it has answered the last call. Chromium forgets a notification that is on
 * its way to the screen when somebody asks which are shown.
 */
function oneByOne(call) {
  const answer = lastCall.then(call);
  lastCall = answer.catch(() => {});
  return answer;
}

const shownNow = () => oneByOne(() => self.registration.getNotifications());

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

const shows = (client, url) => new URL(client.url).pathname === url;

/**
 * Shows a notification, unless its page is visible and focused.
 *
 * A turn may be over when its push arrives. Browsers demand that each push shows something: without a sound, it says
 * that the turn is over.
 */
async function show({ title = "{{ site|escapejs }}", body = "", url = "/", tag, badge, turn }) {
  if (badge) navigator.setAppBadge?.(badge);
  else if (badge === 0) navigator.clearAppBadge?.();
  const looking = (await windows()).filter((client) => client.focused && client.visibilityState === "visible");
  if (looking.some((client) => shows(client, url))) return;
  const over = turn && (await isOver(turn));
  const icon = "{{ icon|escapejs }}";
  const shown = { tag, icon, badge: icon, data: { url, turn } };
  const put = (words, more) => oneByOne(() => self.registration.showNotification(words, { ...shown, ...more }));
  if (!over) await put(title, { body, renotify: Boolean(tag) });
  else if (!looking.length) await put(turn.over, { silent: true });
  await tidy({ except: tag });
}

/** Closes notifications of turns that are over, and those that lead to the page that the reader has *opened*. */
async function tidy({ opened, except }) {
  for (const notification of await shownNow()) {
    const { url, turn } = notification.data;
    if (notification.tag === except) continue;
    if (new URL(url, location.origin).pathname === opened || (turn && (await isOver(turn)))) notification.close();
  }
}

/** Whether the turn that a push was about is over. We can't know without a connection, or after a logout. */
async function isOver({ game, version }) {
  try {
    const answer = await fetch(`/api/v1/games/${game}/?since=${version}`, { signal: AbortSignal.timeout(5000) });
    if (answer.status !== 200) return false; // 204: nothing has changed
    const { you, status, round } = await answer.json();
    return you !== null && (status !== "playing" || round.turn !== you);
  } catch {
    return false;
  }
}

/** Brings the tab with that page to the front, or opens a new one. */
async function open(notification) {
  notification.close();
  const { url } = notification.data;
  const there = (await windows()).find((client) => shows(client, url));
  await (there ? there.focus() : self.clients.openWindow(url));
}

async function subscribeAgain({ oldSubscription, newSubscription }) {
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  await post("/api/v1/me/notices/devices/", subscription);
}
