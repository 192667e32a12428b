"""Wishes: what somebody asks for, as a frozen dataclass.

Its types and notes say everything about its fields, so that all doors read and refuse alike: `asked` reads a query
string, `sent` JSON, `WishForm` a form, `posted` a button. `shape_of` describes it in the schema.
"""

from common.wishes.fields import LARGEST_NUMBER, NULLABLE, Between, Cursor, Most, Shown
from common.wishes.forms import WishForm
from common.wishes.reading import asked, posted, sent, shape_of

__all__ = [
    "LARGEST_NUMBER", "NULLABLE", "Between", "Cursor", "Most", "Shown", "WishForm", "asked", "posted", "sent",
    "shape_of",
]  # fmt: skip
