"""Every card has room for its words, and tiles lie as on the page."""

import re
from itertools import combinations, pairwise
from random import Random
from types import SimpleNamespace

import pytest

import rules
from rulebook.faces import face_of
from rulebook.facts import facts
from sharing import links, subjects
from sharing.cards import Card, Fan, Layout, Row, Sentences
from sharing.pictures import drawing, lettering
from sharing.pictures.lettering import BOLD, HEAD, PLAIN
from sharing.pictures.png import rendered

TEXT = re.compile(
    r'<text x="([\d.]+)" y="([\d.]+)" font-family="([\w ]+)" font-weight="(\d+)" font-size="([\d.]+)"'
    r' fill="#\w+" text-anchor="(\w+)">([^<]*)</text>'
)
FACES = {(face.family, str(face.weight)): face for face in (HEAD, PLAIN, BOLD)}
LONG = ["Wilhelmina Katharina von Hohenstaufen-Be", "Александра Константиновна Преображенская", "W" * 40, "Ada"]
TILES = (("6-6",) * 9, (None,) * 12)


def texts(svg):
    """Left, right and foot of every line of text."""
    for x, y, family, weight, size, anchor, said in TEXT.findall(svg):
        wide = lettering.width(said.replace("&amp;", "&"), FACES[family, weight], float(size))
        left = float(x) - (wide if anchor == "end" else 0)
        yield left, left + wide, float(y), said


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("title", ["Ada won", *LONG])
def test_long_names_fit_on_the_panel(number, title):
    rows = tuple(Row(LONG[n % 4], "1000", TILES if n % 2 else ()) for n in range(number))
    lines = () if number > 4 else (LONG[0], LONG[1])
    card = Card(title, Fan(subjects.HAND), above=LONG[1], lines=lines, rows=rows)
    found = list(texts(drawing.drawn(card)))
    assert len(found) > number * 2
    for left, right, foot, said in found:
        assert left >= drawing.MARGIN - 1, said
        assert right <= drawing.PANEL - drawing.MARGIN + 1, said
        assert foot <= drawing.BRAND + 1, said
    for line in {foot for _, _, foot, _ in found}:
        beside = sorted((left, right) for left, right, foot, _ in found if foot == line)
        assert all(one[1] < other[0] for one, other in pairwise(beside))


def test_sentences_fit_on_the_table():
    said = " ".join(["Wer nichts anlegen kann, zieht so lange, bis etwas passt."] * 6)
    card = Card("Ada", Sentences("6-6", (said, said, said)))
    found = [(left, right, foot) for left, right, foot, _ in texts(drawing.drawn(card)) if left > drawing.PANEL]
    assert found
    assert all(right <= drawing.WIDTH - 49 and foot <= drawing.HEIGHT - 40 for _, right, foot in found)


def test_signs_that_xml_forbids_are_left_out_of_names():
    svg = drawing.drawn(Card("Sun\x08day\ufffe \ud800", Fan(subjects.HAND)))
    assert rendered(svg).startswith(b"\x89PNG")
    assert ">Sunday" in svg


def test_markup_in_names_is_escaped():
    svg = drawing.drawn(Card("<script>&", Fan(subjects.HAND), rows=(Row('"><text', "1"),)))
    assert "<script" not in svg
    assert "&lt;script&gt;&amp;" in svg


@pytest.mark.parametrize("key", sorted(key for key, game in rules.VARIANTS.items() if game.layout_kind != "trains"))
def test_tiles_lie_as_on_the_page_and_do_not_overlap(key):
    ruleset = rules.ruleset(key, {}, rules.VARIANTS[key].seats[-1])
    position = next(iter(rules.random_rounds(ruleset, Random(key))))
    view = rules.view_for(position, None)
    joining = rules.Joining(facts(ruleset).sum, ruleset.arms, ruleset.in_rows)
    found = rules.arranged(view.layout, 650, 530, joining, view.ends)
    assert len(found.tiles) == len(view.layout)
    boxes = []
    for laid, tile in zip(found.tiles, view.layout if not ruleset.in_rows else found.tiles, strict=True):
        wide, high = (1, 2) if laid.vertical else (2, 1)
        boxes.append((laid.x, laid.y, laid.x + wide, laid.y + high))
        assert found.x <= laid.x <= laid.x + wide <= found.x + found.w
        assert found.y <= laid.y <= laid.y + high <= found.y + found.h
        if not ruleset.in_rows:
            assert "-".join(map(str, sorted(laid.values, reverse=True))) == tile.tile
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_an_empty_table_shows_backs():
    assert rules.arranged([], 650, 530, rules.Joining()).tiles == ()
    assert 'class="domino-line"' not in drawing.drawn(Card("Ada", Fan(subjects.BACKS)))


def test_only_finished_deals_are_open():
    def at(deal, status, hands=None):
        return SimpleNamespace(deal=deal, status=status, round=SimpleNamespace(open=hands))

    running = at(2, "playing")
    assert [links.is_over(running, deal) for deal in range(4)] == [True, True, False, False]
    over = at(2, "finished", ((), ()))
    assert [links.is_over(over, deal) for deal in range(4)] == [True, True, True, False]
    aborted = at(0, "aborted")
    assert not links.is_over(aborted, 0)


def test_a_profile_picture_shows_the_tile_of_the_face():
    for name in ("Ada", "Ада", "!"):
        upper, lower = face_of(name).split(".")[:2]
        assert sorted(subjects.tile_of(name).split("-")) == sorted([upper, lower])


def test_the_winner_is_marked():
    layout = Layout(())
    won = drawing.drawn(Card("Ada won", layout, rows=(Row("Ada", "5", won=True), Row("Ben", "3"))))
    assert won.count(drawing.SOFT) == 1
