"""The world's games where their rules meet: leaving, sets without tiles, numbers of moves (rules.md 2, 6-8)."""

from dataclasses import replace

import rules

from .tables import after, deal_for, moves, table

PAIRS = {"pairs": True}
TILE = "tile:6-6"
# key: seats, hands by seats, the other options of the row. What a row doesn't say is as in `block`.
ROWS = {
    "international": ((4,), 7, "draw rotate", {**PAIRS, "score_out": "all", "score_block": "all", "end": "target:200"}),
    "cuban": ((4,), 10, "draw winner", {
        **PAIRS, "set": 9, "redeal": "ask:doubles:5", "score_block": "losers", "end": "target:150"}),
    "dominican": ((4,), 7, f"{TILE} winner", {
        **PAIRS, "score_out": "all", "score_block": "all", "block_win": "duel", "finish": {"both": 30},
        "passes": {"lead_double": 30, "lead_single": 60, "round": 30, "below": 170}, "end": "target:200"}),
    "puerto_rico_500": ((4,), 7, f"{TILE} winner", {
        **PAIRS, "score_out": "all", "score_block": "all", "finish": {"both": 100, "blank": 100},
        "round_bonus": [100, 75, 50, 25], "end": "target:500"}),
    "brazilian": ((4,), 6, "high_double winner", {
        **PAIRS, "redeal": "must:doubles:5", "score_out": "one", "score_block": "one",
        "finish": {"double": 2, "both": 3, "cross": 4}, "finish_pays": "instead", "tie_next": 1, "end": "target:6"}),
    "jamaican": ((4,), 7, f"{TILE} winner", {
        **PAIRS, "score_out": "one", "score_block": "one", "block_win": "hand", "tie_next": 1, "end": "love:6"}),
    "haitian": ((4,), 7, f"{TILE} winner", {
        **PAIRS, "score_out": "one", "score_block": "one", "block_win": "hand", "finish": {"both": 2},
        "finish_pays": "instead", "tie_next": 1, "end": "love:6"}),
    "cut_throat": ((2, 3, 4), {2: 14, 3: 9, 4: 7}, f"{TILE} winner", {
        "score_out": "one", "score_block": "one", "end": "love:6"}),
    "gaple": ((4,), 7, "tile:0-0 winner", {"redeal": "must:doubles:6", "score_block": "losers", "end": "target:101"}),
    "chicken_foot": ((2, 3, 4, 5, 6, 7, 8), {2: 9, 3: 7, 4: 7, 5: 7, 6: 6, 7: 6, 8: 5}, "down same", {
        "set": 9, "draw": "1", "spinner": "all", "fill": "all", "score_out": "penalty", "score_block": "penalty",
        "blank": 50, "end": "rounds:10", "goal": "low"}),
    "sebastopol": ((4,), 7, f"{TILE} same", {
        "spinner": "first", "fill": "lead", "score_block": "losers", "end": "target:100"}),
    "cyprus": ((4, 5, 6, 7, 8), {4: 9, 5: 8, 6: 7, 7: 7, 8: 6}, "draw_until:9-9 same", {
        "set": 9, "draw": "1", "reserve": 1, "spinner": "first", "fill": "lead", "arms": 8, "end": "target:100"}),
    "merry_go_round": ((2, 3, 4), 7, "high_double same", {
        "draw": "until", "no_double": "redeal", "spinner": "first", "fill": "lead", "round_to": 5, "ends": 5,
        "end": "target:305"}),
    "all_threes": ((2, 3, 4), {2: 7, 3: 5, 4: 5}, "random winner", {
        "draw": "until", "round_to": 3, "ends": 3, "end": "target:200"}),
    "five_up": ((2, 3, 4), 5, "draw winner", {
        "draw": "until", "spinner": "all", "round_to": 5, "ends": 5, "end": "target:305"}),
    "fives_threes": ((2, 3, 4), {2: 7, 3: 5, 4: 5}, "draw rotate", {
        "score_out": "none", "score_block": "none", "out_bonus": 1, "out_by": "side", "ends": "3+5",
        "ends_pay": "parts", "end": "target:61", "target_at": "exact"}),
    "bergen": ((2, 3, 4), {2: 6, 3: 6, 4: 5}, "high_double same", {
        "draw": "until", "reserve": 2, "score_out": "one", "score_block": "one", "ends": "alike", "end": "target:15",
        "target_at": "once"}),
    "matador": ((2, 3, 4), {2: 7, 3: 6, 4: 5}, "high_double same", {
        "match": "matador", "draw": "until", "reserve": 2, "draw_when_able": True, "end": "target:100"}),
}  # fmt: skip
UNSAID = {
    "set": 6, "doubles": True, "without": "", "pairs": False, "match": "equal", "spinner": "none",
    "doubles_per_turn": 1, "closing": False, "double_lengthwise": False, "fill": "none", "arms": 4, "draw": "none",
    "reserve": 0, "draw_when_able": False, "drawn_play": "must", "pick": "pile", "draw_price": 0, "auction": False,
    "lead_blocked": None, "no_double": "heaviest", "lead_free": "any", "redeal": "none", "block": "stuck",
    "out_by": "seat", "out_wins": "out", "block_win": "fewest", "tie_block": "nobody", "score_out": "losers",
    "score_block": "losers_minus_own", "round_to": 1, "out_bonus": 0, "finish": {}, "finish_pays": "add", "passes": {},
    "round_bonus": [], "tie_next": 0, "lone": {}, "blank": 0, "winner_free": False, "partner_free": False, "open_at": 0,
    "remember": False, "ends": 0, "ends_pay": "sum", "goal": "high", "tie_end": "play_on", "target_at": "round",
    "titles": "any", "signals": True, "eggs": "rotten", "cut": "any",
    "opening": "one", "after_double": "cover", "last_double": "out", "own_first": False,
}  # fmt: skip
ELSEWHERE = {("cut_throat", 3): {"without": "0-0"}, ("fives_threes", 4): PAIRS}


