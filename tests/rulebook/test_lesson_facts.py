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
TO_200 = "The first to reach 200 points wins."
TO_LOVE = "The first to have 6 points while another side has none wins."
BROKEN = "If every side has a point after a round, the game is broken: all sides fall to 0."
TO_100 = "The first to reach 100 points wins."
FEWEST = "Fewest pips left wins the round, and scores the others’ pips less their own."
OUT = "The first to go out wins the round and scores the pips the others have left."
FIVES = "You score whenever the open ends add up to a multiple of 5."
CROSS = "you can play on all four sides of the first double"
LOW_101 = "Pips left in your hand count against you. If you reach 101 points, you lose."
ALL_PIPS = "The first to go out wins the round and scores all pips that are left."
ONE = "The first to go out wins the round and scores 1 point."
WITH_SIX = "First round: the player with 6-6 leads it"
BOTH = "If you go out with a tile that fits two different ends, one with each half, you score"
AFTER_A_DRAW = "If nobody wins a round, the next one pays its winner 1 point more"
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


def rounded(to):
    """After a block and after going out, to the nearest multiple."""

    def of(pips, winner, others, out):
        return (2 * after_a_block_minus_own(pips, winner, others, out) + to) // (2 * to) * to

    return of


def everything_and(more):
    return lambda pips, *_: sum(pips) + more


def just(points):
    return lambda *_: points


@dataclass(frozen=True)
class Game:
    """*pairs*: with partners. *hand*: tiles of one. *draws*: the most in one turn, and the tiles that stay. *lead*: a
    tile, `high` or `low` for the highest or lowest double, or "". *doubles*: the most in one turn. *target*: as told.
    *wins*: what the winner writes, None where another test says it. *says*: what the reader is told.
    """

    says: tuple[str, ...]
    hand: int = 7
    seats: int = 2
    pairs: bool = False
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
        (NO_DRAW, OUT, TO_100, "the player with 6-6 leads it"),
        seats=4, pairs=True, draws=(0, 0), lead="6-6", wins=losers,
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
        (NO_DRAW, OUT, HEAVIEST, "Highest score after 8 rounds wins."),
        seats=4, pairs=True, draws=(0, 0), target=None, wins=losers,
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
        seats=4, pairs=True, draws=(0, 0), lead="1-1", doubles=2, target=None, wins=None,
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
    "international": Game(
        (NO_DRAW, ALL_PIPS, TO_200, HEAVIEST), seats=4, pairs=True, draws=(0, 0), target=200, wins=everything
    ),
    "cuban": Game(
        (NO_DRAW, OUT, "The first to reach 150 points wins.", HEAVIEST),
        seats=4, pairs=True, hand=10, draws=(0, 0), target=150, wins=losers,
    ),
    "dominican": Game(
        (NO_DRAW, ALL_PIPS, TO_200, WITH_SIX, f"{BOTH} 30 points more.",
         "If you play a tile and all others pass, your side scores 30 points at once.",
         "Octavo has no tile for 3 or 5, and passes. That pass pays 30 points to you and Marlow.",
         "A side with 170 points or more scores nothing for passes.",
         "The last tile fitted both ends, one with each half."),
        seats=4, pairs=True, draws=(0, 0), lead="6-6", target=200, wins=everything_and(30),
    ),
    "puerto_rico_500": Game(
        (NO_DRAW, ALL_PIPS, "The first to reach 500 points wins.", WITH_SIX, f"{BOTH} 100 points more.",
         "If you go out with the 0-0, you score 100 points more.",
         "The first round that somebody wins pays 100 points more."),
        seats=4, pairs=True, draws=(0, 0), lead="6-6", target=500, wins=everything_and(100 + 100),
    ),
    "brazilian": Game(
        (NO_DRAW, ONE, "The first to reach 6 points wins.", HIGH, f"{BOTH} 3 points instead.",
         "If you go out with a double that fits both ends, you score 4 points instead.", AFTER_A_DRAW,
         "The last tile was a double.", "That pays 2 points in all."),
        seats=4, pairs=True, hand=6, draws=(0, 0), lead="high", target=6, wins=just(2),
    ),
    "jamaican": Game(
        (NO_DRAW, ONE, TO_LOVE, WITH_SIX, BROKEN, AFTER_A_DRAW,
         "The hand with fewest pips wins a blocked round for its side, whatever the partner holds."),
        seats=4, pairs=True, draws=(0, 0), lead="6-6", target=None, wins=just(1),
    ),
    "haitian": Game(
        (NO_DRAW, ONE, TO_LOVE, WITH_SIX, AFTER_A_DRAW, f"{BOTH} 2 points instead.",
         "The last tile fitted both ends, one with each half.", "That pays 2 points in all."),
        seats=4, pairs=True, draws=(0, 0), lead="6-6", target=None, wins=just(2),
    ),
    "cut_throat": Game(
        (NO_DRAW, ONE, TO_LOVE, WITH_SIX, BROKEN), seats=3, hand=9, draws=(0, 0), lead="6-6", target=None, wins=just(1)
    ),
    "gaple": Game(
        (NO_DRAW, OUT, "The first to reach 101 points wins.", "First round: the player with 0-0 leads it"),
        seats=4, draws=(0, 0), lead="0-0", target=101, wins=losers,
    ),
    "chicken_foot": Game(
        ("you draw 1 tile, and pass if it doesn’t fit.", "you can play on all four sides of every double",
         "a double must be filled before you can play anywhere else",
         "When a double is played, you can play only on it until all its ends are taken.",
         "9-9 must be filled first, with a 9.",
         "Lowest score after 10 rounds wins.", "The 0-0 left in a hand counts 50.",
         "the players draw in turn until it turns up."),
        seats=4, draws=(1, 0), lead="9-9", spinner=True, target=None, wins=None,
    ),
    "sebastopol": Game(
        (NO_DRAW, OUT, TO_100, WITH_SIX, CROSS, "a double that leads must be filled with 4 tiles first",
         "6-6 must be filled first, with a 6."),
        seats=4, draws=(0, 0), lead="6-6", spinner=True, wins=losers,
    ),
    "cyprus": Game(
        (OUT, TO_100, "a double that leads must be filled with 8 tiles first", "9-9 must be filled first, with a 9.",
         "A double that leads has 8 ends instead of four.",
         "the players draw in turn until it turns up."),
        seats=4, hand=9, draws=(1, 1), lead="9-9", spinner=True,
    ),
    "merry_go_round": Game(
        (UNTIL, FIVES, "The first to reach 305 points wins.", HIGH,
         "a double that leads must be filled with 4 tiles first",
         "If the count is a multiple of 5, you score that many points at once.",
         "Scores for pips are rounded to the nearest multiple of 5."),
        lead="high", spinner=True, target=305, wins=rounded(5),
    ),
    "all_threes": Game(
        (UNTIL, "You score whenever the open ends add up to a multiple of 3.", TO_200,
         "First round: a random player leads.", "Scores for pips are rounded to the nearest multiple of 3."),
        target=200, wins=rounded(3),
    ),
    "five_up": Game(
        (UNTIL, FIVES, "The first to reach 305 points wins.", HEAVIEST,
         "you can play on all four sides of every double",
         "Scores for pips are rounded to the nearest multiple of 5."),
        hand=5, spinner=True, target=305, wins=rounded(5),
    ),
    "fives_threes": Game(
        (NO_DRAW, "You score whenever the open ends add up to a multiple of 3 or 5.",
         "The first to reach exactly 61 points wins.", HEAVIEST, "A count of 15 scores 5 + 3 = 8.",
         "no tiles left.", "for you both.", "Points that would take a side above 61 don’t count at all."),
        seats=4, pairs=True, hand=5, draws=(0, 0), target=61, wins=None,
    ),
    "bergen": Game(
        (TWO_STAY, "You score whenever all open ends show the same number.", "The first to reach 15 points wins.",
         HIGH, "you score 2 points at once if all open ends show the same number.",
         "You score 3 points instead if one of these ends is a double"),
        hand=6, draws=(99, 2), lead="high", target=15, wins=just(1),
    ),
    "matador": Game(
        (TWO_STAY, OUT, TO_100, HIGH, "play one that makes 7 together with an open end", "matadors fit every end",
         "You may draw even if you could play;", "or a matador.", "a matador fits every end.",
         "The matadors fit every end, with either half:", "Only a matador fits a 0."),
        draws=(99, 2), lead="high",
    ),
    "mexican_train": Game(
        ("Each player gets 7 tiles and a train of their own.", "6-6 is the station, and all trains start from it.",
         "A double must be covered: nobody can play anywhere else until somebody does.",
         "Marlow passes, and Marlow’s train is open.", "Lowest score after 7 rounds wins.",
         "a real game has the double-12 set, and hands of 15 tiles."),
        seats=3, draws=(1, 0), target=None, wins=None,
    ),
}  # fmt: skip
SEARCHES = {"vietnamese", "chicken_foot", "cyprus"}  # draw until the lead tile comes
SUMS = {"classic_six": 6, "matador": 7}
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
    assert ("four sides" in said or "becomes the house" in said) <= (game.spinner and key != "cyprus")
    assert ("A double leaves one open end" in said) <= (not game.spinner and key != "austrian")
    assert ("count against you" in said or "penalty" in said) <= (
        key
        in {
            "brettspielnetz",
            "brettspielnetz_classic",
            "goat",
            "donkey",
            "double_nine",
            "chicken_foot",
            "mexican_train",
        }
    )
    assert ("partner" in said.replace("neighbour", "")) == game.pairs
    assert ("multiple of 5" in said) == (
        key in {"muggins", "telephone", "telephone_72", "merry_go_round", "five_up", "fives_threes"}
    )


