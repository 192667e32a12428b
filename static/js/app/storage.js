// What this browser stores for the site. It may block that: `localStorage` then throws when it is touched. Here nothing
// throws: such a browser stores nothing. No other module touches the browser's storage (tests/js/storage.test.js).

/** @type {<Result>(touch: () => Result) => Result | undefined} */
function tried(touch) {
  try {
    return touch();
  } catch {
    return undefined;
  }
}

/** @type {(touch: () => Storage) => Stored} */
const storage = (touch) => ({
  read: (name) => tried(() => JSON.parse(touch().getItem(name) ?? "null")),
  write: (name, value) => tried(() => touch().setItem(name, JSON.stringify(value)) ?? true) ?? false,
  remove: (name) => tried(() => touch().removeItem(name)),
  names: () => tried(() => Object.keys(touch())) ?? [],
});

/** Outlives the page. */
export const inBrowser = storage(() => localStorage);

/** Ends with the tab. */
export const inTab = storage(() => sessionStorage);
