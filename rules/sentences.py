"""The sentences of refusals: one English template for each key.

`_` marks a template for translators and does nothing else: this room knows no language but this one. To show a
refusal in another language, take the translated template of its key and fill in the same values.
"""

from collections.abc import Mapping


def _(english: str) -> str:
    return english


# Around a sentence: the place of the error.
_AROUND = {
    "about_options": "%(options)s: %(reason)s",
    "in_place": "%(place)s: %(reason)s",
    "in_deal": _("round %(round)s, deal: %(reason)s"),
    "in_move": _("round %(round)s, move %(number)s: %(reason)s"),
    "seat_cant": _("seat %(seat)s can’t %(tried)s: %(reason)s"),
    "nobody_can": _("nobody can %(tried)s: %(reason)s"),
}

# The move a seat tried, in the words that follow "can't".
_TRIED = {
    "play": _("play %(tiles)s"),
    "play_onto": _("play %(tile)s on %(end)s"),
    "play_lengthwise": _("play %(tile)s lengthwise on %(end)s"),
    "play_closed": _("play %(tile)s face down on %(end)s"),
    "draw": _("draw a tile"),
    "draw_at": _("draw the tile at position %(position)s"),
    "pass": _("pass"),
    "redeal": _("ask for a new deal"),
    "keep": _("keep the deal"),
    "bid": _("bid %(points)s"),
    "wink": _("wink"),
    "puff": _("puff"),
    "resign": _("resign"),
    "timeout": _("run out of time"),
    "append": _("play %(tile)s on the end of line %(line)s"),
    "insert": _("insert %(tile)s behind tile %(behind)s of line %(line)s"),
    "insert_at_start": _("insert %(tile)s behind the start of line %(line)s"),
    "cut": _("cut with %(tile)s at joint %(joint)s"),
    "turn": _("turn a tile over"),
    "play_on_train": _("play %(tile)s on %(train)s"),
    "stop": _("stop"),
}

# Why a move is refused.
_MOVES = {
    "round_over": _("the round has ended"),
    "no_such_seat": _("there is no seat %(other)s"),
    "not_your_turn": _("it’s the turn of seat %(turn)s"),
    "already_left": _("this player has left"),
    "no_such_move": _("there is no such move in this game"),
    "not_your_tile": _("it isn’t in the hand"),
    "not_a_lead": _("the lead has been played"),
    "not_an_end": _("%(end)s is not an open end"),
    "unfilled": _("%(double)s must be filled first"),
    "no_such_train": _("%(train)s doesn’t exist"),
    "train_closed": _("%(train)s is closed"),
    "cover_first": _("the double on %(train)s must be covered first"),
    "own_train_first": _("%(train)s must have a tile first"),
    "opening_goes_on": _("in an opening, tiles go only on %(train)s"),
    "not_the_end_of": _("%(train)s ends in %(end)s"),
    "which_half": _("the half that stays outside must be named, as in %(text)s"),
    "does_not_fit": _("it doesn’t fit %(end)s"),
    "must_play": _("a tile must be played"),
    "must_draw": _("a tile must be drawn"),
    "must_play_or_draw": _("a tile must be played or drawn"),
    "only_play_or_pass": _("only playing a tile or passing is allowed now"),
    "no_draw": _("drawing isn’t allowed now"),
    "possible_now": _("possible now: %(moves)s"),
    "from_the_front": _("tiles are drawn from the front of the boneyard"),
    "from_their_end": _("everyone draws from their own end of the boneyard"),
    "by_its_position": _("the tile must be named by its position"),
    "positions": _("the positions are 0 to %(last)s"),
    "no_signals": _("there are no signals in this game"),
    "not_the_signal": _("the tile for it isn’t in the hand"),
}

# Texts that can't be read.
_TEXTS = {
    "an_object": _("an object"),
    "a_list": _("a list"),
    "not_a_move": _("%(text)s is not a move"),
    "no_play_onto": _("%(text)s is not a move: %(part)s doesn’t play a tile onto another"),
    "not_only_doubles": _("%(text)s is not a move: only doubles are played together"),
    "a_tile_twice": _("%(text)s is not a move: it plays a tile twice"),
    "not_a_tile": _("%(text)s is not a tile (tiles are written high-low, such as 6-5)"),
}

# Why the text of a position or a game is refused (docs/formats.md).
_NOTATION = {
    "no_part": _("we can’t read it"),
    "no_position": _("a position has three or four parts with | between them: game and seats, standing, deal, moves"),
}

