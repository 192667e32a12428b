/** The lobby: what lies open is looked at again every twenty seconds, while somebody looks at the page. */

import { whenChangedEarly } from "./changed.js";
import { refreshNowAndThen } from "./refresh.js";
import { localTimes } from "./site.js";

const form = document.querySelector(".lobby-filters");

const button = form.querySelector("button");
button.hidden = true;
whenChangedEarly(form, () => (button.hidden = false));
form.addEventListener("change", () => form.requestSubmit());

refreshNowAndThen(localTimes);
