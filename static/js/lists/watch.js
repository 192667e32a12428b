/** The page of games to watch: reloads the list every twenty seconds. */

import { refreshNowAndThen } from "../app/refresh.js";
import { localTimes } from "../app/site.js";

refreshNowAndThen(localTimes);
