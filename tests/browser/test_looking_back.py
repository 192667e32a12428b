"""Looking back at a deal, with a mocked server: step by step, verification, and modules that come late."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table_fixtures import MockedTable, fair_replay, held_back, is_live, over, replay, view
from tests.games.forging import honest_deals, replay_of, view_during


def test_a_round_that_ends_shows_its_score_and_open_hands_then_the_next_deal(table: Callable[..., MockedTable]):
    at = table(view(turn=1), deals={0: replay()})
    page = at.page
    at.show(over())
    expect(page.get_by_role("heading", name="Round 1 has ended")).to_be_visible()
    expect(page.locator("#card")).to_contain_text("Ben went out.")
    expect(page.locator("#card tbody tr").first).to_contain_text("+10")
    expect(page.locator(".placed")).to_have_count(4)  # the board still shows the end of the round
    page.get_by_role("button", name="Look back", exact=True).click()
    expect(page.locator("#card")).to_be_hidden()
    page.get_by_role("button", name="Back to now").click()  # the next round waits for a press
    expect(page.get_by_role("heading", name="Round 1 has ended")).to_be_visible()
    page.get_by_role("button", name="Next round").first.click()
    expect(page.locator(".placed")).to_have_count(1)
    expect(page.locator("#sheet tfoot")).to_contain_text("−5")


@pytest.mark.core
def test_a_finished_round_is_replayed_by_keys_slider_and_address(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: replay()}, address="#0.2").page
    words, count = page.locator("[data-step=words]"), page.locator("[data-step=count]")
    expect(words).to_have_text("Ben plays 3-1 on the 5-3")
    expect(count).to_have_text("2 of 3")
    expect(page.locator(".placed")).to_have_count(3)
    expect(page.locator(".player-tiles.open")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".placed")).to_have_count(4)
    expect(page).to_have_url(re.compile(r"\?deal=0&ply=3$"))  # the server sees this address, too
    assert page.locator("#table-link").input_value().endswith("?deal=0&ply=3")
    page.keyboard.press("Home")
    expect(words).to_have_text("The deal")
    expect(count).to_be_empty()  # it isn't a move
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"\?deal=0&ply=3$"))
    page.locator("[data-step=slider]").fill("1")
    expect(page.locator(".placed")).to_have_count(2)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".placed")).to_have_count(1)
    page.get_by_role("button", name="Play all moves").click()
    expect(page.locator(".placed")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("#status")).to_have_text("Ben’s turn")
    expect(page).to_have_url(re.compile("^[^?#]+$"))


@pytest.mark.core
def test_a_fair_deal_is_verified(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: fair_replay()}, address="#0.1").page
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="This deal was fair")).to_be_visible()
    expect(page.locator("#verify-results .passed")).to_have_count(10)


@pytest.mark.parametrize("what", ["seed", "hand", "order", "commitment", "first", "rules", "frame"])
def test_an_altered_deal_fails_visibly(what: str, table: Callable[..., MockedTable]):
    finished = fair_replay()
    check = finished["check"]
    if what == "seed":
        check["seed"] = "ff" * 32
    elif what == "hand":
        (first, second), boneyard = check["deal"]["hands"], check["deal"]["boneyard"]
        first[0], boneyard[0] = boneyard[0], first[0]
        assert first is not second
    elif what == "order":
        check["tiles"][0], check["tiles"][1] = check["tiles"][1], check["tiles"][0]
    elif what == "rules":
        check["rules"]["host"] = 1  # no host leads here, but the table claims it
    elif what == "frame":
        finished["frames"][0]["hands"].reverse()
    else:
        check[what] = "ab" * 32
    page = table(over(), deals={0: finished}, address="#0.1").page
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="This deal does not add up")).to_be_visible()
    expect(page.locator("#verify-results .failed")).not_to_have_count(0)


def is_verified(page: Page, found: str) -> None:
    """Check the headline of "Verify the shuffle"."""
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("dialog").get_by_role("heading", level=2).first).to_have_text(found)


@pytest.mark.parametrize(
    ("before", "running", "found"),
    [
        (None, [], "Fair, as far as we can check now"),  # the previous deal isn't available
        (["0 6-5", "1 resign"], [], "This deal does not add up"),  # but the seat that left in it was dealt a hand
        (["0 6-5", "1 resign"], ["1 resign"], "This deal was fair"),
    ],
)
@pytest.mark.every_case("each has another verdict")
def test_deals_in_which_a_player_may_have_left_are_fetched(
    before: list[str] | None, running: list[str], found: str, table: Callable[..., MockedTable]
):
    now = over()
    now |= {"deal": 2, "round": now["round"] | {"moves": running}}
    now["seats"][1]["left"] = True
    deals = {1: fair_replay(1)} | ({} if before is None else {0: replay(view=replay()["view"] | {"moves": before})})
    is_verified(table(now, deals=deals, address="#1.0").page, found)


def test_a_deal_seen_before_the_end_of_the_game_is_fetched_again(table: Callable[..., MockedTable]):
    """From deal 1,000 on, verification needs the secret, which is published at the end."""
    check = honest_deals()["deal 1000, the game has ended: True"]
    known = view_during(check)
    finished = fair_replay() | replay_of(check) | {"deal": 1000, "check": check | {"secret": None}}
    now = over() | {"id": known["id"], "deal": 1001, "rules": known["rules"] | {"dealt": 2}}
    at = table(now, deals={1000: finished}, address="#1000.0")
    is_verified(at.page, "Fair, as far as we can check now")
    at.page.get_by_role("button", name="Close").click()
    at.deals[1000] = finished | {"check": check}
    at.show(now | {"version": 9, "status": "finished"})
    expect(at.page.get_by_role("button", name="Show the result")).to_be_visible()  # the page knows of the end
    is_verified(at.page, "This deal was fair")


@pytest.mark.parametrize(("place", "found"), [(0, "This deal was fair"), (1, "This deal does not add up")])
@pytest.mark.every_case("one deal is fair, the other isn't")
def test_the_hand_seen_during_the_deal_is_compared_with_it(place: int, found: str, table: Callable[..., MockedTable]):
    fair = fair_replay()
    now = view(legal="", turn=1, commitment=fair["check"]["commitment"])
    now["round"] |= {"moves": [], "hand": fair["check"]["deal"]["hands"][place]}
    at = table(now, deals={0: fair})
    stored = at.page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    assert not re.search(r"\b\d+-\d+\b", stored)  # another user of this tab could read it
    at.show(over())
    at.page.get_by_role("button", name="Look back", exact=True).click()
    is_verified(at.page, found)


# ---- Modules that load late, or never ----


def test_no_button_for_looking_back_shows_before_it_works(table: Callable[..., MockedTable]):
    at = table(over(), deals={0: fair_replay()})
    page = at.page
    address = page.url.partition("#")[0] + "#0.1"
    page.goto("about:blank")  # otherwise it would be the same page with another fragment
    with held_back(page, "**/stepper*.js"):
        with page.expect_request("**/stepper*.js"):
            page.goto(address)
        is_live(page)
        expect(page.get_by_role("button", name="Verify the shuffle")).to_be_hidden()
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="This deal was fair")).to_be_visible()


def test_a_reload_before_the_replay_has_come_still_shows_the_place_in_the_address(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: replay()}, address="?deal=0&ply=2").page
    words = page.locator("[data-step=words]")
    with held_back(page, "**/rounds/0/"):
        with page.expect_request("**/rounds/0/"):
            page.reload(wait_until="commit")
        is_live(page)
        expect(page).to_have_url(re.compile(r"\?deal=0&ply=2$"))
    expect(words).to_have_text("Ben plays 3-1 on the 5-3")
    page.reload()
    expect(words).to_have_text("Ben plays 3-1 on the 5-3")
    assert page.locator("#table-link").input_value().endswith("?deal=0&ply=2")


def test_a_module_that_fails_to_load_is_reported_and_can_be_tried_again(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: fair_replay()}, address="#0.1").page
    broken = True
    page.route("**/verify_dialog*.js", lambda route: route.abort() if broken else route.continue_())
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("alert").get_by_text("Part of this page didn’t load")).to_be_visible()
    broken = False
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="This deal was fair")).to_be_visible()


def test_a_module_that_fails_once_is_fetched_again_automatically(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: fair_replay()}, address="#0.1").page
    failed: list[str] = []

    def once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    page.route("**/verify_dialog*.js", once)
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("heading", name="This deal was fair")).to_be_visible()
    assert failed
    expect(page.locator(".toast")).to_have_count(0)


def test_the_marks_of_an_analysis_show_at_the_moves(table: Callable[..., MockedTable]):
    page = table(over(), deals={0: replay()}).page
    text = "5-1 on the 5-3 was worth 7.3 points more (± 0.5)."
    marks = [{"deal": 0, "ply": 2, "step": 3, "words": "a blunder", "text": text, "more": "/g/mocked/analysis/#there"}]
    page.evaluate(
        """(marks) => document.body.append(Object.assign(document.createElement("script"),
          { id: "marks", type: "application/json", textContent: JSON.stringify(marks) }))""",
        marks,
    )
    page.evaluate("location.hash = '#0.1'")
    expect(page.locator("#log .mark")).to_have_count(1)
    expect(page.locator("[data-ply='2'] .mark")).to_have_text("??a blunder")
    expect(page.locator("[data-step=mark]")).to_be_hidden()
    page.get_by_role("button", name="Next mistake").click()
    expect(page).to_have_url(re.compile(r"\?deal=0&ply=2$"))
    expect(page.locator("[data-step=mark]")).to_contain_text(text)
    expect(page.get_by_role("link", name="Why?")).to_have_attribute("href", "/g/mocked/analysis/#there")
