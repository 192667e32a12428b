"""Lists sentences that may not be plain English: a list to look at, so it never fails (`make prose`).

`python -m deploy.prose` reads every text for users (the msgids of locale/) and the documents (*.md).
With paths it reads those files instead: documents, or the docstrings, comments and test names of code.
The rules are those of CONTRIBUTING.md, "Plain English".
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib

from deploy.links import ROOT, documents

LONGEST = 30  # words in a sentence
# We don't reword the rules of the games, or texts by others.
NOT_OURS = ("docs/rules/rules.md", "tests/rules/examples/README.md")

QUESTION = re.compile(r"\?\W*$")
CLAUSE = re.compile(r"^\W*(who|whoever|whom|whomever|whose|what|whatever)\b(?! (about|else|if)\b)", re.IGNORECASE)
# Words that our list of terms replaces, and phrases that no product uses. Documents and code may use their exact terms
# (Table, Seat, deal, written), so we look for those in users' texts only.
ODD = re.compile(
    r"\b(as usual|of (?:yours|hers|theirs|one's own)|one's own|good for (?:nothing|anything)|leads? (?:nowhere|to no)"
    r"|lies? here|stands? (?:here|there|still)|(?:is|are|isn't) told|has written|(?:is|are) over|so many|that many"
    r"|on turn|take along|taken along|is kept|are kept|nobody's|somebody's|whoever|whomever|one's)\b",
    re.IGNORECASE,
)
ODD_FOR_USERS = re.compile(
    r"\b(tables?|sits?|sit down|stands? up|send away|sent away|somebody|nobody|deals?|dealt|writes?|written|choices?"
    r"|talks?|notices?|rests?|holidays?|minds?|told|kept|held|taken)\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(\[*_`%]*[A-Z0-9%{`])|\n\s*\n")


@dataclass(frozen=True)
class Passage:
    place: str  # "docs/api.md:12", or "text" for a text of the catalogues
    text: str
    for_users: bool = False


def user_texts() -> Iterator[Passage]:
    """Each English text once, with its plural where it has one."""
    seen = set()
    for catalogue in sorted((ROOT / "locale/de/LC_MESSAGES").glob("*.po")):
        for entry in polib.pofile(catalogue):
            for text in (entry.msgid, entry.msgid_plural):
                if text and not entry.obsolete and text not in seen:
                    seen.add(text)
                    yield Passage("text", text, for_users=True)


def paragraphs(path: Path) -> Iterator[Passage]:
    """The prose of a Markdown file: no code; each row of a table, point of a list and paragraph by itself."""
    block: list[str] = []
    first = 1
    in_code = False
    for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
        fence = line.lstrip().startswith(("```", "~~~"))
        in_code ^= fence
        starts = re.match(r"\s*([-*+|>#]|\d+\.)\s?", line)
        if fence or in_code or not line.strip() or starts:
            if block:
                yield Passage(f"{_named(path)}:{first}", " ".join(block))
            block = []
        if fence or in_code or not line.strip():
            continue
        if line.lstrip().startswith("|"):
            for cell in line.strip().strip("|").split("|"):
                yield Passage(f"{_named(path)}:{number}", cell.strip())
            continue
        if not block:
            first = number
        block.append(line[starts.end() :].strip() if starts else line.strip())


def code_words(path: Path) -> Iterator[Passage]:
    """Docstrings, comments and test names of a Python file; comments of scripts, styles and templates."""
    source = path.read_text()
    if path.suffix != ".py":
        for comment in re.finditer(r"/\*(.*?)\*/|\{#(.*?)#\}|(?<![:\w])//([^\n]*)", source, re.DOTALL):
            number = source.count("\n", 0, comment.start()) + 1
            text = re.sub(r"\n\s*\*", "\n", next(filter(None, comment.groups()), ""))
            yield Passage(f"{_named(path)}:{number}", text)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            number = getattr(node, "lineno", 1)
            if text := ast.get_docstring(node):
                yield Passage(f"{_named(path)}:{number}", text)
            if (name := getattr(node, "name", "")).startswith("test_"):
                yield Passage(f"{_named(path)}:{number}", name.removeprefix("test_").replace("_", " "))
    last, text, first = -1, "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        words = token.string.lstrip("#: ")
        if token.start[0] == last + 1:
            text += " " + words
        else:
            if text:
                yield Passage(f"{_named(path)}:{first}", text)
            text, first = words, token.start[0]
        last = token.start[0]
    if text:
        yield Passage(f"{_named(path)}:{first}", text)


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def sentences(text: str) -> list[str]:
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [" ".join(sentence.split()) for sentence in SENTENCE_END.split(text) if sentence and sentence.strip()]


def word_count(sentence: str) -> int:
    """A name in code counts as one word, a link as its text."""
    plain = re.sub(r"\]\([^)]*\)|<[^>]*>", "", re.sub(r"`[^`]*`", "code", sentence))
    return len(re.findall(r"[\w%{][\w%(){}'’.-]*", plain))


def complaints(passage: Passage) -> Iterator[tuple[str, str]]:
    """(kind, sentence) for each sentence to look at."""
    for sentence in sentences(passage.text):
        bare = re.sub(r"`[^`]*`", "", sentence)
        if word_count(sentence) > LONGEST:
            yield f"over {LONGEST} words", f"({word_count(sentence)}) {sentence}"
        if CLAUSE.match(bare) and not QUESTION.search(bare):
            yield "who or what as subject", sentence
        if odd := ODD.search(bare) or (passage.for_users and ODD_FOR_USERS.search(bare)):
            yield "word", f"[{odd.group()}] {sentence}"


def passages(names: list[str]) -> Iterator[Passage]:
    if not names:
        yield from user_texts()
        for path in documents(ROOT):
            if _named(path) not in NOT_OURS:
                yield from paragraphs(path)
    for name in names:
        path = Path(name)
        files = (
            [path]
            if path.is_file()
            else sorted(p for p in path.rglob("*") if p.suffix in (".md", ".py", ".js", ".css", ".html"))
        )
        for file in files:
            yield from paragraphs(file) if file.suffix == ".md" else code_words(file)


def main() -> None:
    counts: Counter[str] = Counter()
    for passage in passages(sys.argv[1:]):
        for kind, sentence in complaints(passage):
            counts[f"{'texts' if passage.for_users else 'documents and code'}: {kind}"] += 1
            print(f"{passage.place}: {kind}: {sentence}")
    print("\n".join(f"{number:6} {kind}" for kind, number in sorted(counts.items())) or "Nothing to look at.")


if __name__ == "__main__":
    main()
