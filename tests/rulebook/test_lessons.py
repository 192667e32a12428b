"""A lesson is a real round, and its sentences are true: checked with the tiles' numbers and the rules."""

import re
from functools import wraps
from itertools import permutations

import pytest

import rules
from rulebook.lessons import answers, course, happenings, ideas, scene
from rulebook.lessons.prepared import LESSONS

KEYS = [lesson.key for lesson in LESSONS]
OF_ENDS = [key for key in KEYS if key not in {"sausage", "mexican_train"}]
SUMS = {"classic_six": 6, "matador": 7}
EQUAL = [key for key in OF_ENDS if key not in SUMS]
NO_PIPS = {"muggins", "general", "brazilian", "jamaican", "haitian", "cut_throat", "fives_threes", "bergen"}
MATADORS = {"0-0", "6-1", "5-2", "4-3"}
OF_ENDS_TOLD = re.compile(r"open ends show [\d, and]+\.$|must be filled first")
TRAINS = {"T0": "your train", "T1": "Quill’s train", "T2": "Marlow’s train", "M": "the Mexican train"}
BLANKS = {"dutch": 13, "chicken_foot": 50}
STEPS = [step for key in KEYS for step in course.steps(key)]
CHOICES = [step for step in STEPS if step.move is not None]
AT_ENDS = [step for step in CHOICES if step.lesson.key in EQUAL and step.position.layout.ends]


def of_each(steps):
    """Asks a test of each of the *steps*, as one test for each game: setting up thousands takes long."""

    def asked(test):
        @pytest.mark.parametrize("key", sorted({step.lesson.key for step in steps}))
        @wraps(test)
        def of_game(key):
            for step in steps:
                if step.lesson.key == key:
                    test(step)

        del of_game.__wrapped__  # pytest would ask for its arguments
        return of_game

    return asked


def halves(tile):
    return {int(half) for half in str(tile).split("-")}


def view(position, seat=0):
    return rules.to_json(rules.view_for(position, seat))


def open_values(position):
    return {end["value"] for end in view(position)["ends"]}


def goes(tile, after):
    """Whether *tile* fits an open end, by its halves."""
    total = SUMS.get(after.rules.key)
    if total is None:
        return bool(halves(tile) & open_values(after))
    wild = after.rules.key == "matador" and tile in MATADORS
    return wild or bool(halves(tile) & {total - value for value in open_values(after)})


def fitting(position):
    """The reader's tiles that share a number with an open end."""
    return {tile for tile in view(position)["hand"] if halves(tile) & open_values(position)}


def numbers(text):
    return {int(number) for number in re.findall(r"\d+", text)}


def left_out(hand, position):
    """The fewest pips that *hand* leaves out of a train on from the end of the reader's: by trying all orders."""
    (end,) = [train["end"] for train in view(position)["trains"] if train["of"] == "T0"]
    least = sum(sum(map(int, tile.split("-"))) for tile in hand)
    for order in permutations(hand):
        open_half, left = end, [*order]
        while left and open_half in halves(left[0]):
            high, low = map(int, left.pop(0).split("-"))
            open_half = high + low - open_half
        least = min(least, sum(sum(map(int, tile.split("-"))) for tile in left))
    return least


def told(key, number):
    step = course.steps(key)[number - 1]
    return happenings.happenings(step), answers.question(step)


@pytest.mark.parametrize("lesson", LESSONS, ids=KEYS)
def test_every_lesson_is_playable_to_the_end_of_its_round(lesson):
    game = rules.new_game(rules.ruleset(lesson.key, lesson.options, lesson.seats))
    position = rules.start_round(game, lesson.deal)
    for text in lesson.moves:
        position = rules.play(position, text)
    assert position.over
    assert position.result.winner == position.rules.side_of(0)


@pytest.mark.parametrize("key", KEYS)
def test_the_reader_has_enough_moves_but_not_too_many_and_the_others_are_named(key):
    steps = course.steps(key)
    fewest = {"fives_threes": 4, "brazilian": 5}.get(key, 6)  # small hands, and nobody draws
    most = {"austrian": 10, "cyprus": 10, "cuban": 11, "cut_throat": 10}.get(key, 8)
    assert fewest <= len(steps) - 1 <= most
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(step.position.turn == 0 for step in steps[:-1])
    assert [player.mine for player in scene.players(steps[0])] == [False] * (steps[0].lesson.seats - 1) + [True]


