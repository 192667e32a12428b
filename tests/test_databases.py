"""Tests with locks, races or SQL need a marker, or they would never run on PostgreSQL; and each of our files with locks
or SQL has such a test.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.rooms import django_rooms, file_name

TESTS = Path(__file__).parent
MARKERS = {"both_databases", "postgres"}
# Databases differ in these: locks, refusals, statements beside the ORM, sums over time and rows.
WORDS = {
    "cursor()", "raw()", "extra()", "read_rows", "write_rows", "RawSQL", "explain", "vendor", "select_for_update",
    "ignore_conflicts", "update_conflicts", "IntegrityError", "DataError", "OperationalError", "Window", "Func", "Cast",
    "Collate", "TruncDate", "TruncDay", "TruncWeek", "TruncMonth", "TruncYear", "ExtractMonth", "ExtractYear",
}  # fmt: skip
LIKELY = re.compile("|".join(word.removesuffix("()") for word in WORDS))  # quick check: other files aren't parsed
THREADS = {"Thread", "ThreadPoolExecutor", "Barrier"}  # a race, if the threads see each other's commits
ELSEWHERE = {
    "costs/test_visit.py::test_a_visit_costs_its_number_of_calls",  # PostgreSQL's driver is Python itself
    # It renumbers rows by SQL so that texts can be compared; the database doesn't matter.
    "games/test_worlds.py::test_viewers_get_the_same_bytes_whatever_the_hidden_tiles",
}
# Every file with such words, and a test on PostgreSQL that runs them.
ASKED_BY = {
    "accounts/browsers.py": "people/test_lobby.py::test_the_last_use_of_any_browser_counts",
    "accounts/computers.py": "bots/test_at_the_table.py::test_all_computers_are_created_once",
    "accounts/database.py": "common/test_so_many.py::test_concurrent_tokens_stay_within_the_limit",
    "accounts/oauth/grants.py": "oauth/test_signing_in.py::test_a_code_used_twice_ends_what_it_opened",
    "accounts/pages/entry.py": "pages/test_names.py::test_of_lookalikes_who_sign_up_at_once_only_one_succeeds",
    "accounts/sessions.py": "games/test_conflicts.py::test_a_guest_who_logs_in_takes_their_games_along",
    "bots/followers.py": "bots/test_thinking.py::test_one_process_claims_a_turn_and_plays_it_once",
    "clubs/actions/leaving.py": "clubs/test_races.py::test_owner_and_organisers_are_gone_at_once",
    "clubs/actions/making.py": "clubs/test_races.py::test_of_two_new_clubs_with_one_name_one_is_made",
    "clubs/actions/merging.py": "clubs/test_actions.py::test_a_guest_who_logs_in_keeps_their_clubs",
    "clubs/actions/moderating.py": "clubs/test_moderating.py::test_a_club_is_hidden_shown_renamed_and_closed",
    "clubs/actions/rows.py": "clubs/test_races.py::test_of_two_clicks_one_joins_and_two_people_join_at_once",
    "clubs/notifications.py": "clubs/test_races.py::test_who_leaves_while_the_queue_notifies_keeps_no_notification",
    "clubs/tournaments.py": "clubs/test_races.py::test_two_organisers_at_once_make_no_tournament_too_many",
    "common/database.py": "games/test_together.py::test_storing_many_moves_needs_as_many_statements_as_one",
    "common/joined.py": "common/test_joined.py::test_a_game_with_its_seats_and_players_is_as_the_orm_reads_it",
    "common/processes/heartbeat.py": "common/test_heartbeat.py::test_all_workers_share_one_heartbeat_row",
    "common/queues/queue.py": "plans/test_races.py::test_only_one_process_can_claim_a_turn",
    "common/refusals.py": "ops/test_database_away.py::test_many_requests_in_an_outage_are_answered_quickly",
    "dominoes_site/backups.py": "ops/test_backup.py::test_a_postgresql_backup_made_during_play_can_be_continued",
    "dominoes_site/disk.py": "ops/test_doctor.py::test_it_checks_the_disk",
    "dominoes_site/doctor.py": "ops/test_doctor.py::test_it_checks_the_clocks",
    "dominoes_site/health.py": "pages/test_site.py::test_readyz_tries_a_write_only_now_and_then",
    "dominoes_site/postgresql/base.py": "ops/test_connections.py::test_a_slow_statement_fails_but_not_its_connection",
    "dominoes_site/schema.py": "ops/test_migrations.py::test_differences_are_named",
    "dominoes_site/sqlite/base.py": "ops/test_line.py::test_a_killed_process_holds_nobody_up",
    "family/actions.py": "family/test_games.py::test_three_phones_meet_and_play",
    "family/dealing.py": "family/test_games.py::test_three_phones_meet_and_play",
    "games/actions/namesakes.py": "games/test_namesakes.py::test_a_guest_is_renamed_if_an_account_of_that_name_joins",
    "games/actions/offer.py": "games/test_races.py::test_two_hosts_who_join_each_others_game_begin_one",
    "games/actions/rematch.py": "games/test_actions.py::test_seen_versions_never_go_back",
    "games/actions/rows.py": "games/test_races.py::test_the_last_seat_is_taken_once",
    "games/actions/signal_partner.py": "games/test_partners.py::test_of_many_winks_at_once_one_is_accepted",
    "games/clocks/clock.py": "games/test_actions.py::test_a_database_outage_does_not_postpone_a_games_next_sweep",
    "games/commit.py": "api/test_moves.py::test_two_people_play_a_whole_game_over_the_api_alone",
    "games/listed.py": "games/test_queries.py::test_my_turn_comes_first_then_the_least_time",
    "games/lobby.py": "people/test_lobby.py::test_one_host_cannot_fill_the_lobby",
    "games/positions/memory.py": "games/test_played_on.py::test_moves_of_many_games_need_one_query",
    "games/queries.py": "games/test_queries.py::test_a_game_waits_only_for_the_player_on_turn",
    "games/settling.py": "games/test_settling.py::test_of_two_workers_one_settles_a_game",
    "games/sockets/base.py": "ops/test_database_away.py::test_boards_opened_during_the_outage_are_told_when_to_retry",
    "history/book.py": "history/test_races.py::test_a_guest_who_logs_in_twice_at_once_moves_their_games_once",
    "history/rematches.py": "history/test_rematches.py::test_games_before_count_by_the_sides_of_this_game",
    "ladders/challenging.py": "ladders/test_races.py::test_two_who_challenge_each_other_in_both_directions_or_twice",
    "ladders/followers.py": "ladders/test_races.py::test_a_result_while_the_loser_is_deleted",
    "ladders/looking.py": "ladders/test_races.py::test_a_vacation_parks_once",
    "ladders/queries.py": "ladders/test_races.py::test_two_who_join_at_once_have_two_places",
    "ladders/results.py": "ladders/test_races.py::test_a_swap_while_a_third_leaves",
    "learn/analysis/limits.py": "learn/test_analysis.py::test_an_analysis_locks_the_first_guest_of_the_address",
    "learn/puzzles/stock.py": "learn/test_puzzles.py::test_a_new_server_has_puzzles_of_several_games",
    "learn/puzzles/solving.py": "learn/test_puzzles.py::test_a_puzzle_can_be_tried_once",
    "matching/actions.py": "matching/test_races.py::test_two_processes_that_found_the_same_people_begin_one_game",
    "matching/queries.py": (
        "matching/test_pages.py::test_the_page_says_the_median_wait_of_thirty_days_of_those_who_waited"
    ),
    "moderation/actions.py": "moderation/test_deciding.py::test_two_moderators_decide_once",
    "notices/actions.py": "notices/test_api.py::test_settings_are_read_and_changed_in_part",
    "notices/followers.py": "notices/test_told.py::test_a_move_costs_one_statement",
    "notices/listed.py": "notices/test_pages.py::test_a_row_has_what_a_day_says_of_a_game_and_is_marked_as_read_alone",
    "notices/queries.py": "pages/test_home.py::test_the_header_counts_the_games_that_wait",
    "people/actions/friends.py": "people/test_races.py::test_two_simultaneous_requests_make_one_friendship",
    "people/queries.py": "people/test_invitations.py::test_an_invited_player_joins_the_reserved_seat_with_one_click",
    "sharing/clips/making.py": "sharing/test_clips.py::test_many_who_ask_have_one_clip_made",
    "sharing/pictures/stored.py": "sharing/test_links.py::test_a_picture_is_drawn_once_for_everybody",
    "plans/followers.py": "plans/test_races.py::test_two_sweepers_play_a_planned_move_once",
    "standings/past.py": "standings/test_past.py::test_annulled_games_are_left_out_of_the_change",
    "standings/queries.py": (
        "standings/test_pages.py::test_a_player_has_places_which_ties_share_and_provisional_ratings_lack"
    ),
    "standings/rating.py": "standings/test_races.py::test_annulling_while_others_finish_keeps_the_ratings_correct",
    "standings/sums.py": "games/test_settling.py::test_recounting_while_settling_counts_each_game_once",
    "standings/tallies.py": "standings/test_tallies.py::test_a_recount_gives_the_same_sums",
    "talk/conversations.py": "clubs/test_chat.py::test_members_write_guests_among_them_and_nobody_is_notified",
    "talk/letters.py": "talk/test_letters.py::test_friends_write_to_each_other",
    "talk/queries.py": "talk/test_saying.py::test_unread_messages_are_counted",
    "tournaments/life/beginning.py": (
        "tournaments/test_formats.py::test_a_cup_of_six_starts_when_it_is_full_and_everybody_meets_everybody"
    ),
    "tournaments/life/calendar.py": "tournaments/test_formats.py::test_a_knockout_goes_on_until_one_is_left",
    "tournaments/life/closing.py": (
        "tournaments/test_moderating.py::test_places_and_trophies_follow_a_game_that_is_annulled_after_the_end"
    ),
    "tournaments/life/steps.py": (
        "tournaments/test_formats.py::test_a_swiss_is_paired_on_fixed_days_and_nobody_meets_twice"
    ),
    "tournaments/queries.py": "tournaments/test_formats.py::test_an_arena_pairs_who_is_free_until_its_last_day",
    "tournaments/rounds/games.py": (
        "tournaments/test_formats.py::test_a_cup_of_six_starts_when_it_is_full_and_everybody_meets_everybody"
    ),
    "tournaments/rounds/rankings.py": "tournaments/test_formats.py::test_the_best_of_two_groups_meet_in_a_final",
    "tournaments/rounds/results.py": "tournaments/test_formats.py::test_four_at_a_table",
    "tournaments/rounds/standing.py": (
        "tournaments/test_formats.py::test_a_round_robin_without_rounds_is_played_at_once"
    ),
}


@cache
def names(tree: ast.AST) -> set[str]:
    """The names used in it; a called method appears a second time, with brackets."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.Call(func=ast.Attribute(attr=name)):
                found.add(f"{name}()")
    return found


