"""What a lesson tells and plays is true of its own game. The table is written by hand from docs/rules/rules.md."""

import re
from dataclasses import dataclass
from itertools import groupby

import pytest

import rules
from rulebook.lessons import answers, course, happenings, learnt, scene
from rulebook.lessons.prepared import by_game

NO_DRAW = "If you can’t play, you pass: there is no drawing."
UNTIL = "If you can’t play, you draw until you can, or pass when no tiles are left."
ONE_STAYS = "If you can’t play, you draw until you can; the last tile stays hidden."
TWO_STAY = "If you can’t play, you draw until you can; the last 2 tiles stay hidden."
HEAVIEST = "First round: each player draws a tile, and the heaviest leads."
HIGH = "First round: the player with the highest double leads it."
LOW = "First round: the player with the lowest double leads it, from 1-1 up and 0-0 last."
TO_100 = "The first to reach 100 points wins."
FEWEST = "Fewest pips left wins the round, and scores the others’ pips less their own."
OUT = "The first to go out wins the round and scores the pips the others have left."
FIVES = "You score whenever the open ends add up to a multiple of 5."
CROSS = "you can play on all four sides of the first double"
LOW_101 = "Pips left in your hand count against you. If you reach 101 points, you lose."
LONE = "A hand of just 0-0 counts 25."


def losers(pips, _winner, others, _out):
    return sum(pips[side] for side in others)


def losers_minus_own(pips, winner, others, _out):
    return max(losers(pips, winner, others, _out) - pips[winner], 0)


def after_a_block_minus_own(pips, winner, others, out):
    return losers(pips, winner, others, out) if out else losers_minus_own(pips, winner, others, out)


def everything(pips, _winner, _others, _out):
    return sum(pips)