@pytest.mark.parametrize("key", KEYS)
def test_the_steps_describe_every_move_of_the_lesson(key):
    moves = [str(at.move) for step in course.steps(key) for at in step.since]
    assert moves == course.steps(key)[0].lesson.moves


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
    assert told("brettspielnetz", 7)[0][1:] == [
        "Quill plays 3-1 on the 3-0.",
        "None of your tiles fits 1 or 2, so you draw 4-2.",
        "If you can’t play or draw, you pass. We draw and pass for you.",
    ]


def test_points_of_muggins_are_counted_where_they_are_made():
    assert told("muggins", 4)[0] == [
        "You play 6-5 on the 5-5: both show 5.",
        "The open ends count 2 + 2 + 6 = 10, a multiple of 5, and score 10 points.",
        "Quill plays 6-6 lengthwise, so it counts 6 instead of 12.",
        "The open ends count 2 + 2 + 6 = 10, a multiple of 5, and score 10 points.",
    ]
    assert scene.players(course.steps("muggins")[3])[-1].points == 25


def test_a_general_is_named_and_its_doubles_are_told_together():
    assert told("general", 7)[0] == [
        "You play 0-0 on the 5-0 and 6-6 on the 6-0 in one turn.",
        "Those were your last tiles. You go out, and the round ends.",
        "2 Generals for Quill and Octavo.",
        "You and Marlow win the round.",
    ]


def test_players_draw_until_6_6_turns_up():
    assert told("vietnamese", 1)[0][2:] == ["Nobody was dealt 6-6.", "You draw 6-1, 4-4, 3-2, 6-0, 6-5, 6-6."]


def test_halves_that_make_six_are_added_up():
    assert told("classic_six", 2)[0][0] == "You play 5-0 on the 6-6: 0 and 6 make 6."
    assert "Touching halves must add up to 6, so you need 0 or 4." in told("classic_six", 2)[1]


def test_a_legal_move_is_answered_with_what_it_leads_to_and_which_is_stronger():
    said = answers.answer(course.steps("partnership")[1], "3-0>0-0")
    assert [*said.sentences, *said.judged] == [
        "You play 3-0 on the 0-0: both show 0.",
        "The open ends show 3 and 5.",
        "2 of your tiles fit then.",
        "That’s legal, but 5-0 on the 6-5 is stronger.",
        "After it, Quill must pass again.",
    ]


def test_a_draw_by_choice_is_answered():
    said = answers.answer(course.steps("draw")[1], "draw")
    assert said.made.move == "draw"
    assert said.judged[-1] == "A draw adds a tile to your hand, while a play takes one out."


def test_partners_are_named_and_win_together():
    step = course.steps("partnership")[-1]
    assert happenings.happenings(step)[-1] == "You and Marlow win the round."
    assert [(side.name, side.pips, side.written) for side in scene.sides(step)] == [
        ("You and Marlow", 4 + 6 + 8, 21),
        ("Quill and Octavo", 2 + 3 + 4 + 5 + 7, 0),
    ]
    assert [player.name for player in scene.players(step) if player.partner] == ["Marlow"]


def test_a_first_penalty_below_13_is_not_scored():
    assert [(side.pips, side.written) for side in scene.sides(course.steps("goat")[-1])] == [(0, 0), (13, 13), (7, 0)]


def test_sausage_turns_over_inserts_and_cuts():
    said = " ".join(sentence for step in course.steps("sausage") for sentence in happenings.happenings(step))
    assert "You turn over 4-2: it is the start. Line A will grow from its 4, line B from its 2." in said
    assert "You turn over 5-5. It fits nowhere, so it goes to the back of your row." in said
    assert "You insert 0-0 into line A, between two halves that show 0." in said
    assert "You cut both lines with 2-0. 3 tiles go to the back of Quill’s row." in said
    assert answers.answer(course.steps("sausage")[0], "2-2>A").sentences == (
        "2-2 doesn’t fit there: the end of line A shows 0.",
    )


def test_mexican_train_shows_every_train_and_who_covers():
    said = [happenings.happenings(step) for step in course.steps("mexican_train")]
    assert said[0][1:] == ["6-6 is the station, and all trains start from it."]
    assert said[2] == [
        "You play 3-3 on the Mexican train.",
        "A double must be covered: nobody can play anywhere else until somebody does.",
    ]
    assert said[4] == [
        "You play 5-1 on the Mexican train, which now ends in 5.",
        "Quill plays 6-2 on their own train.",
        "Marlow plays 5-5 on the Mexican train.",
        "Marlow has no tile for 5, and draws 1 tile.",
        "It doesn’t fit.",
        "Marlow passes, and Marlow’s train is open.",
        "Everyone can play on an open train, until its owner plays on it.",
    ]
    assert said[5][0] == "You cover the 5-5 with 5-4."
    assert said[6][0] == "You play 5-0 on Marlow’s train, which now ends in 0."
    assert said[6][-1] == "That closes Marlow’s train."


