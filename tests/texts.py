"""Which texts have a translation: one that is missing is for a release to refuse, not for a test (`make release`)."""

from functools import cache

import polib

from deploy.texts import edited


@cache
def translated(language: str) -> frozenset[str]:
    """The English texts that have one in the language."""
    files = [polib.pofile(source) for source in edited() if source.parts[-3] == language]
    return frozenset(text.msgid for texts in files for text in texts if text.translated())
