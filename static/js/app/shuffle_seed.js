/** The player's own part of the shuffle, drawn by their browser. */

import "./time_zone.js"; // a new guest brings their time zone

for (const field of document.querySelectorAll("input[name=shuffle_seed]")) {
  field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
