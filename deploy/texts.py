"""The site's texts in other languages, `locale/…/django.po` (Python and templates) and `djangojs.po` (scripts).

`python -m deploy.texts compile` writes what the site reads (.mo) wherever the text that is edited (.po) is newer;
`gather` reads the texts out of the code into the .po files, which needs GNU gettext; `missing` lists what nobody
has translated yet, and what gettext only guessed (fuzzy): readers see English there.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
# Where no text for readers stands; only what ends in .html, .txt, .py or .js is read at all.
NOT_READ = ("tests", "benchmarks", "docs", "staticfiles", "node_modules", "build", "var")


def edited() -> list[Path]:
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po"))


def compile_texts() -> None:
    """Each compiled file is put in place whole, so that whoever reads it meanwhile reads the old or the new one."""
    for source in edited():
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        written = target.with_suffix(f".{os.getpid()}.new")  # others may begin at the same time
        written.write_bytes(polib.pofile(source).to_binary())
        written.replace(target)


def gather_texts() -> None:
    """Gathered twice, the files are the same: sorted, without places or dates."""
    if not shutil.which("xgettext"):
        sys.exit("Gathering texts needs GNU gettext (Debian: apt-get install gettext). Nothing was changed.")
    command = [sys.executable, "manage.py", "makemessages", "--all", "--no-location", "--no-wrap", "--no-obsolete"]
    command += [f"--ignore={name}/*" for name in NOT_READ]
    for domain in ("django", "djangojs"):
        subprocess.run([*command, f"--domain={domain}"], cwd=ROOT, check=True)
    for source in edited():
        texts = polib.pofile(source, wrapwidth=0)
        texts.metadata.pop("POT-Creation-Date", None)
        texts.sort(key=lambda text: (text.msgid, text.msgctxt or ""))
        texts.save()


def missing_texts() -> list[str]:
    """One line a language, and below it one for each text that is missing or fuzzy; empty when all are there."""
    said = []
    for language in sorted({source.parts[-3] for source in edited()}):
        texts = [text for source in edited() if source.parts[-3] == language for text in polib.pofile(source)]
        wanting = [text for text in texts if not (text.translated() or text.obsolete)]
        if wanting:
            said.append(f"{language}: {len(wanting)} of {len(texts)} texts are missing or fuzzy")
            said += [f"  {'fuzzy' if text.fuzzy else 'missing'}: {text.msgid!r}" for text in wanting]
    return said


def main() -> None:
    match sys.argv[1:]:
        case ["compile"]:
            compile_texts()
        case ["gather"]:
            gather_texts()
        case ["missing"]:
            print("\n".join(missing_texts() or ["All texts are translated."]))
        case _:
            sys.exit("python -m deploy.texts compile, gather or missing")


if __name__ == "__main__":
    main()
