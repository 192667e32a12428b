"""docs/api.md and the deal checker it links to are true."""

import base64
import copy
import hashlib
import hmac
import io
import json
import re
import runpy
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from urllib.error import URLError

import pytest
from django.utils import timezone
from standardwebhooks import WebhookVerificationError

import rules
from dominoes_site.settings import RATES
from games.actions import LONGEST_MOVE
from notices import webhook
from notices.choices import Event
from notices.models import Delivery, Notice
from tests.api.conftest import play_out
from tests.games.forging import by_other_rules, forgeries, honest_deals, seen_otherwise, view_during, worth_forging
from tests.live.server import ROOT
from tests.rooms import PACKAGES
from tests.rules.tables import after, table

GUIDE = (ROOT / "docs" / "api.md").read_text()
CHECKER = ROOT / "examples" / "check_deal.py"
NO_API = {"tests", "benchmarks", "moderation"}
ROOMS = [room for name, room in PACKAGES.items() if name not in NO_API]
FILES = [path for package in ROOMS for path in package.rglob("*.py")]
SOURCES = [path for path in FILES if "pages" not in path.relative_to(ROOT).parts]
SAYS_NO = r'(?:NotNow|Unreadable|Forbidden|NotFound|IllegalMove|refusal|refused|TooLarge)\((?:\d+, )?"([a-z_]+)"'
OTHER_ROUNDS = {"round_over", "no_such_seat"}  # the server never asks the rules for such a move
# For moderators, administrators, forms of pages, and boards in other pages.
PAGES = {"no_result", "no_address", "nobody", "no_board", "not_public", "size"}
# Family tables have no API.
FAMILIES = {
    "named",
    "not_ready",
    "not_yours",
    "not_together",
    "no_name",
    "too_many_families",
    "unknown_family",
}  # these have no API


def test_the_guide_documents_every_error_code():
    told = set(re.findall(r"`([a-z_]+)`", GUIDE))
    used = {code for path in SOURCES for code in re.findall(SAYS_NO, path.read_text())}
    used |= set(re.findall(r'return \(?"([a-z_]+)", phrase', (ROOT / "rules" / "table" / "refusals.py").read_text()))
    assert len(used) > 20
    assert used - told - OTHER_ROUNDS - PAGES - FAMILIES == set()


def test_the_guide_documents_every_address_and_no_other(nobody):
    paths = nobody.get("schema/", format="json").json()["paths"]
    there = {path.removeprefix("/api/v1/") for path in paths}
    table = GUIDE[GUIDE.index("## All addresses") : GUIDE.index("## Rate limits")]
    assert set(re.findall(r"`([\w/{}-]+/)`", table.split("|---|", 1)[1])) == there
    named = re.findall(
        r"`(?:(?:GET|POST|PUT|DELETE) )?((?:games|me|people|studies|standings|messages)/[\w/{}-]*)", GUIDE
    )
    assert set(named) <= there
    addresses = "\n".join(line for line in GUIDE.splitlines() if "](" not in line)
    assert re.findall(r"<\w+>/", addresses) == []


