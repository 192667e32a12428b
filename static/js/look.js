// How somebody likes the site, chosen by one tap: shown at once, kept by the server. Fetched with the first such tap.

import { csrfToken } from "./csrf.js";

/** Keep *value* as the preference *name*, in the account or, of a stranger, in this browser. */
export function keep(name, value) {
  fetch(document.querySelector(".theme-form").action, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
    keepalive: true,
  }).catch(() => {}); // without a connection it holds for as long as the page does
}