def fifths(pips, winner, others, out):
    return -(-losers(pips, winner, others, out) // 5)


@dataclass(frozen=True)
class Game:
    """*hand*: tiles of one. *draws*: the most in one turn, and the tiles that stay. *lead*: a tile, `high` or `low` for
    the highest or lowest double, or "". *doubles*: the most in one turn. *target*: as told. *wins*: what the winner
    writes, None where another test says it. *says*: what the reader is told.
    """

    says: tuple[str, ...]
    hand: int = 7
    seats: int = 2
    draws: tuple[int, int] = (99, 0)
    lead: str = ""
    doubles: int = 1
    spinner: bool = False
    target: int | None = 100
    wins: object = after_a_block_minus_own


GAMES = {
    "brettspielnetz": Game(
        ("you draw up to 3 tiles", "Lowest score after 4 rounds wins.", "Going out takes 5 points off your penalty."),
        draws=(3, 2), target=None, wins=None,
    ),
    "brettspielnetz_classic": Game(
        (TWO_STAY, "Lowest score after 4 rounds wins.", "Going out takes 5 points off your penalty."),
        draws=(99, 2), target=None, wins=None,
    ),
    "draw": Game(
        (TWO_STAY, "You may draw even if you could play;", FEWEST, TO_100, HEAVIEST),
        draws=(99, 2), wins=losers_minus_own,
    ),
    "block": Game((NO_DRAW, OUT, TO_100, HEAVIEST), draws=(0, 0), wins=losers_minus_own),
    "pool": Game((TWO_STAY, FEWEST, TO_100, HEAVIEST), draws=(99, 2), wins=losers_minus_own),
    "auction": Game(
        ("you draw until you can; the last two tiles go to the highest bidder.", FEWEST, TO_100, HEAVIEST),
        draws=(99, 2), wins=losers_minus_own,
    ),
    "dutch": Game(
        ("you draw up to 2 tiles, and pass if none fits.", "The 0-0 left in a hand counts 13.", OUT, TO_100, HIGH),
        draws=(2, 0), lead="high", wins=losers_minus_own,
    ),
    "partnership": Game(
        (NO_DRAW, OUT, TO_100, "the player with 6-6 leads it"), seats=4, draws=(0, 0), lead="6-6", wins=losers
    ),
    "puerto_rico": Game(
        (UNTIL, "wins the round and scores all pips that are left.", TO_100, "the player with 6-6 leads it"),
        lead="6-6 or high", wins=everything,
    ),
    "austrian": Game((UNTIL, OUT, TO_100, HEAVIEST), hand=9),
    "egyptian": Game((UNTIL, OUT, TO_100, HIGH), lead="high"),
    "jordanian": Game((UNTIL, OUT, TO_100, HIGH), lead="high"),
    "vietnamese": Game(
        (UNTIL, OUT, TO_100, "the players draw in turn until it turns up.", "Nobody was dealt 6-6."),
        hand=1, lead="6-6",
    ),
    "ukrainian": Game((UNTIL, OUT, TO_100, HIGH), lead="high"),
    "french": Game((TWO_STAY, OUT, TO_100, HEAVIEST), draws=(99, 2)),
    "double_nine": Game(
        ("you draw 1 tile, and pass if it doesn’t fit.", "you can play on all four sides of every double",
         "If you reach 100 points, you lose.", HIGH,
         "You may keep a drawn tile that fits, and pass."),
        seats=3, draws=(1, 0), lead="high", spinner=True, wins=None,
    ),
    "classic": Game(
        (UNTIL, OUT, TO_100, HIGH, LONE, "you can play up to 2 doubles at once"), lead="high", doubles=2
    ),
    "classic_six": Game((UNTIL, OUT, TO_100, HIGH, LONE, "play one that makes 6 together"), lead="high"),
    "goat": Game(
        (ONE_STAYS, LOW_101, LOW, "Your first penalty must be 13 or more. Fewer pips don’t count."),
        seats=3, draws=(99, 1), lead="low", target=101, wins=None,
    ),
    "sea_goat": Game(
        ("draw until you can or no tiles are left.", "Only one side at a time has points: it has the account.", LOW,
         "The game goes to 125 points.", "up to two doubles that fit"),
        draws=(99, 1), lead="low", doubles=2, target=125, wins=None,
    ),
    "sport_goat": Game(
        (NO_DRAW, OUT, HEAVIEST, "Highest score after 8 rounds wins."), seats=4, draws=(0, 0), target=None, wins=losers
    ),
    "donkey": Game(
        (ONE_STAYS, LOW_101, LOW, CROSS, "you can play up to 4 doubles at once",
         "Your first penalty must be 13 or more. Fewer pips are saved", "face down: it closes its end."),
        draws=(99, 1), lead="low", doubles=4, spinner=True, target=101, wins=None,
    ),
    "general": Game(
        ("1-1 leads every round", "up to two doubles that fit",
         "If you go out with 0-0 or 6-6, the side that would play next becomes a General.",
         "the side with fewer Generals wins."),
        seats=4, draws=(0, 0), lead="1-1", doubles=2, target=None, wins=None,
    ),
    "telephone": Game(
        (UNTIL, FIVES, "The first to reach 225 points wins.", "the player with 3-2 leads it",
         "the first double with tiles on both sides opens two more ends",
         "Every side but the winner’s loses the pips it has left, rounded down to a multiple of 5",
         "If the count is a multiple of 5, you score that many points at once."),
        lead="3-2 or high", spinner=True, target=225, wins=None,
    ),
    "telephone_72": Game(
        (UNTIL, FIVES, "The first to reach 72 points wins.", HIGH, CROSS,
         "you score the count divided by 5 at once.", "The winner scores a fifth of the others’ pips, rounded up."),
        lead="high", spinner=True, target=72, wins=fifths,
    ),
    "muggins": Game(
        (UNTIL, FIVES, "The first to reach 200 points wins.", HEAVIEST, CROSS, "Going out earns 10 points.",
         "If the count is a multiple of 5, you score that many points at once.",
         "After going out: Nobody scores for the pips left."),
        spinner=True, target=200, wins=None,
    ),
    "sausage": Game(
        ("the front one is turned over", "The first player with an empty row wins the round, and the other scores",
         "If you reach the target, you lose.", "a real game has 14 tiles in each."),
        target=None, wins=None,
    ),
}  # fmt: skip
OF_HANDS = [key for key in GAMES if key != "sausage"]


def told(key):
    steps = course.steps(key)
    ruleset = steps[0].position.rules
    said = [sentence for step in steps for sentence in [*happenings.happenings(step), *answers.question(step)]]
    return " ".join([*said, *learnt.learnt(steps[0].lesson, ruleset), *learnt.scored(ruleset)])


def positions(key):
    return course.steps(key)[-1].position.positions()


def pips(tile):
    return sum(int(half) for half in str(tile).split("-"))


def test_every_game_has_a_lesson_of_its_own_and_is_in_this_table():
    assert {*GAMES} == {*rules.VARIANTS} == {key for key, lesson in by_game().items() if lesson.key == key}


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_tells_the_rules_of_its_own_game(key):
    game, said = GAMES[key], told(key)
    for phrase in game.says:
        assert phrase in said, phrase
    assert {int(n) for n in re.findall(r"[Ee]ach player (?:gets|has) (\d+) tile", said)} == {game.hand}


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_tells_no_rule_of_another_game(key):
    game, said = GAMES[key], told(key)
    targets = {int(n) for n in re.findall(r"(?:reach|goes to|up to) (\d+) points", said)}
    assert targets <= {game.target}
    assert ("there is no drawing" in said) <= (game.draws[0] == 0)
    assert ("stays hidden" in said) <= (game.draws[1] == 1)
    assert ("tiles stay hidden" in said) <= (game.draws[1] == 2)
    assert ("four sides" in said or "becomes the house" in said) <= game.spinner
    assert ("A double leaves one open end" in said) <= (not game.spinner and key != "austrian")
    assert ("count against you" in said or "penalty" in said) <= (
        key in {"brettspielnetz", "brettspielnetz_classic", "goat", "donkey", "double_nine"}
    )
    assert ("partner" in said.replace("neighbour", "")) == (game.seats == 4)
    assert ("multiple of 5" in said) == (key in {"muggins", "telephone", "telephone_72"})


@pytest.mark.parametrize("key", OF_HANDS)
def test_hands_draws_and_leads_of_a_lesson_are_those_of_its_game(key):
    game, played = GAMES[key], positions(key)
    most, kept = game.draws
    first = played[0]
    assert [len(rules.tile_texts(hand)) for hand in first.hands] == [game.hand] * game.seats
    led = next(at for at in played if isinstance(at.move, rules.Lay))
    start = led.previous if key != "vietnamese" else first
    searched = key == "vietnamese"
    draws = [at for at in played if isinstance(at.move, rules.Draw) and (not searched or at.ply > led.ply)]
    for _turn, drawn in groupby(
        draws, key=lambda at: (at.seat, sum(isinstance(b.move, rules.Lay) for b in at.positions()))
    ):
        assert len(list(drawn)) <= most
    assert all(len(at.boneyard) >= kept for at in draws)
    dealt = [tile for hand in start.hands for tile in rules.tile_texts(hand)]
    doubles = sorted(int(tile[0]) for tile in dealt if tile[0] == tile.partition("-")[2])
    expected = {
        "high": [f"{n}-{n}" for n in doubles[-1:]],
        "low": [f"{n}-{n}" for n in ([n for n in doubles if n] or doubles)[:1]],
    }
    tile, _or, otherwise = game.lead.partition(" or ")
    asked = tile if tile in dealt or not otherwise else otherwise
    assert not game.lead or str(led.move) in expected.get(asked, [asked])
    assert all(len(at.move.plays) <= game.doubles for at in played if isinstance(at.move, rules.Lay))


@pytest.mark.parametrize("key", OF_HANDS)
def test_tiles_of_a_lesson_meet_as_in_its_game(key):
    for at in positions(key):
        for laid in at.move.plays if isinstance(at.move, rules.Lay) else ():
            if laid.onto is None:
                continue
            own, other = ({int(half) for half in str(tile).split("-")} for tile in (laid.tile, laid.onto))
            assert {6 - half for half in own} & other if key == "classic_six" else own & other


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.wins])
def test_the_winner_of_a_lessons_round_writes_what_the_rules_say(key):
    result = course.steps(key)[-1].position.result
    others = [side for side in range(len(result.pips)) if side != result.winner]
    written = GAMES[key].wins(result.pips, result.winner, others, result.over == "out")
    assert [result.written[side] for side in (result.winner, *others)] == [written, *[0] * len(others)]