def test_a_tile_that_fits_a_closed_train_or_no_cover_is_told_so():
    steps = course.steps("mexican_train")
    assert answers.question(steps[2])[0] == "The 3-3 on the Mexican train must be covered: you need a 3."
    assert answers.answer(steps[2], "5-4").sentences == ("5-4 doesn’t cover the 3-3: you need a 3.",)
    assert answers.answer(steps[3], "5-0").sentences == ("5-0 fits only Marlow’s train, which is closed.",)
    assert answers.answer(steps[0], "5-0").sentences == ("5-0 doesn’t fit: you need 6.",)


@of_each([step for step in CHOICES if step.lesson.key == "mexican_train"])
def test_places_in_the_question_are_the_trains_that_take_a_tile(step):
    view_now = view(step.position, 0)
    asked = answers.question(step)[0]
    ends = {end["arm"]: end["value"] for end in view_now["ends"]}
    for train, name in TRAINS.items():
        assert (f"on {name}" in asked) == (train in ends)
        if "must be covered" not in asked and train in ends:
            assert f"on {name} ({ends[train]})" in asked


@of_each(STEPS)
def test_every_sentence_is_complete(step):
    for sentence in [*happenings.happenings(step), *answers.question(step)]:
        assert re.fullmatch(r"[A-Z0-9].*[.?]", sentence), sentence
        assert "%" not in sentence
        assert "  " not in sentence


@pytest.mark.parametrize("key", EQUAL)
def test_halves_that_meet_are_equal_and_players_who_draw_or_pass_hold_nothing_that_fits(key):
    names = {name: seat for seat, name in enumerate(course.steps(key)[0].lesson.names)}
    for step in course.steps(key):
        said = happenings.happenings(step)
        for sentence in said:
            if met := re.fullmatch(r"You play (\S+) on the (\S+): both show (\d+)\.", sentence):
                assert int(met[3]) in halves(met[1]) & halves(met[2])
                assert any(str(at.move).startswith(f"{met[1]}>{met[2]}") and at.seat == 0 for at in step.since)
            if stuck := re.match(r"(?:None of your tiles fits|(\w+) has no tile for) (.*?), (?:so|and) ", sentence):
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
            r"count ([\d +]+) = (\d+), a multiple of 5, and score (\d+) point", " ".join(happenings.happenings(step))
        )
        gains = [sum(at.totals) - sum(at.previous.totals) for at in step.since]
        assert [int(points) for _halves, _count, points in said] == [gain for gain in gains if gain]
        found += said
    assert all(count == points and int(count) % 5 == 0 for _halves, count, points in found)
    assert all(sum(map(int, halves.split(" + "))) == int(count) for halves, count, _points in found)
    assert len(found) > 4


def test_a_move_that_scores_nothing_is_counted_too():
    said = answers.answer(course.steps("telephone")[1], "4-4>4-3").sentences
    assert said[1:3] == ("The open ends show 4 and 6.", "They count 4 + 4 + 6 = 14.")


def test_points_for_going_out_are_in_the_strip_as_in_the_result():
    step = course.steps("muggins")[-1]
    assert [player.points for player in scene.players(step)] == [40, 35 + 10]
    assert [side.total for side in scene.sides(step)] == [45, 40]


@of_each(AT_ENDS)
def test_ends_in_sentences_are_open_and_tiles_fit_as_stated(step):
    position = step.position
    assert numbers(answers.question(step)[0]) == open_values(position)
    onto = {end["tile"] for end in view(position)["ends"]}
    for tile in view(position)["hand"]:
        said = answers.answer(step, tile)
        if tile not in fitting(position):
            if double := view(position)["unfilled"]:
                assert said.sentences == (f"You can’t play {tile} yet: {double} must be filled first.",)
            else:
                assert said.sentences[0].startswith(f"{tile} doesn’t fit: the open ends ask for")
                assert numbers(said.sentences[0].partition("for")[2]) == open_values(position)
            for end in onto:
                with pytest.raises(rules.IllegalMove):
                    rules.play(position, f"{tile}>{end}")
        else:
            moves = [str(move) for move in position.legal if tile in re.split("[>,]", str(move))]
            ways = [move for move, _words in said.places] or moves
            assert sorted(ways) == sorted(moves)
            assert len(moves) > 1 or said.right == (moves == [step.move])


