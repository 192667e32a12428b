"""A lesson is a real round, and its sentences are true: checked with the tiles' numbers and the rules."""

import re

import pytest

import rules
from rulebook.lessons import answers, course, happenings, ideas, scene
from rulebook.lessons.prepared import LESSONS, by_game

KEYS = [lesson.key for lesson in LESSONS]
OF_ENDS = [key for key in KEYS if key != "sausage"]
STEPS = [step for key in KEYS for step in course.steps(key)]
CHOICES = [step for step in STEPS if step.move is not None]
AT_ENDS = [step for step in CHOICES if step.lesson.key != "sausage" and step.position.layout.ends]


def halves(tile):
    return {int(half) for half in str(tile).split("-")}


def view(position, seat=0):
    return rules.to_json(rules.view_for(position, seat))


def open_values(position):
    return {end["value"] for end in view(position)["ends"]}


def fitting(position):
    """The reader's tiles that share a number with an open end."""
    return {tile for tile in view(position)["hand"] if halves(tile) & open_values(position)}


def numbers(text):
    return {int(number) for number in re.findall(r"\d+", text)}


def told(key, number):
    step = course.steps(key)[number - 1]
    return happenings.happenings(step), answers.question(step)


def test_every_game_has_exactly_one_lesson():
    games = [key for lesson in LESSONS for key in (lesson.key, *lesson.also)]
    assert len(games) == len({*games})
    assert {*games} <= {*by_game()} == {*rules.VARIANTS}


@pytest.mark.parametrize("lesson", LESSONS, ids=KEYS)
def test_every_lesson_is_playable_to_the_end_of_its_round(lesson):
    game = rules.new_game(rules.ruleset(lesson.key, lesson.options, lesson.seats))
    position = rules.start_round(game, lesson.deal)
    for text in lesson.moves.split():
        position = rules.play(position, text)
    assert position.over
    assert position.result.winner == position.rules.side_of(0)


@pytest.mark.parametrize("key", KEYS)
def test_the_reader_has_six_to_eight_moves_and_the_others_are_named(key):
    steps = course.steps(key)
    assert 6 <= len(steps) - 1 <= 8
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(step.position.turn == 0 for step in steps[:-1])
    assert [player.mine for player in scene.players(steps[0])] == [False] * (steps[0].lesson.seats - 1) + [True]


@pytest.mark.parametrize("key", KEYS)
def test_the_steps_describe_every_move_of_the_lesson(key):
    moves = [str(at.move) for step in course.steps(key) for at in step.since]
    assert moves == course.steps(key)[0].lesson.moves.split()


def test_block_explains_what_a_pass_means():
    assert told("block", 5) == (
        ["You play 6-2 on the 6-6: both show 6.", "Quill has no tile for 2 or 3, and passes."],
        [
            "The open ends show 2 and 3.",
            "Quill passed, and so has none of these: 2 and 3. Leave only such ends, and Quill must pass again.",
        ],
    )
    assert told("block", 7)[0] == [
        "You play 4-2 on the 2-2: both show 2.",
        "Nobody holds a tile that fits 3 or 4, and there is nothing to draw.",
        "You win the round.",
    ]


def test_the_readers_draw_names_the_tile_and_says_that_we_draw():
    assert told("draw", 6)[0][1:] == [
        "Quill has no tile for 1 or 6, and draws 2 tiles.",
        "Quill plays 5-1 on the 1-1.",
        "None of your tiles fits 5 or 6, so you draw 6-3.",
        "If you can’t play or draw, you pass. We draw and pass for you.",
    ]


def test_points_of_muggins_are_counted_where_they_are_made():
    assert told("muggins", 3)[0] == [
        "You play 6-3 on the 6-6: both show 6.",
        "The open ends add up to 5, a multiple of 5, and score 5 points.",
        "Quill plays 2-2 lengthwise, so it counts 2 instead of 4.",
        "The open ends add up to 5, a multiple of 5, and score 5 points.",
    ]
    assert scene.players(course.steps("muggins")[2])[-1].points == 5


def test_partners_are_named_and_win_together():
    step = course.steps("partnership")[-1]
    assert happenings.happenings(step)[-1] == "You and Marlow win the round."
    assert [(side.name, side.pips, side.written) for side in scene.sides(step)] == [
        ("You and Marlow", 4 + 6 + 8, 21),
        ("Quill and Octavo", 2 + 3 + 4 + 5 + 7, 0),
    ]
    assert [player.name for player in scene.players(step) if player.partner] == ["Marlow"]


def test_a_first_penalty_below_13_is_not_scored():
    assert [(side.pips, side.written) for side in scene.sides(course.steps("goat")[-1])] == [(0, 0), (22, 22), (2, 0)]


def test_sausage_turns_over_inserts_and_cuts():
    said = " ".join(sentence for step in course.steps("sausage") for sentence in happenings.happenings(step))
    assert "You turn over 4-2: it is the start. Line A will grow from its 4, line B from its 2." in said
    assert "You turn over 5-5. It fits nowhere, so it goes to the back of your row." in said
    assert "You insert 0-0 into line A, between two halves that show 0." in said
    assert "You cut both lines with 2-0. 3 tiles go to the back of Quill’s row." in said
    assert answers.answer(course.steps("sausage")[0], "2-2>A").sentences == (
        "2-2 doesn’t fit there: the end of line A shows 0.",
    )


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.lesson.key}-{step.number}")
def test_every_sentence_is_complete(step):
    for sentence in [*happenings.happenings(step), *answers.question(step)]:
        assert re.fullmatch(r"[A-Z0-9].*[.?]", sentence), sentence
        assert "%" not in sentence
        assert "  " not in sentence