def test_the_guide_lists_every_event_of_a_webhook_and_of_tournaments():
    (line,) = re.findall(r"^\| `event` \| (`turn`.*) \|$", GUIDE, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", line)) == set(Event.values)
    (listed,) = re.findall(r"^- `tournament`: .*?\n(  - .*?)^- `", GUIDE, re.MULTILINE | re.DOTALL)
    text = (ROOT / "apps" / "notices" / "of_tournaments.py").read_text()
    assert set(re.findall(r"^  - `(\w+)`:", listed, re.MULTILINE)) == set(re.findall(r'case "(\w+)"', text))
    assert set(re.findall(r'^        "(\w+)": _\(', text, re.MULTILINE)) <= set(re.findall(r"`(\w+)`", listed))


def test_the_guide_documents_every_field_of_a_webhook():
    posted = json.loads(webhook.body_of(Delivery(pk=1), Notice(event=Event.SITE, at=timezone.now()), "It works", "/"))
    about = GUIDE[GUIDE.index("A webhook is an") : GUIDE.index("**Verify that we sent it.**")]
    (example,) = re.findall(r"```json\n(.*?)```", about, re.DOTALL)
    assert set(json.loads(example)) == set(posted)
    fields = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", about.partition("| event | sent when |")[0], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(fields))) == set(posted)
    causes = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", about.partition("| event | sent when |")[2], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(causes))) == set(Event.values)


@pytest.mark.parametrize(
    ("late", "change", "genuine"),
    [(0, b"", True), (240, b"", True), (0, b" ", False), (360, b"", False), (-360, b"", False)],
)
def test_the_receiver_in_the_guide_accepts_only_our_requests(late, change, genuine):
    """Signed here as the guide's table of headers says."""
    received, key = guide_code("received")["received"], bytes(range(64))
    body, at = b'{"id": "4711", "event": "turn"}', str(int(time.time()) - late)
    signed = base64.b64encode(hmac.new(key, b"4711." + at.encode() + b"." + body, hashlib.sha256).digest()).decode()
    headers = {"webhook-id": "4711", "webhook-timestamp": at, "webhook-signature": f"v1,{signed}"}
    secret = f"whsec_{base64.b64encode(key).decode()}"
    if genuine:
        assert received(body + change, headers, secret) == {"id": "4711", "event": "turn"}
    else:
        with pytest.raises(WebhookVerificationError):
            received(body + change, headers, secret)


@pytest.fixture(scope="module")
def faults() -> Callable[..., list[str]]:
    """The function of the deal checker that the guide links to."""
    return runpy.run_path(str(CHECKER))["faults"]


def test_the_guide_finds_every_deal_of_a_real_game_honest(nobody, as_ada, as_ben, game, faults):
    promised = as_ada.view(game)["commitment"]
    play_out(game, as_ada, as_ben)
    for deal in range(2):
        check = nobody.get(f"games/{game}/rounds/{deal}/").json()["check"]
        assert check["round_id"] == f"{game}/{deal}"
        assert (check["commitment"], check["rules"]["lead"]) == (promised, "stock")
        assert faults(check, as_ada.view(game)) == []
        promised = check["seed"]


def test_the_guide_verifies_deals_after_a_seat_left(nobody, as_ada, as_ben, as_cleo, faults):
    game = as_ada.post("games/", variant="draw", seats=3, options={"lead_next": "draw", "end": "rounds:5"}).json()["id"]
    for caller in (as_ben, as_cleo):
        caller.post(f"games/{game}/join/")
    as_ben.post(f"games/{game}/resign/")
    play_out(game, as_ada, as_ben, as_cleo)
    checks = [nobody.get(f"games/{game}/rounds/{deal}/").json()["check"] for deal in range(5)]
    assert [check["rules"]["dealt"] for check in checks] == [[0, 1, 2], *[[0, 2]] * 4]
    view = as_ada.view(game)
    assert [faults(check, view) for check in checks] == [[]] * 5


def test_a_seat_that_leaves_during_a_deal_was_dealt_a_hand(nobody, as_ada, as_ben, as_cleo, faults):
    game = as_ada.post("games/", variant="draw", seats=3, options={"end": "rounds:1"}).json()["id"]
    for caller in (as_ben, as_cleo):
        caller.post(f"games/{game}/join/")
    as_ben.post(f"games/{game}/resign/")
    play_out(game, as_ada, as_cleo)
    view, check = as_ada.view(game), nobody.get(f"games/{game}/rounds/0/").json()["check"]
    assert [seat["left"] for seat in view["seats"]] == [False, True, False]
    assert faults(check, view) == []


def test_the_player_who_asked_for_the_rematch_hosts_it(nobody, as_ada, as_ben, faults):
    """After a redeal players sit one seat further, and the host leads."""
    first = as_ada.post("games/", variant="draw", options={"lead_first": "host", "end": "rounds:1"}).json()["id"]
    as_ben.post(f"games/{first}/join/")
    play_out(first, as_ada, as_ben)
    again = as_ada.post(f"games/{first}/rematch/").json()["id"]
    as_ben.post(f"games/{first}/rematch/")
    view = as_ada.view(again)
    assert (view["you"], view["host"], view["round"]["turn"]) == (1, 1, 1)
    play_out(again, as_ada, as_ben)
    for game, host in ((first, 0), (again, 1)):
        check = nobody.get(f"games/{game}/rounds/0/").json()["check"]
        assert (check["deal"]["lead"], faults(check, as_ada.view(game))) == (host, [])


def test_the_guide_accuses_no_honest_deal(faults):
    deals = honest_deals()
    annulled = [name for name in deals if name.startswith("annulled again")]
    assert len(annulled) > 50  # fifty annulled in a row, and the one that counts
    assert {name: found for name, check in deals.items() if (found := faults(check, view_during(check)))} == {}


def test_the_guide_finds_every_forgery(faults):
    """Any single change in a deal of any game."""
    forged = [(deal, what, check) for deal, honest in worth_forging().items() for what, check in forgeries(honest)]
    assert len(forged) > 2_000
    assert [(deal, what) for deal, what, check in forged if not faults(check)] == []


def test_the_guide_finds_every_tile_that_was_not_played_from_this_deal(faults):
    """Any single tile of a move or hand differs from what the reader saw."""
    seen = [(name, check, view_during(check)) for name, check in worth_forging().items()]
    forged = [(name, what, check, view) for name, check, honest in seen for what, view in seen_otherwise(check, honest)]
    assert len(forged) > 1_000
    other = ["round: not what the view of this game says."]
    assert [(name, what) for name, what, check, view in forged if faults(check, view) != other] == []


def test_the_guide_finds_a_secret_withheld_after_the_game(faults):
    """Without the secret, a new chain could start with any seed."""
    check = honest_deals()["deal 1000, the game has ended: True"]
    view = view_during(check)
    assert (view["status"], faults(check, view)) == ("finished", [])
    withheld = check | {"secret": None}
    assert faults(withheld, view | {"status": "playing"}) == []
    assert faults(withheld, view) == ["The seed doesn't follow from the promise before the first deal."]


def test_the_guide_finds_every_deal_by_other_rules_than_those_of_the_table(faults):
    forged = [
        (deal, what, check, view_during(honest))
        for deal, honest in worth_forging().items()
        for what, check in by_other_rules(honest)
    ]
    assert len(forged) > 500
    assert [(deal, what) for deal, what, check, _view in forged if faults(check)] == []
    assert [(deal, what) for deal, what, check, view in forged if not faults(check, view)] == []


def test_the_guide_finds_a_deal_of_another_game(faults):
    check, other = honest_deals()["draw for 2, deal 0"], honest_deals()["draw for 2, deal 1"]
    found = faults(other, view_during(check) | {"deal": 1})
    assert [sentence.partition(":")[0] for sentence in found] == ["round_id", "commitment", "round"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda check: check.update(seed="00" * 32), "The seed is not the one promised before the deal."),
        (lambda check: check["deal"].update(lead=1 - check["deal"]["lead"]), "lead: it should be "),
        (lambda check: check["deal"]["boneyard"].reverse(), "boneyard: it should be "),
    ],
)
def test_the_verifier_says_which_check_failed(faults, change, sentence):
    check = copy.deepcopy(honest_deals()["draw for 2, deal 0"])
    change(check)
    assert any(found.startswith(sentence) for found in faults(check))