@of_each(CHOICES)
def test_every_legal_move_is_accepted_and_answered(step):
    """Each is made on the table; we say that it is legal, and which is stronger, or that it's about as good."""
    for move in step.position.legal:
        said = answers.answer(step, str(move))
        if move == step.move:
            assert said.right
            continue
        assert said.made.move == move
        assert said.made.previous is step.position
        first, *why = said.judged
        if str(move) in step.lesson.even.get(step.number, ()):
            assert re.match(r"That’s legal, and about as good as \d", first)
            assert not why
        else:
            assert re.match(r"That’s legal, but \d.* is stronger\.$", first)
            assert len(why) == 1
        if "draw" not in move and step.lesson.key in OF_ENDS and not said.made.over:
            assert numbers(next(each for each in said.sentences if OF_ENDS_TOLD.search(each))) == open_values(said.made)


@of_each(CHOICES)
def test_why_the_other_move_is_stronger_is_true(step):
    """The numbers in each reason, counted again from the tiles."""
    position = step.position
    deck = {str(tile) for tile in position.rules.tiles}

    def fits(tiles, after):
        return sum(goes(tile, after) for tile in tiles)

    def counts(move):
        after = rules.play(position, move)
        seen = {tile["tile"] for tile in view(after)["layout"]}
        own = set(view(after)["hand"] or ())
        laid = re.findall(r"\d-\d", re.sub(r">\d-\d", "", str(move)))
        blank = BLANKS.get(step.lesson.key, 0)
        pips = sum(sum(map(int, tile.split("-"))) or blank for tile in laid)
        gained = after.totals[after.rules.side_of(0)] - position.totals[after.rules.side_of(0)]
        return after, own, deck - seen - own, laid, pips, gained

    for move in step.position.legal:
        said = answers.answer(step, str(move))
        for why in said.judged[1:]:
            best, other = counts(step.move), counts(move)
            told = list(map(int, re.findall(r"\d+", why)))
            if why.startswith("It scores"):
                assert told == ([best[5], other[5]] if "only" in why else [best[5]])
                assert best[5] > max(other[5], 0)
            elif why.startswith("It takes"):
                assert told == [best[4], other[4]]
                assert best[4] > other[4]
            elif "that you don’t see" in why:
                shown, less = fits(best[2], best[0]), fits(other[2], other[0])
                assert told == [shown, less]
                assert shown < less
            elif why.startswith("After it, ") and "of your tiles" in why:
                shown, less = fits(best[1], best[0]), fits(other[1], other[0])
                assert told == ([shown, less] if less else [shown])
                assert shown > less
            elif "must pass again" in why:
                assert view(best[0], best[0].turn)["legal"] == ["pass"]
            elif "more tiles in one turn" in why:
                assert len(best[3]) > len(other[3])
            elif "fits only one number" in why:
                assert {len(halves(tile)) for tile in best[3]} == {1}
                assert {len(halves(tile)) for tile in other[3]} == {2}
            elif why == "You go out with it, and win the round.":
                assert not best[1]
                assert best[0].result.winner == best[0].rules.side_of(0)
                assert other[1]
            elif why.startswith("The computer played on"):
                assert step.lesson.even[step.number]
            elif "draw adds a tile" in why:
                assert move.startswith("draw")
            elif "keeps the matador" in why:
                assert not MATADORS.intersection(best[3])
                assert MATADORS.intersection(other[3])
            elif "follow on your train" in why:
                left, more = left_out(best[1], best[0]), left_out(other[1], other[0])
                assert told == ([left, more] if left else [more])
                assert left < more
            elif "cuts off tiles" in why:
                assert "/" in str(step.move)
                assert "/" not in str(move)
            else:
                assert why == "A pass keeps a tile in your hand that you could play."
                assert move == "pass"


