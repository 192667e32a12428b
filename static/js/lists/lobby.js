/** The lobby: reloads the open games every twenty seconds while the page is visible. */

import { whenChangedEarly } from "../app/changed_form.js";
import { refreshNowAndThen } from "../app/refresh.js";
import { localTimes } from "../app/site.js";

const form = document.querySelector(".lobby-filters");

whenChangedEarly(form, () => (form.dataset.changed = "")); // shows its button
form.addEventListener("change", () => form.requestSubmit());

refreshNowAndThen(localTimes);
