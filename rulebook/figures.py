"""The drawn examples of a rules page: their places, texts, and data for the page's script."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulebook import Section, captions, people, phrases, pictures
from rulebook.examples import examples, played


@dataclass(frozen=True, slots=True)
class Figure:
    """*number*: its picture among those of the page. *text*: what the drawing shows. *sheet*: the made-up game's lines,
    for a figure that is a score sheet."""

    number: int
    kind: str
    title: str
    sentences: list[str]
    text: str
    size: str = "m"
    sheet: "Sheet | None" = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet in words: its side names, and rows of (round, written and total by side)."""

    names: list[str]
    rows: list[tuple[int, list[tuple[int, int]]]]


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the rules with its figures."""

    section: Section
    figures: list[Figure]


def illustrated_parts(
    key: str, seats: int, sections: list[Section]
) -> tuple[list[Part], list[pictures.Picture | pictures.SheetPicture]]:
    """The sections with their figures, and the pictures of all figures by number."""
    parts = [Part(section, []) for section in sections]
    by_name = {part.section.name: part for part in parts}
    drawn: list[pictures.Picture | pictures.SheetPicture] = []
    for example in examples(key, seats):
        picture = pictures.picture(example)
        held = [hand for hand in picture.hands if not hand.drawn]
        hands = [captions.hand_in_words(hand.name, hand.tiles) for hand in held]
        text = " ".join(filter(None, [captions.describe(example.position), *hands]))
        part = next((by_name[name] for name in example.kind.sections if name in by_name), parts[-1])
        part.figures.append(
            Figure(
                number=len(drawn),
                kind=example.kind.name,
                title=captions.title(example),
                sentences=captions.sentences(example),
                text=text,
                size=_size(picture),
            )
        )
        drawn.append(picture)
    game = played(key, seats)
    part = next((by_name[name] for name in ("scoring", "account", "own") if name in by_name), parts[-1])
    sentences = [captions.sheet_sentences(game.ruleset, phrases.length(game.ruleset))]
    if game.lines[-1].totals != game.totals:
        sentences.append(_("The game then stops in the middle of a round, which has no line."))
    sheet = Sheet(
        names=[people.side_name(game.ruleset, side) for side in range(game.ruleset.sides)],
        rows=[(line.round, list(zip(line.written, line.totals, strict=True))) for line in game.lines],
    )
    part.figures.append(Figure(len(drawn), "sheet", _("The score sheet"), sentences, "", sheet=sheet))
    return parts, [*drawn, pictures.score_sheet(game)]


def _size(picture: pictures.Picture) -> str:
    """The height of the drawing: s, m, l; or "" if only hands are shown."""
    tiles = len(picture.layout)
    if not tiles:
        return "none"
    return "s" if tiles <= 4 else "m" if tiles <= 11 else "l"
