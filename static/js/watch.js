/** The page of games to watch: reloads the list every twenty seconds. */

import { refreshNowAndThen } from "./refresh.js";
import { localTimes } from "./site.js";

refreshNowAndThen(localTimes);
