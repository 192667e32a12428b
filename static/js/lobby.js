/** The lobby: what lies open is looked at again every twenty seconds, while somebody looks at the page. */

import { whenChangedEarly } from "./changed.js";
import { refresh } from "./refresh.js";
import { localTimes } from "./site.js";

const EVERY = 20_000;
const form = document.querySelector(".lobby-filters");

const button = form.querySelector("button");
button.hidden = true;
whenChangedEarly(form, () => (button.hidden = false));
form.addEventListener("change", () => form.requestSubmit());

/** A list that changes under the finger is worse than one that is twenty seconds old. */
const idle = () => !document.hidden && !document.querySelector("[data-live] :focus, [data-live] :active");

setInterval(() => idle() && refresh(localTimes).catch(() => {}), EVERY);
document.addEventListener("visibilitychange", () => idle() && refresh(localTimes).catch(() => {}));