@of_each(CHOICES)
def test_no_reason_is_contradicted_by_a_move_that_is_about_as_good(step):
    """Where such a move takes out as few pips as the other one, pips are no reason; the same for points and doubles."""
    position = step.position
    tips = " ".join(answers.question(step))

    def laid(move):
        return re.findall(r"\d-\d", re.sub(r">\d-\d", "", str(move)))

    def pips(move):
        return sum(sum(map(int, tile.split("-"))) for tile in laid(move))

    def points(move):
        return rules.play(position, move).totals[0] - position.totals[0]

    def doubles(move):
        return all(len(halves(tile)) == 1 for tile in laid(move))

    for good in step.lesson.even.get(step.number, ()):
        assert pips(good) >= pips(step.move) or "play your heaviest tile" not in tips
        assert points(good) >= points(step.move) or "which play scores most?" not in tips
        assert doubles(good) or "A double fits only one number" not in tips
        for move in position.legal:
            said = answers.answer(step, str(move)).judged[1:]
            why = said[0] if said else ""
            assert pips(good) > pips(move) or not why.startswith("It takes")
            assert points(good) > points(move) or not why.startswith("It scores")
            assert doubles(good) or not why.startswith("A double fits only one number")


def test_the_heaviest_tile_is_no_reason_where_lighter_ones_are_as_good():
    step = course.steps("goat")[1]
    assert answers.question(step)[-1] == "More than one play is good here. Choose one."
    assert answers.answer(step, "4-2>4-3").judged[0].startswith("That’s legal, and about as good as 6-5")
    assert answers.answer(step, "6-4>6-6").judged == (
        "That’s legal, but 6-5 on the 6-6 is stronger.",
        "The computer played on from both moves many times, and yours did worse.",
    )


def test_a_draw_instead_of_the_last_tile_is_told_that_going_out_wins():
    step = course.steps("draw")[6]
    assert answers.question(step)[-1] == "Your last tile fits: go out."
    assert answers.answer(step, "draw").judged[-1] == "You go out with it, and win the round."


@of_each(CHOICES)
def test_the_reason_for_a_move_is_true(step):
    position, move, others = step.position, step.move, set(course.placings(step.position)) - {step.move}
    tile = str(move).partition(">")[0].partition("^")[0].partition("/")[0]
    pips = {other: sum(int(half) for half in str(other).partition(">")[0].split("-")) for other in others}

    def points(other):
        return rules.play(position, other).totals[0] - position.totals[0]

    def own_after(other):
        after = rules.play(position, other)
        return sum(goes(held, after) for held in view(after)["hand"])

    def unseen_after(other):
        after = rules.play(position, other)
        hidden = [*after.boneyard, *(tile for hand in after.hands[1:] for tile in rules.tile_texts(hand))]
        return sum(goes(str(tile), after) for tile in hidden)

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
            said = numbers(answers.question(step)[-1])
            assert not any(halves(held) & said for held in rules.tile_texts(position.hands[after.turn]))
        case "keep":
            assert tile not in MATADORS
            assert any(str(other).partition(">")[0] in MATADORS for other in others)
        case "train":

            def left_after(other):
                after = rules.play(position, other)
                return left_out(view(after)["hand"], after)

            assert left_after(move) < min(map(left_after, others))
        case "double":
            assert len(halves(tile)) == 1
            assert any(len(halves(str(other).partition(">")[0])) == 2 for other in others)
        case "heavy":
            assert sum(int(half) for half in tile.split("-")) > max(pips.values())
            assert step.lesson.key not in NO_PIPS  # where pips left in hands don't count
        case "together":
            assert len(move.plays) > 1
        case "follow":
            assert own_after(move) > max(map(own_after, others))
        case "unseen":
            assert unseen_after(move) < min(map(unseen_after, others))


@of_each(CHOICES)
def test_every_step_has_one_solution_that_can_be_shown(step):
    right = []
    for tried, _words in answers.choices(step):
        said = answers.answer(step, tried)
        ways = [tried, *(move for move, _words in said.places)]
        right += [way for way in ways if answers.answer(step, way).right]
        assert said.right or said.sentences
    assert {*right} == {str(step.move)} or len(right) == 1
    assert answers.answer(step, str(step.move)).right
    shown = answers.answer(step, answers.SHOW)
    assert not shown.right
    if step.lesson.key == "sausage":
        assert shown.sentences[0] == f"It may go {dict(answers.choices(step))[right[0]]}."
    else:
        words = str(step.move).replace(",", " and ").replace(">", " on the ")
        words = re.sub(r"^(\S+) on the (\S+)x$", r"\1 face down on the \2", words)
        words = re.sub(r"^(\S+ on the \S+)~(\d)$", r"\1, with the \2 outside", words)
        for train, name in TRAINS.items():
            words = re.sub(rf"on the {train}$", f"on {name}", words)
        assert shown.sentences[0] == f"Play {words}."


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