# Why a deal is refused.
_DEALS = {
    "not_a_deal": _("a deal must be an object with hands and boneyard, not %(found)s"),
    "no_part_of_deal": _("%(name)s doesn’t belong in this deal"),
    "no_list": _("%(name)s is missing or isn’t a list"),
    "no_list_of_tiles": _("%(name)s is missing or isn’t a list of tiles"),
    "lead_no_number": _("lead must be the number of a seat, not %(found)s"),
    "rows_missing": _("rows are missing"),
    "rows_elsewhere": _("rows are dealt in Sausage only"),
    "hands_for_seats": _("%(hands)s hands for %(seats)s seats"),
    "start_missing": _("start is missing"),
    "start_given": _("no start tile is laid when the lead is %(lead)s"),
    "wrong_station": _("start must be the station of this round, %(tile)s"),
    "start_double": _("start: %(tile)s is a double"),
    "lead_missing": _("lead is missing (%(lead)s)"),
    "lead_given": _("lead is given, but it is %(lead)s"),
    "lead_of_nobody": _("lead: there is no seat %(seat)s"),
    "tiles_of_seat": _("seat %(seat)s has %(tiles)s tiles instead of %(wanted)s"),
    "hundred_not_dealt": _("seat %(seat)s has the right of the hundred, but wasn’t dealt %(tile)s"),
    "not_of_the_set": _("%(tile)s isn’t in the set"),
    "there_twice": _("%(tile)s is there twice"),
    "tile_missing": _("%(tile)s is missing"),
    "game_over": _("the game has ended"),
}

# Why a record is refused.
_RECORDS = {
    "no_record": _('this isn’t a record: a record begins with "format: %(format)s", or is a JSON object'),
    "no_json": _("this isn’t JSON"),
    "no_json_at": _("this isn’t JSON: error in line %(line)s, column %(column)s"),
    "no_object": _("this isn’t a record: a record is a JSON object"),
    "no_format": _('this isn’t a record: "format" must be "%(format)s"'),
    "no_seats": _('"seats" is missing or isn’t a list of names'),
    "no_rounds": _('"rounds" is missing or isn’t a list'),
    "no_variant": _('"variant" is missing or isn’t a text'),
    "no_options": _('"options" must be an object'),
    "entry_without_deal": _('"rounds", entry %(entry)s: "deal" is missing'),
    "entry_without_moves": _('"rounds", entry %(entry)s: "moves" is missing or isn’t a list'),
    "wrong_ended": _('"ended" must be resigned:SEAT, timeout:SEAT or adjudicated, not %(found)s'),
    "round_before": _("the previous round hasn’t ended"),
    "not_seat_and_text": _('%(text)s is not a move ("SEAT TEXT")'),
    "not_of_a_seat": _('%(text)s is not a move of a seat ("SEAT TEXT")'),
    "left_after_end": _('"ended": seat %(seat)s can’t leave (%(how)s): the game had already ended'),
    "adjudicated_after_end": _('"ended": the game had already ended, so it can’t be adjudicated'),
    "left_twice": _('"ended": seat %(seat)s can’t leave (%(how)s): this player has already left'),
}

