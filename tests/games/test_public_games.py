"""Lists of other people's games begin at `Game.objects.public_for`, so that none forgets the blocks."""

import ast

import pytest

from games.models import Game
from people import actions
from tests.people.conftest import NOW
from tests.rooms import file_name
from tests.test_rooms import FILES

# Other code that filters by visibility, with the reason why it need not look at blocks.
OTHERWISE = {
    "clubs/shown.py": "lists open games of my clubs; it leaves out the people who are kept apart",
    "games/actions/offer.py": "seats people at a game that everybody may watch",
    "games/models.py": "`public_for` itself, `is_public`, and two indexes",
    "games/pages/forms.py": "offers the choice to the host of a new game",
    "ladders/challenging.py": "says whether lists show the games of a ladder",
    "people/queries.py": "lists the games of one person, on that person's own page",
    "standings/years/looking_back.py": "counts games of a year; it leaves out the people who are kept apart",
    "tournaments/models.py": "says whether lists show the games of a tournament",
    "history/dumps.py": "the monthly dumps have finished games only",
}
FILTERS = {"filter", "exclude", "get", "get_or_create", "in_bulk", "Q"}


def asks_for_public_games(source: str) -> bool:
    """Whether the code names `Visibility.PUBLIC`, or filters by the column, in SQL too."""
    asked: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node).endswith("Visibility.PUBLIC"):
            return True
        if isinstance(node, ast.Constant) and "visibility = 'public'" in str(node.value):
            return True
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in FILTERS:
            asked |= {(argument.arg or "").rpartition("__")[2] for argument in node.keywords}
    return "visibility" in asked


def test_nothing_else_lists_public_games():
    found = {file_name(path) for path in FILES.values() if asks_for_public_games(path.read_text())}
    assert found == {*OTHERWISE}


@pytest.mark.parametrize(
    ("source", "asks"),
    [
        ("Game.objects.filter(visibility=Game.Visibility.PUBLIC)", True),
        ("Seat.objects.filter(game__visibility='public')", True),
        ("seen = Q(visibility='public')", True),
        ("NEWEST = \"SELECT id FROM games_game game WHERE game.visibility = 'public'\"", True),
        ("create_game(visibility='public')", False),
        ("games.Visibility.LINK", False),
    ],
)
def test_the_search_finds_each_way_to_ask(source, asks):
    assert asks_for_public_games(source) is asks


@pytest.mark.both_databases
@pytest.mark.django_db
def test_public_games_leave_out_private_ones_and_those_of_blocked_people(ada, ben, cleo, game_between):
    together = game_between(ada, ben, visibility="public")
    bens = game_between(ben, cleo, visibility="public")
    game_between(ada, cleo, visibility="link")
    actions.block(user=ada, person=cleo, now=NOW)
    seen = {name: {*Game.objects.public_for(user)} for name, user in (("ada", ada), ("ben", ben), ("cleo", cleo))}
    assert seen == {"ada": {together}, "ben": {together, bens}, "cleo": {bens}}
    assert {*Game.objects.public_for(None)} == {together, bens}
