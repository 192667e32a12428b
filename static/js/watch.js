/** Something to watch: which games there are is looked at again every twenty seconds. */

import { refreshNowAndThen } from "./refresh.js";
import { localTimes } from "./site.js";

refreshNowAndThen(localTimes);
