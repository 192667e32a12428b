"""How often somebody may do something: `limits.check("talk", request)` where it is about to be done.

The rates are settings (`RATES`). Whoever does it too often gets `common.refusals.TooMany`: code `slow_down`, status
429, a sentence that says when to go on. A cache that is away counts nothing and locks nobody out.
"""

from common.limits.counting import Usage, check

__all__ = ["Usage", "check"]
