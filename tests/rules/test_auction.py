"""The auction of the last two tiles (rules.md 8, Auction)."""

from .tables import after, moves, table


def opened(**options):
    """Ben draws until two tiles are left."""
    position = table(
        "auction", "4-4 4-3 4-2 1-0 3-3", "1-1 2-1 2-2 0-0 3-1", set=4, boneyard="3-0 3-2 2-0 4-1 4-0", **options
    )
    return after(position, "4-4", "draw", "draw", "draw")


def test_the_drawer_bids_first():
    position = opened()
    assert position.turn == 1
    assert moves(position)[:3] == ["bid 0", "bid 1", "bid 10"]
    assert moves(position)[-1] == "pass"


def test_the_highest_bidder_pays_takes_both_tiles_and_the_turn_continues():
    position = after(opened(), "bid 2", "bid 5")
    assert position.totals == (-5, 0)
    assert position.boneyard == ()
    assert position.turn == 1


def test_a_bid_is_added_to_the_score_when_low_wins():
    low = {"score_out": "penalty", "score_block": "penalty", "goal": "low", "out_wins": "out"}
    assert after(opened(**low), "bid 7", "pass").totals == (0, 7)


def test_unsold_tiles_stay_and_cant_be_drawn():
    position = after(opened(), "pass", "pass")
    assert len(position.boneyard) == 2
    assert moves(position) == ["pass"]


def test_twenty_five_cant_be_beaten():
    assert moves(after(opened(), "bid 25")) == ["pass"]


def test_the_buyer_of_the_lead_tile_leads_it():
    position = table(
        "auction", "3-3 3-2 3-1", "2-2 2-1 2-0", set=3, boneyard="1-1 3-0 1-0 0-0", lead_first="draw_until:1-0"
    )
    position = after(position, "0 draw", "1 draw", "1 pass", "0 bid 3")
    assert (position.turn, moves(position)) == (0, ["1-0"])