@pytest.mark.parametrize("key", ["brettspielnetz", "brettspielnetz_classic", "double_nine", "goat", "donkey"])
def test_penalties_of_a_lessons_round_are_what_the_rules_say(key):
    result = course.steps(key)[-1].position.result
    for side, (left, written) in enumerate(zip(result.pips, result.written, strict=True)):
        bonus = 5 if key.startswith("brett") and result.over == "out" and side == result.winner else 0
        free = key in {"goat", "donkey"} and (left < 13 or (result.over == "blocked" and side == result.winner))
        assert written == (0 if free else left - bonus)


def test_the_account_the_generals_and_the_houses_are_written_as_the_rules_say():
    goat, general, telephone, muggins, sausage = (
        course.steps(key)[-1].position.result for key in ("sea_goat", "general", "telephone", "muggins", "sausage")
    )
    assert goat.pips[1] >= 25
    assert goat.written == (goat.pips[1], 0)
    last = course.steps("general")[-1].position.move
    titles = sum(tile in {"0-0", "6-6"} for tile in map(str, course.tiles_of(last)))
    assert titles
    assert sorted(general.written) == [0, titles]
    assert muggins.written == ((10, 0) if muggins.over == "out" else muggins.written)
    assert telephone.written[0] == 0 or telephone.over == "blocked"
    assert all(written <= 0 and written % 5 == 0 for written in telephone.written)
    assert sausage.written[0] == 0
    assert sausage.written[1] == sausage.pips[1]


@pytest.mark.parametrize("key", GAMES)
def test_the_table_at_the_end_counts_the_pips_of_the_tiles_it_shows(key):
    lone = {("0-0",): 25} if key in {"classic", "classic_six", "sea_goat"} else {}
    for side in scene.sides(course.steps(key)[-1]):
        tiles = tuple(tile for hand in side.hands for tile in hand)
        blank = 13 if key == "dutch" and "0-0" in tiles else 0
        assert key == "sausage" or side.pips == lone.get(tiles, sum(map(pips, tiles)) + blank)