TABLES = [(key, number) for key, (seats, *_) in ROWS.items() for number in seats]


def test_every_row_of_the_worlds_games_says_what_the_law_says():
    assert {key: rules.VARIANTS[key].seats for key in ROWS} == {key: seats for key, (seats, *_) in ROWS.items()}
    for key, number in TABLES:
        _, hand, leads, row = ROWS[key]
        first, later = leads.split()
        asked = {**UNSAID, **row, "lead_first": first, "lead_next": later, **ELSEWHERE.get((key, number), {})}
        asked["hand"] = hand if isinstance(hand, int) else hand[number]
        ruleset = rules.ruleset(key, {}, number)
        assert {name: getattr(ruleset, name) for name in asked} == asked
        assert asked.keys() == set(rules.OPTIONS)


def test_gaple_of_pairs_goes_to_201():
    assert rules.ruleset("gaple", {"pairs": True}, 4).end == "target:201"


LOVE = {"hand": 2, "without": "", "lead_first": "high_double", "redeal": "ask:doubles:1"}


def love(*totals, winner, **options):
    """A game to love after its first round, led by Ada, which *winner* won, or where the first lead is due again."""
    last = rules.LastRound(leader=0, winner=winner, blocked=False, player=0)
    game = rules.new_game(rules.ruleset("cut_throat", {**LOVE, **options}, len(totals)))
    return replace(game, totals=totals, last=last, round=2)


def test_a_game_isnt_broken_or_at_one_all_because_a_seat_leaves():
    # Only Cleo had a point. She leaves before the lead, which is hers and goes to her left, double or not.
    game = love(0, 0, 1, 0, winner=2)
    first = rules.start_round(game, deal_for(game, "6-6 5-1", "4-2 5-3", "3-1 2-0", "4-1 2-1"))
    assert (first.turn, moves(first)) == (0, ["keep", "redeal"])
    led = after(first, "2 resign", "0 keep")
    assert (led.turn, moves(led)) == (3, ["2-1", "4-1"])


