"""Translated texts: a release refuses missing translations, tests don't (`make release`)."""

from functools import cache

import polib
from django.conf import settings

from deploy.texts import edited

EVERY_LANGUAGE = [code for code, _name in settings.LANGUAGES]
LANGUAGES = [code for code in EVERY_LANGUAGE if code != "en"]  # the languages English is translated into


@cache
def translated(language: str) -> frozenset[str]:
    """The English texts with a translation in the language."""
    files = [polib.pofile(source) for source in edited() if source.parts[-3] == language]
    return frozenset(text.msgid for texts in files for text in texts if text.translated())
