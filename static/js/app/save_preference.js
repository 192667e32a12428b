// Display preferences chosen by one tap: applied at once and stored by the server. Fetched with the first such tap.

import { csrfToken } from "./csrf.js";

/**
 * Store *value* as the preference *name*: in the account, or in the browser if the reader has none.
 * @type {(name: string, value: string) => void}
 */
export function keep(name, value) {
  fetch(document.querySelector(".theme-form").action, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
    keepalive: true,
  }).catch(() => {}); // without a connection, it lasts until the page closes
}
