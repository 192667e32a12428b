"""Which texts have a translation: one that is missing is for a release to refuse, not for a test (`make release`)."""

from functools import cache

import polib
from django.conf import settings

from deploy.texts import edited

EVERY_LANGUAGE = [code for code, _name in settings.LANGUAGES]
LANGUAGES = [code for code in EVERY_LANGUAGE if code != "en"]  # into which English is translated


@cache
def translated(language: str) -> frozenset[str]:
    """The English texts that have one in the language."""
    files = [polib.pofile(source) for source in edited() if source.parts[-3] == language]
    return frozenset(text.msgid for texts in files for text in texts if text.translated())