def dealt(game, *hands):
    return rules.start_round(game, deal_for(game, *hands))


def test_a_deal_that_is_annulled_keeps_the_lead_of_a_game_to_love():
    game = love(1, 1, 0, winner=1, lead_next="rotate")
    game = after(dealt(game, "6-6 5-1", "4-2 5-3", "3-1 2-1"), "2 resign", "0 redeal").after
    again = dealt(game, "6-5 5-1", "4-2 4-0", "")
    assert (again.turn, moves(again)) == (1, ["4-0", "4-2"])
    # Cleo had nothing until she left, so no round has ended at one-all, and Ben's next win breaks the game.
    result = after(again, "4-2", "0 pass", "1 4-0>4-2").result
    assert (result.written, result.notes) == ((-1, -1, 0), ("broken",))


def test_a_game_is_at_one_all_after_a_round_without_the_sides_that_left():
    game = love(1, 0, 2, winner=2, lead_next="rotate", redeal="none")
    game = after(dealt(game, "6-4 5-4", "1-0 0-0", "3-1 2-1"), "1 1-0", "2 resign", "0 pass", "1 0-0>1-0").after
    assert (game.totals, rules.lead_rule(game)) == ((1, 1, 2), "high_double")
    # Ben holds the highest double now; Cleo's points fall with the rest.
    result = after(dealt(game, "6-4 5-4", "1-1 1-0", ""), "1 1-1", "0 pass", "1 1-0>1-1").result
    assert (result.written, result.notes) == ((-1, 1, -2), ("one-all",))


def test_a_duel_is_with_the_opponent_to_the_left_out_of_tiles_or_not():
    duel = {"block_win": "duel", "out_by": "side", "score_block": "one", "set": 3, "lead_first": "host"}
    position = table("partnership", "2-1 2-2", "3-0 1-0", "3-2 2-0", "1-1 3-3", lead_next="winner", **duel)
    ada_out = after(position, "2-2", "pass", "2-0>2-2", "pass", "2-1>2-2", "1-0>2-0", "pass")
    blocked = after(ada_out, "1-1>1-0")  # by Dan, who holds 3-3
    assert (blocked.result.pips, blocked.result.winner, blocked.after.last.winner) == ((5, 9), 0, 0)


def test_a_double_matador_laid_lengthwise_on_a_lone_lead_has_a_number():
    position = after(table("matador", "5-4 6-4", "0-0 6-5", lead_first="host", double_lengthwise=True), "5-4")
    lengthwise = [text for text in moves(position) if text.endswith("=")]
    assert lengthwise == ["0-0>5-4:4=", "0-0>5-4:5="]
    numbered = rules.numbered_moves(position.rules)
    assert [str(numbered.move(number)) for number in numbered.legal(position)] == moves(position)


def test_the_text_of_a_position_counts_as_many_won_rounds_as_a_long_game_has():
    text = "block seats=2 hand=1 round_bonus=[5] tie_next=1 end=rounds:500 | round=401 totals=9,9 last=0,0,0,0"
    position = rules.parse_position(f"{text} won=399 drawn=300 | 6-5 / 6-4 + {rest_without('6-5', '6-4')}")
    assert (position.game.won, position.game.drawn) == (399, 300)


def test_the_text_of_a_position_keeps_a_bonus_in_mind():
    penalty = {"score_out": "penalty", "score_block": "penalty", "goal": "low", "out_bonus": 5}
    first = table("block", "6-5", "6-4", open_at=13, remember=True, end="rounds:2", **penalty)
    game = after(first, "6-5").after
    assert (game.totals, game.kept) == ((0, 0), (-5, 10))  # both are below 13
    second = dealt(game, "6-5", "6-4")
    assert rules.parse_position(rules.position_text(second)) == second


def rest_without(*tiles):
    """The other tiles of the double-six set."""
    return " ".join(f"{high}-{low}" for high in range(7) for low in range(high + 1) if f"{high}-{low}" not in tiles)