def test_the_deal_checker_prints_faults(tmp_path):
    honest = honest_deals()["draw for 2, deal 0"]
    forged = honest | {"seed": "00" * 32}
    (tmp_path / "view.json").write_text(json.dumps(view_during(honest)))
    ends = {}
    running = {"code": "round_running", "message": "This deal is still being played."}
    for name, deal in (("honest", {"check": honest}), ("forged", {"check": forged}), ("running", running)):
        (tmp_path / "deal.json").write_text(json.dumps(deal))
        command = [sys.executable, str(CHECKER), "deal.json", "view.json"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        ends[name] = ran.returncode, (ran.stdout + ran.stderr).partition("\n")[0]
    assert ends == {
        "honest": (0, "All fits."),
        "forged": (1, "The seed is not the one promised before the deal."),
        "running": (1, "This deal is still being played."),
    }


def guide_code(name: str) -> dict:
    """The names that the guide's code block with the function *name* defines."""
    [code] = [block for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL) if f"def {name}" in block]
    guide: dict = {}
    exec(textwrap.dedent(code), guide)
    return guide


def refusal(status: int, **headers: str) -> urllib.error.HTTPError:
    return urllib.error.HTTPError("/", status, "no", headers, None)


def test_the_client_in_the_guide_waits_before_it_retries(monkeypatch):
    answers = [refusal(429, **{"Retry-After": "7"}), URLError("no line"), refusal(503, **{"Retry-After": "5"}),
               io.BytesIO(b'{"version": 19}')]  # fmt: skip
    pauses: list[float] = []

    def answer(_request, timeout):
        said = answers.pop(0)
        if isinstance(said, Exception):
            raise said
        return said

    monkeypatch.setattr(urllib.request, "urlopen", answer)
    monkeypatch.setattr(time, "sleep", pauses.append)
    asked = urllib.request.Request("http://localhost:8000/api/v1/games/")
    assert guide_code("patient")["patient"](asked) == {"version": 19}
    assert (pauses[0], pauses[2]) == (7, 5)
    assert 0 <= pauses[1] <= 2
    answers[:] = [refusal(409)]
    with pytest.raises(urllib.error.HTTPError):
        guide_code("patient")["patient"](asked)


