"""docs/api.md tells the truth."""

import re
import textwrap

from games.services import LONGEST_MOVE
from tests.api.conftest import play_out
from tests.live.server import ROOT

GUIDE = (ROOT / "docs" / "api.md").read_text()
NO_API = {"tests", "benchmarks", "moderation"}
PACKAGES = [init.parent for init in ROOT.glob("*/__init__.py") if init.parent.name not in NO_API]
SOURCES = [path for package in PACKAGES for path in package.rglob("*.py") if "views" not in path.parts]
SAYS_NO = r'(?:NotNow|Unreadable|Forbidden|NotFound|IllegalMove|refusal|TooLarge)\((?:\d+, )?"([a-z_]+)"'
OTHER_ROUNDS = {"round_over", "no_such_seat"}  # the server never asks the rules for such a move
PAGES = {"no_result"}  # what moderators are told


def test_every_code_that_a_refusal_may_have_is_in_the_guide():
    told = set(re.findall(r"`([a-z_]+)`", GUIDE))
    used = {code for path in SOURCES for code in re.findall(SAYS_NO, path.read_text())}
    used |= set(re.findall(r'return \(?"([a-z_]+)", f?"', (ROOT / "rules" / "refusals.py").read_text()))
    assert len(used) > 20
    assert used - told - OTHER_ROUNDS - PAGES == set()


def test_every_address_is_in_the_guide_and_every_address_of_the_guide_is_one(nobody):
    paths = nobody.get("schema/", format="json").json()["paths"]
    there = {re.sub(r"{\w+}", "<>", path.removeprefix("/api/v1/")) for path in paths}
    table = GUIDE[GUIDE.index("## All addresses") : GUIDE.index("## How often")]
    assert {re.sub(r"<\w+>", "<>", path) for path in re.findall(r"`([\w/<>-]+/)`", table.split("|---|", 1)[1])} == there
    named = re.findall(r"`(?:(?:GET|POST|PUT|DELETE) )?((?:games|me|people|studies|standings)/[\w/<>-]*)", GUIDE)
    assert {re.sub(r"<[^>]+>", "<>", path) for path in named} <= there


def test_a_deal_is_checked_as_the_guide_says(nobody, as_ada, as_ben, game):
    """Every finished deal of a real game is honest; with one tile moved it isn't."""
    [code] = [block for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL) if "def honest" in block]
    guide: dict = {}
    exec(textwrap.dedent(code), guide)
    promised = as_ada.view(game)["commitment"]
    play_out(game, as_ada, as_ben)
    for deal in (0, 1):
        check = nobody.get(f"games/{game}/rounds/{deal}/").json()["check"]
        assert deal or check["commitment"] == promised
        assert guide["honest"](check)
        dealt = check["deal"]
        deck = [tile for tile in check["tiles"] if tile != dealt["start"]]
        assert deck == [*dealt["hands"][0], *dealt["hands"][1], *dealt["boneyard"]]
        check["tiles"][0], check["tiles"][1] = check["tiles"][1], check["tiles"][0]
        assert not guide["honest"](check)


def test_the_bounds_in_the_schema_are_those_of_the_services(nobody):
    shapes = nobody.get("schema/", format="json").json()["components"]["schemas"]
    assert shapes["MoveSent"]["properties"]["move"]["maxLength"] == LONGEST_MOVE
    assert shapes["MoveSent"]["additionalProperties"] is False
