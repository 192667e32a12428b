// A page without a browser, for scripts that touch it: jsdom's window is this process's globals. It has no layout.

// biome-ignore lint/correctness/noUnresolvedImports: its package.json has only the older "main"
import { JSDOM } from "jsdom";

// Node.js has these, too, and jsdom accepts only its own.
const OF_THE_PAGE = ["Event", "EventTarget", "CustomEvent", "FormData", "navigator", "localStorage", "sessionStorage"];

/** Where scripts have gone: addresses, and "reload". */
export const went = [];

/**
 * Makes the globals those of the page /g/abc/ with *body*, and returns its document. Call it before importing modules
 * that touch the page. Requests fail, unless a test calls `answering`.
 */
export function openPage(body = "") {
  const { window } = new JSDOM(`<body>${body}</body>`, {
    url: "http://boneyard.example/g/abc/",
    pretendToBeVisual: true,
  });
  const put = (name, value) => Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis) || OF_THE_PAGE.includes(name)) put(name, window[name]);
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) put(name, window[name].bind(window));
  put("fetch", (address) => Promise.reject(new Error(`nothing answers ${address}`)));
  const { location } = window;
  const about = ["href", "origin", "protocol", "host", "pathname", "search", "hash"];
  put(
    "location",
    Object.defineProperties(
      { assign: (there) => went.push(there), reload: () => went.push("reload") },
      Object.fromEntries(about.map((part) => [part, { get: () => location[part] }])),
    ),
  );
  // jsdom draws nothing, so it lacks these.
  class Observer {
    observe() {}
    unobserve() {}
  }
  put("ResizeObserver", Observer);
  put("IntersectionObserver", Observer);
  put("matchMedia", () => ({ matches: false }));
  window.Element.prototype.scrollIntoView = () => {};
  window.document.fonts = new EventTarget();
  return window.document;
}

/** Answers requests with *answers*: {address: text, value for JSON or Response}. Returns the list of requests, which grows. */
export function answering(answers) {
  const asked = [];
  globalThis.fetch = (address, options = {}) => {
    asked.push({ address: String(address), ...options });
    const answer = answers[String(address).split("?")[0]];
    if (answer === undefined) return Promise.reject(new Error(`nothing answers ${address}`));
    return Promise.resolve(
      answer instanceof Response ? answer : new Response(typeof answer === "string" ? answer : JSON.stringify(answer)),
    );
  };
  return asked;
}

/** Lets promises and timers without a pause do their work. */
export const settled = async (ms = 0) => {
  for (let n = 0; n < 4; n++) await new Promise((goOn) => setTimeout(goOn, n ? 0 : ms));
};

/** Waits until something holds: at most five seconds. Then the test's own assertion says what is wrong. */
export const until = async (holds) => {
  for (let n = 0; n < 500 && !holds(); n++) await new Promise((goOn) => setTimeout(goOn, 10));
};

/** The texts of all elements that match *css*. */
export const texts = (css, root = document) => [...root.querySelectorAll(css)].map((node) => node.textContent.trim());