@pytest.mark.parametrize("key", OF_HANDS)
def test_hands_draws_and_leads_of_a_lesson_are_those_of_its_game(key):
    game, played = GAMES[key], positions(key)
    most, kept = game.draws
    first = played[0]
    assert [len(rules.tile_texts(hand)) for hand in first.hands] == [game.hand] * game.seats
    led = next(at for at in played if isinstance(at.move, rules.Lay))
    searched = key in SEARCHES
    start = first if searched else led.previous
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
            if key in SUMS:
                fits = {SUMS[key] - half for half in own} & other or (key == "matador" and sum(own) in (0, 7))
                assert fits
            else:
                assert own & other


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.wins])
def test_the_winner_of_a_lessons_round_writes_what_the_rules_say(key):
    result = course.steps(key)[-1].position.result
    others = [side for side in range(len(result.pips)) if side != result.winner]
    written = GAMES[key].wins(result.pips, result.winner, others, result.over == "out")
    assert [result.written[side] for side in (result.winner, *others)] == [written, *[0] * len(others)]


@pytest.mark.parametrize(
    "key", ["brettspielnetz", "brettspielnetz_classic", "double_nine", "goat", "donkey", "chicken_foot"]
)
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
        blank = {"dutch": 13, "chicken_foot": 50}.get(key, 0) if "0-0" in tiles else 0
        assert key == "sausage" or side.pips == lone.get(tiles, sum(map(pips, tiles)) + blank)
