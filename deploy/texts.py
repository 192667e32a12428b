"""The site's texts in other languages, `locale/…/django.po` (Python and templates) and `djangojs.po` (scripts).

`python -m deploy.texts compile` writes the .mo files that the site reads, wherever the .po file is newer.
`gather` reads the texts out of the code into the .po files; it needs GNU gettext.
`missing` lists the texts that have no translation, only gettext's guess (fuzzy), or that wait for `gather`. Readers see
English there. Without GNU gettext we can't look for the last ones.
`reword FILE` moves translations to a new English wording; see `reword`.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
DOMAINS = ("django", "djangojs")
# Folders without texts for users. We read only .html, .txt, .py and .js files anyway.
NOT_READ = ("tests", "benchmarks", "docs", "staticfiles", "node_modules", "build", "var")


def edited() -> list[Path]:
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po"))


def compile_texts() -> None:
    """Replace each compiled file at once, so that a running process reads either the old or the new one."""
    for source in edited():
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        written = target.with_suffix(f".{os.getpid()}.new")  # another process may do the same
        written.write_bytes(polib.pofile(source).to_binary())
        written.replace(target)


def gather_texts() -> None:
    """Read the texts from the code. Files are sorted, without places or dates, so a second run changes nothing."""
    if not shutil.which("xgettext"):
        sys.exit("Gathering texts needs GNU gettext (Debian: apt-get install gettext). Nothing was changed.")
    for domain in DOMAINS:
        _make_messages("--all", "--no-obsolete", f"--domain={domain}")
    for source in edited():
        texts = polib.pofile(source, wrapwidth=0)
        texts.metadata.pop("POT-Creation-Date", None)
        texts.sort(key=lambda text: (text.msgid, text.msgctxt or ""))
        texts.save()


def _make_messages(*options: str) -> None:
    command = [sys.executable, "manage.py", "makemessages", "--no-location", "--no-wrap", *options]
    subprocess.run([*command, *(f"--ignore={name}/*" for name in NOT_READ)], cwd=ROOT, check=True)


def reword(changes: dict[str, dict[str, str | list[str]]]) -> list[str]:
    """Give new English texts their translations; return one line for each old text that no catalogue has.

    *changes* maps a new text to its `"old"` wording and, where the old translation won't do, to new ones by
    language: `{"Join": {"old": "Sit down", "de": "Mitspielen"}}`. A counted text has a `"plural"`, and a list of
    forms for each language. The old text stays, in case another page uses it; `gather` drops it otherwise.
    """
    unknown = set(changes)
    for source in edited():
        catalogue = polib.pofile(source, wrapwidth=0)
        for text, change in changes.items():
            context = change.get("context")
            old = catalogue.find(change.get("old", text), msgctxt=context or False)
            new = catalogue.find(text, msgctxt=context or False)
            if not (old or new):
                continue
            unknown.discard(text)
            if new is None:
                new = polib.POEntry(msgid=text, msgctxt=context, msgid_plural=change.get("plural", old.msgid_plural))
                new.flags = [flag for flag in old.flags if flag != "fuzzy"]
                catalogue.append(new)
            if old and not new.translated():  # a text that gettext only guessed counts as not translated
                new.msgstr, new.msgstr_plural = old.msgstr, dict(old.msgstr_plural)
            match change.get(source.parts[-3]):
                case list(forms):
                    new.msgstr_plural = dict(enumerate(forms))
                case str(translation):
                    new.msgstr = translation
                case None if not old:
                    continue
            new.flags = [flag for flag in new.flags if flag != "fuzzy"]
        catalogue.save()
    return sorted(f"no catalogue has {changes[text].get('old', text)!r}" for text in unknown)


def missing_texts() -> list[str]:
    """A line for each language, followed by its missing and fuzzy texts. Empty if all texts are translated."""
    messages = []
    for language in sorted({source.parts[-3] for source in edited()}):
        texts = [text for source in edited() if source.parts[-3] == language for text in polib.pofile(source)]
        wanting = [text for text in texts if not (text.translated() or text.obsolete)]
        if wanting:
            messages.append(f"{language}: {len(wanting)} of {len(texts)} texts are missing or fuzzy")
            messages += [f"  {'fuzzy' if text.fuzzy else 'missing'}: {text.msgid!r}" for text in wanting]
    return messages


def ungathered_texts() -> list[str]:
    """A line with their number, followed by the texts in the code that no catalogue has yet. Empty without gettext."""
    if not shutil.which("xgettext"):
        return []
    languages = sorted({source.parts[-3] for source in edited()})
    texts = []
    for domain in DOMAINS:
        known = {text.msgid for source in edited() if source.stem == domain for text in polib.pofile(source)}
        template = ROOT / "locale" / f"{domain}.pot"  # what makemessages reads from the code; it changes no catalogue
        try:
            _make_messages("--keep-pot", f"--domain={domain}", *(f"--exclude={language}" for language in languages))
            texts += [text.msgid for text in polib.pofile(template) if text.msgid not in known]
        finally:
            template.unlink(missing_ok=True)
    lines = [f"  not gathered: {text!r}" for text in texts]
    return [f"{len(texts)} text(s) wait for `make texts`", *lines] if texts else []


def main() -> None:
    match sys.argv[1:]:
        case ["compile"]:
            compile_texts()
        case ["gather"]:
            gather_texts()
        case ["missing"]:
            print("\n".join(missing_texts() + ungathered_texts() or ["All texts are translated."]))
        case ["reword", file]:
            print("\n".join(reword(json.loads(Path(file).read_text())) or ["All texts were found."]))
        case _:
            sys.exit("python -m deploy.texts compile, gather, missing or reword FILE")


if __name__ == "__main__":
    main()