# ---- Tests that need a marker and have none


class File:
    """A test file: its own definitions and its imports (`*`: everything), including those of its conftest.py."""

    def __init__(self, path: Path) -> None:
        self.own: dict[str, ast.stmt] = {}
        self.others: list[tuple[Path, str, str]] = []  # the file, the name there, the local name
        for node in ast.parse(path.read_text()).body:
            match node:
                case ast.ImportFrom(module=str(module)) if module.startswith("tests."):
                    there = TESTS.joinpath(*module.split(".")[1:]).with_suffix(".py")
                    self.others += [(there, each.name, each.asname or each.name) for each in node.names]
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    self.own[name] = node
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    self.own[name] = node
        if path.name != "conftest.py":
            self.others.append((path.with_name("conftest.py"), "*", "*"))


@cache
def file(path: Path) -> File:
    return File(path)


@cache
def meant(path: Path, name: str) -> tuple[Path, ast.stmt] | None:
    """The definition of *name* as used in the file at *path*, and the file that contains it."""
    if not path.exists():
        return None
    if name in file(path).own:
        return path, file(path).own[name]
    for there, theirs, here in file(path).others:
        if here in (name, "*") and (found := meant(there, name if theirs == "*" else theirs)):
            return found
    return None


def used(path: Path, test: ast.stmt) -> set[str]:
    """Every name in the test, in the fixtures and functions it uses, and so on."""
    found, seen, ahead = set[str](), set[ast.stmt](), [(path, test)]
    while ahead:
        where, node = ahead.pop()
        if node not in seen:
            seen.add(node)
            found |= names(node)
            ahead += filter(None, (meant(where, name) for name in names(node)))
    return found


