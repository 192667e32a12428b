"""Texts for users."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Promise  # the stubs' name for a promise of text
else:
    from django.utils.functional import Promise

Text = str | Promise  # translated already, or when it is written
