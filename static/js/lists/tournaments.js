/** Pages of tournaments: their live parts are fetched anew every twenty seconds while the page is visible. */

import { refreshNowAndThen } from "../app/refresh.js";
import { localTimes } from "../app/site.js";

refreshNowAndThen(localTimes);
