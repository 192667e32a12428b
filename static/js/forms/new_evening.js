/** A new evening: “tonight at 8” is eight where the reader is, so the form knows their time zone. */

import "./new_tournament.js";

const form = document.querySelector(".evening-form");
form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
form.dispatchEvent(new Event("change"));
