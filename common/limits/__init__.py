"""Rate limits: call `limits.check("talk", request)` before the limited action.

The rates are settings (`RATES`). Beyond them, callers get `common.refusals.TooMany`: code `slow_down`, status 429, and
when to try again. While Redis is down, nothing is counted and nobody is locked out.
"""

from common.limits.counting import Usage, check

__all__ = ["Usage", "check"]