def each_test(path: Path) -> Iterator[tuple[str, ast.stmt, set[str]]]:
    """Each test: its pytest name, its definition, and the names of its markers."""
    own = file(path).own
    of_all = names(own["pytestmark"]) if "pytestmark" in own else set[str]()
    for name, test in own.items():
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and name.startswith("test_"):
            yield f"{path.relative_to(TESTS)}::{name}", test, of_all.union(*map(names, test.decorator_list))


def unmarked(path: Path) -> dict[str, set[str]]:
    """Tests that lack a marker, with the words that require it."""
    found = {}
    for test, node, marks in each_test(path):
        if not marks & MARKERS:
            words = used(path, node)
            commits = (marks | words) & {"transaction", "transactional_db"}
            if telling := words & (WORDS | THREADS if commits else WORDS):
                found[test] = telling
    return found


def test_tests_with_locks_races_or_sql_have_a_marker():
    found = [test for path in sorted(TESTS.rglob("test_*.py")) for test in unmarked(path)]
    assert found == sorted(ELSEWHERE)


IMPORTS = "import threading\nimport pytest\nfrom django.db import connection, IntegrityError\n"


@pytest.mark.parametrize(
    ("source", "telling"),
    [
        ("def test_it(db):\n    connection.cursor().execute('SELECT 1')", {"cursor()"}),
        ("async def test_it(db):\n    rows.select_for_update().get()", {"select_for_update"}),
        ("def test_it(db):\n    with pytest.raises(IntegrityError):\n        twice()", {"IntegrityError"}),
        ("def ask(x):\n    return User.objects.raw(x)\ndef test_it(db):\n    assert all(map(ask, 'ab'))", {"raw()"}),
        ("@pytest.fixture\ndef plan():\n    return rows.explain()\ndef test_it(plan):\n    pass", {"explain"}),
        ("from tests.room.races import both as two\ndef test_it(transactional_db):\n    two()", {"Thread"}),
        ("from tests.room.races import *\ndef test_it(transactional_db):\n    both()", {"Thread"}),
        ("from tests.room.races import both\ndef test_it(db):\n    both()", set()),  # threads, but no rows
        ("def test_it(held, db):\n    pass", {"select_for_update"}),  # a fixture in conftest.py
        ("def test_it(db):\n    answer = ask(cursor='x')\n    assert answer.cursor == ''", set()),
        ("@pytest.mark.both_databases\ndef test_it(db):\n    connection.cursor()", set()),
        ("pytestmark = [pytest.mark.django_db, pytest.mark.postgres]\ndef test_it():\n    connection.cursor()", set()),
        ("def unused():\n    connection.cursor()\ndef test_it(db):\n    pass", set()),
    ],
)
def test_locks_and_threads_are_found_in_tests_fixtures_and_helpers(tmp_path, monkeypatch, source, telling):
    monkeypatch.setattr(f"{__name__}.TESTS", tmp_path)
    room = tmp_path / "room"
    room.mkdir()
    (room / "conftest.py").write_text("@pytest.fixture\ndef held():\n    return rows.select_for_update().get()\n")
    (room / "races.py").write_text("def both():\n    threading.Thread(target=print).start()\n")
    (room / "test_made_up.py").write_text(IMPORTS + source)
    assert set().union(*unmarked(room / "test_made_up.py").values()) == telling