# Why rules can't be played.
_RULES = {
    "no_game": _("There is no game %(name)s."),
    "seats_of_game": _("%(game)s isn’t for %(found)s players. Possible numbers: %(seats)s."),
    "no_map": _("Options must be a map from names to values."),
    "no_option": _("There is no option %(name)s."),
    "not_yes_or_no": _("%(value)s isn’t possible: it must be true or false."),
    "not_one_of": _("%(value)s isn’t possible: it must be one of %(choices)s."),
    "not_whole": _("%(value)s isn’t possible: it must be a whole number from %(lowest)s to %(highest)s."),
    "not_a_hand": _("%(value)s isn’t possible: it must be a number, a map from seats to numbers, or 8-n."),
    "not_lone": _('%(value)s isn’t possible: it must be a map such as {"0-0": 25}.'),
    "not_points": _("%(value)s isn’t possible: it must be a map from some of %(choices)s to whole numbers from 1."),
    "not_bonuses": _("%(value)s isn’t possible: it must be a list of at most %(most)s whole numbers from 0."),
    "not_tiles": _('%(value)s isn’t possible: it must name tiles, such as "0-0" or "0-0 1-1".'),
    "not_ends": _('%(value)s isn’t possible: it must be a number, several different ones such as "3+5", or "alike".'),
    "no_hand_at": _("The map has no number of tiles for %(seats)s seats."),
    "no_tile_for_hand": _("With %(seats)s seats, 8-n leaves no tiles for a hand."),
    "not_changeable": _("You can’t change this in %(game)s."),
    "no_pairs": _("%(n)s players can’t make pairs."),
    "too_few_tiles": _("%(hands)s hands of %(size)s tiles need %(need)s tiles, but the set has only %(have)s."),
    "too_few_tiles_with_start": _(
        "%(hands)s hands of %(size)s tiles and a start tile need %(need)s tiles, but the set has only %(have)s."
    ),
    "sets_of_trains": _("Mexican Train is played with one of these sets, named by the highest number: %(sets)s."),
    "trains_rounds": _("Mexican Train needs a number of rounds, not a target score."),
    "too_many_stations": _("With this set, a game has at most %(n)s rounds, one for each double."),
    "row_too_short": _("A row needs at least two tiles."),
    "auction_needs_two": _("The last two tiles can be auctioned only if exactly two tiles stay hidden."),
    "auction_too_late": _("The deal leaves too few tiles (%(n)s) for an auction of the last two."),
    "first_looks_back": _("This depends on the previous round, so it can’t decide the first lead."),
    "odd_even_for_two": _("Odd or even is for two players."),
    "tile_not_in_set": _("%(tile)s isn’t in the set."),
    "dealt_for_ever": _("Without doubles in the set, the tiles would be dealt again forever."),
    "no_start_tile": _("The set has only doubles left, and no double can be the start."),
    "matadors_alone": _("With matadors, only one double can be played in a turn."),
    "auction_of_one_pile": _("The last two tiles can’t be auctioned if players draw from two ends of the boneyard."),
    "arms_to_fill": _("A lead double has a number of its own for its ends only if doubles must be filled first."),
    "fill_spinner": _("A double can be filled first only if it opens sideways: the first double, or every one."),
    "fill_equal": _("Doubles can be filled first only where equal numbers match."),
    "fill_one_double": _("If doubles are filled first, only one can be played in a turn."),
    "fill_open": _("If doubles are filled first, none can be played face down."),
    "too_many_arms": _("With this set, a lead double can have at most %(n)s ends."),
    "finish_two_ends": _("The last tile can be judged by two ends only, so no double can open sideways."),
    "finish_equal": _("The last tile can pay more only where equal numbers match."),
    "finish_one_double": _("The last tile can pay more only if one double is played in a turn."),
    "no_finish": _("No way of going out pays more, so there is nothing to choose."),
    "only_for_winners": _("This pays players who score points, so it can’t be combined with penalties or lost points."),
    "below_alone": _("The limit needs a pass that pays."),
    "passes_of_two": _("With two players, a round of passes can’t pay."),
    "alike_two_ends": _("Equal ends can score only where no double opens sideways."),
    "exact_target": _("The target can be reached exactly only if the most points win at a target score."),
    "exact_penalty": _("A target that must be reached exactly can’t be combined with penalties."),
    "love_of_one": _("Winning to love needs 1 point for each round, won or blocked."),
    "love_of_most": _("Winning to love needs the most points to win."),
    "love_after_rounds": _("Winning to love is judged after rounds, so nothing can score during play."),
    "sum_of_set": _("With this set, numbers can only add up to %(n)s."),
    "closed_without_spinner": _("Doubles can be played face down only if the first double is the spinner."),
    "lengthwise_spinner": _("No double can be laid lengthwise with this kind of spinner."),
    "may_and_must": _("If you may draw when you could play, you must play a tile that fits in the end."),
    "mixed_penalties": _(
        "Penalties for everyone can’t be mixed with points for the winner. Choose penalties for both, or for neither."
    ),
    "no_penalty_to_let_off": _("Here the winner scores points, so there is no penalty to cancel."),
    "no_penalty_to_open": _("There are no penalties here, so there can’t be a smallest first penalty."),
    "nothing_to_remember": _("Without a smallest first penalty, there is nothing to remember."),
    "nobody_scores": _("Nobody would ever score, so nobody could reach the target."),
    "no_count_to_divide": _("The count can’t be divided if open ends never score."),
    "nothing_to_write_down": _("Players can lose points only if open ends score."),
    "sport_goat_rounds": _("Sport Goat needs 4, 8, 12 … rounds."),
    "general_rounds": _("General needs a number of rounds, not a target score."),
}

SENTENCES: Mapping[str, str] = _AROUND | _TRIED | _MOVES | _TEXTS | _NOTATION | _DEALS | _RECORDS | _RULES
