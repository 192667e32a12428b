"""Request bodies: bounded shapes without unknown fields."""

from common.wishes.fields import LARGEST_NUMBER, Number, Text, Whole, YesNo
from common.wishes.reading import Checked, Input

__all__ = ["LARGEST_NUMBER", "Checked", "Input", "Number", "Text", "Whole", "YesNo"]