# ---- Files of ours


def speaking(rooms: list[Path]) -> list[str]:
    """The files that contain such a word."""
    paths = (path for room in rooms for path in room.rglob("*.py") if "migrations" not in path.parts)
    found = (path for path in paths if LIKELY.search(text := path.read_text()) and names(ast.parse(text)) & WORDS)
    return sorted(map(file_name, found))


def test_every_file_with_locks_or_sql_names_a_test():
    assert speaking(django_rooms()) == sorted(ASKED_BY)


# ---- Transactions


# Transactions that are not run again after a conflict, and why.
NOT_AGAIN = {
    "accounts/browsers.py::answer": "a mere note",
    "clubs/actions/merging.py::merge": "part of a login, which is",
    "learn/puzzles/solving.py::of_the_day": "a mere note",
    "sharing/pictures/stored.py::store": "a mere note",
}


def transactions(path: Path) -> Iterator[tuple[str, bool]]:
    """The functions that begin a transaction, and whether they are tried again."""

    def inside(node: ast.AST, function: ast.FunctionDef | None) -> Iterator[ast.FunctionDef | None]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Attribute) and child.attr == "atomic":
                yield function
            yield from inside(child, child if isinstance(child, ast.FunctionDef) else function)

    for function in dict.fromkeys(inside(ast.parse(path.read_text()), None)):
        assert function is not None, path
        decorators = [ast.unparse(each) for each in function.decorator_list]
        yield f"{file_name(path)}::{function.name}", "tried_again" in decorators[:1]


def test_every_transaction_is_tried_again_after_a_conflict():
    found = [
        each
        for room in django_rooms()
        for path in room.rglob("*.py")
        if "migrations" not in path.parts
        for each in transactions(path)
    ]
    assert sorted(name for name, again in found if not again) == sorted(NOT_AGAIN)
    assert len(found) > 80


def test_the_named_tests_run_on_postgresql():
    marked = {test for path in TESTS.rglob("test_*.py") for test, _node, marks in each_test(path) if marks & MARKERS}
    assert set(ASKED_BY.values()) - marked == set()