def test_deals_are_numbered_and_a_redeal_stays_in_the_same_round(as_ada, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", options={"redeal": "must:doubles:1"}).public_id
    view = as_ada.view(game)
    assert view["deal"] > 0  # of fourteen tiles one was a double
    assert view["round"]["round"] == 1
    annulled = as_ada.get(f"games/{game}/rounds/0/").json()
    assert (annulled["deal"], annulled["round"]) == (0, 1)


def test_moves_in_a_view_have_the_format_in_the_guide():
    position = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="5-3 6-1"), "6-5", "draw", "5-3>6-5", "draw")
    assert rules.to_json(rules.view_for(position, 0))["moves"] == ["0 6-5", "1 draw", "1 5-3>6-5", "0 draw 6-1"]
    assert rules.to_json(rules.view_for(position, None))["moves"][-1] == "0 draw"
    assert '"1 5-3>6-5"' in GUIDE
    assert '"0 draw 6-1"' in GUIDE


IN_WORDS = {"m": "a minute", "h": "an hour", "d": "a day"}
LIMITS = {  # rows of the guide's table, with the names of their rates
    "announcements to a club": "post",
    "asking players to be your partner": "partner",
    "asking to join clubs": "club",
    "asking, or giving time, by agreement": "ask",
    "chat messages, and messages to people": "talk",
    "creating clubs": "new_club",
    "first messages to people who don't know you": "letter",
    "players named in matches of clubs": "board",
}


def test_the_schema_and_the_guide_have_the_limits_that_are_enforced(nobody):
    for row, name in LIMITS.items():
        limit = re.sub(r"(\d+)/([mhd])", lambda rate: f"{rate[1]} {IN_WORDS[rate[2]]},", RATES[name])
        assert f"| {row} | {limit.removesuffix(',')} |" in GUIDE
    shapes = nobody.get("schema/", format="json").json()["components"]["schemas"]
    assert shapes["MoveSent"]["properties"]["move"]["maxLength"] == LONGEST_MOVE
    assert shapes["MoveSent"]["additionalProperties"] is False