@pytest.mark.parametrize("key", OF_ENDS)
def test_halves_that_meet_are_equal_and_players_who_draw_or_pass_hold_nothing_that_fits(key):
    names = {name: seat for seat, name in enumerate(course.steps(key)[0].lesson.names)}
    for step in course.steps(key):
        said = happenings.happenings(step)
        for sentence in said:
            if met := re.fullmatch(r"You play (\S+) on the (\S+): both show (\d+)\.", sentence):
                assert int(met[3]) in halves(met[1]) & halves(met[2])
                assert any(str(at.move).startswith(f"{met[1]}>{met[2]}") and at.seat == 0 for at in step.since)
            if stuck := re.match(r"(?:None of your tiles fits|(\w+) has no tile for) (.*?),", sentence):
                seat, values = names[stuck[1] or ""], numbers(stuck[2])
                hands = [
                    rules.tile_texts(at.previous.hands[seat])
                    for at in step.since
                    if at.seat == seat
                    and isinstance(at.move, rules.Draw | rules.Pass)
                    and open_values(at.previous) == values
                ]
                assert hands
                assert not any(halves(tile) & values for tile in hands[0])


def test_points_in_sentences_match_the_totals():
    found = []
    for step in course.steps("muggins"):
        said = re.findall(
            r"add up to (\d+), a multiple of 5, and score (\d+) point", " ".join(happenings.happenings(step))
        )
        gains = [sum(at.totals) - sum(at.previous.totals) for at in step.since]
        assert [int(points) for _count, points in said] == [gain for gain in gains if gain]
        found += said
    assert all(count == points and int(count) % 5 == 0 for count, points in found)
    assert len(found) > 4


@pytest.mark.parametrize("step", AT_ENDS, ids=lambda step: f"{step.lesson.key}-{step.number}")
def test_ends_in_sentences_are_open_and_tiles_fit_as_stated(step):
    position = step.position
    assert numbers(answers.question(step)[0]) == open_values(position)
    onto = {end["tile"] for end in view(position)["ends"]}
    for tile in view(position)["hand"]:
        said = answers.answer(step, tile)
        if tile not in fitting(position):
            assert said.sentences[0].startswith(f"{tile} doesn’t fit: the open ends ask for")
            assert numbers(said.sentences[0].partition("for")[2]) == open_values(position)
            for end in onto:
                with pytest.raises(rules.IllegalMove):
                    rules.play(position, f"{tile}>{end}")
        elif tile not in str(step.move):
            assert said.sentences[0] == "That’s legal, but there’s a better move."
            assert any(str(move).startswith(f"{tile}>") for move in position.legal)
        else:
            assert said.right or str(step.move) in [move for move, _words in said.places]
        assert said.right <= (tile in str(step.move))


@pytest.mark.parametrize("step", CHOICES, ids=lambda step: f"{step.lesson.key}-{step.number}")
def test_the_reason_for_a_move_is_true(step):
    position, move, others = step.position, step.move, set(course.placings(step.position)) - {step.move}
    tile = str(move).partition(">")[0].partition("^")[0].partition("/")[0]
    pips = {other: sum(int(half) for half in str(other).partition(">")[0].split("-")) for other in others}

    def points(other):
        return rules.play(position, other).totals[0] - position.totals[0]

    def own_after(other):
        after = rules.play(position, other)
        return sum(bool(halves(held) & open_values(after)) for held in view(after)["hand"])

    match ideas.idea_of(step):
        case "out":
            assert view(rules.play(position, move))["hands"][0] == 0
        case "only":
            assert not others
        case "scores":
            assert points(move) > max(0, *map(points, others))
        case "cuts":
            assert "/" in str(move)
        case "stops":
            after = rules.play(position, move)
            assert view(after, after.turn)["legal"] == ["pass"]
            said = numbers(answers.question(step)[1])
            assert not any(halves(held) & said for held in rules.tile_texts(position.hands[after.turn]))
        case "double":
            assert len(halves(tile)) == 1
            assert any(len(halves(str(other).partition(">")[0])) == 2 for other in others)
        case "heavy":
            assert sum(int(half) for half in tile.split("-")) > max(pips.values())
            assert step.lesson.key != "muggins"  # where pips left in hands don't count
        case "follow":
            assert own_after(move) > max(map(own_after, others))


@pytest.mark.parametrize("step", CHOICES, ids=lambda step: f"{step.lesson.key}-{step.number}")
def test_every_step_has_one_solution_that_can_be_shown(step):
    right = []
    for tried, _words in answers.choices(step):
        said = answers.answer(step, tried)
        ways = [tried, *(move for move, _words in said.places)]
        right += [way for way in ways if answers.answer(step, way).right]
        assert said.right or said.sentences
    assert len(right) == 1
    assert answers.answer(step, str(step.move)).right
    shown = answers.answer(step, answers.SHOW)
    assert not shown.right
    if step.lesson.key == "sausage":
        assert shown.sentences[0] == f"It may go {dict(answers.choices(step))[right[0]]}."
    else:
        assert shown.sentences[0] == f"Play {str(step.move).replace('>', ' on the ')}."


@pytest.mark.parametrize("tried", ["", "9-9", "0-0>0-0", "draw", "pass", "resign", "6-6x", "<b>"])
def test_impossible_tries_get_no_answer(tried):
    assert answers.answer(course.steps("block")[1], tried) is None
    assert answers.answer(course.steps("sausage")[0], tried) is None
    assert answers.answer(course.steps("block")[-1], tried) is None


def test_a_cut_is_drawn_with_the_tiles_cut_off():
    picture = rules.to_json(scene.picture(course.steps("sausage")[5]))
    assert [tile["tile"] for tile in picture["before"] if tile["tile"] not in str(picture["layout"])] == [
        "2-0", "0-0", "6-2"]  # fmt: skip
    assert picture["change"] == "6-0/1"
