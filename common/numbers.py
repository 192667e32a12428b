"""Whole numbers in addresses and forms, which anybody may write."""

LARGEST = 2**63 - 1  # of a database column


def whole(text: str, most: int = LARGEST, least: int = 0) -> int | None:
    """The number that *text* writes with the digits 0 to 9; None for other texts, and outside *least* to *most*.

    Python would read other alphabets' digits, spaces and underscores too, and fails on more than 4,300 digits.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    return number if least <= (number := int(text)) <= most else None
