"""Results at a glance, on the history page and on the reader's own profile, and the list of opponents."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.computers import make_computers
from accounts.models import User
from history import glance
from tests.history.conftest import NOON
from tests.pages.conftest import words_of
from tests.standings.conftest import annul, finish

PAST = "/history/"


def played(page):
    return " ".join(words_of(page).split())


def test_the_history_starts_with_wins_and_losses(browser_of, over, ada, ben, cleo):
    over(ada, ben, "won", number=3, variant="draw")
    over(ada, cleo, "lost", variant="muggins", at=NOON - timedelta(days=1))
    page = played(browser_of(ada).get(PAST))
    assert "Results at a glance" in page
    assert "Games 4 Won 75 % Longest winning streak 3" in page
    assert "Average margin" not in page, "games of different kinds have different points"
    assert "Draw Dominoes 100 % 3 won 0 lost margin +60.0" in page
    assert "Muggins (All Fives) 0 % 0 won 1 lost" in page
    assert "Ben 3 games 3 won 0 lost" in page
    assert "Cleo 1 game 0 won 1 lost" in page


def test_months_have_a_chart_with_text_and_link_to_their_last_day(browser_of, over, ada, ben):
    now = timezone.now()
    for _game in range(2):
        over(ada, ben, "won", at=now)
    page = browser_of(ada).get(PAST).content.decode()
    (month,) = re.findall(r'<span class="visually-hidden">(\w+ \d{4}: 2 games, 2 won, 0 drawn, 0 lost)</span>', page)
    assert month.startswith(f"{now:%B %Y}")
    assert f'href="/history/?on={glance.last_day(f"{now:%Y-%m}")}#games"' in page


@pytest.mark.parametrize(("month", "day"), [("2026-02", 28), ("2028-02", 29), ("2026-11", 30), ("2026-12", 31)])
def test_a_month_ends_on_its_last_day(month, day):
    assert glance.last_day(month).isoformat() == f"{month}-{day}"


def test_filtered_lists_and_later_pages_have_no_results_at_a_glance(browser_of, over, ada, ben):
    over(ada, ben, number=25)
    client = browser_of(ada)
    cursor = client.get(PAST).context["page"].next
    for query in ("?result=won", "?on=2026-11-21", f"?cursor={cursor}"):
        assert "Results at a glance" not in played(client.get(PAST + query))


def test_results_at_a_glance_change_when_a_game_ends(browser_of, over, ada, ben):
    client = browser_of(ada)
    over(ada, ben, "won")
    assert "Games 1 Won 100 %" in played(client.get(PAST))
    over(ada, ben, "lost", at=NOON + timedelta(days=1))
    assert "Games 2 Won 50 %" in played(client.get(PAST))


def test_results_at_a_glance_are_only_on_the_readers_own_profile(browser_of, stranger, over, ada, ben):
    over(ada, ben, "won")
    assert "Results at a glance" in played(browser_of(ada).get("/people/ada/"))
    for reader in (browser_of(ben), stranger):
        assert "Results at a glance" not in played(reader.get("/people/ada/"))


def test_the_best_win_is_the_one_against_the_highest_rated(browser_of, ada, ben, cleo):
    finish(cleo, ben)  # Cleo is ahead of Ben now
    finish(ada, ben, hours=1)
    wanted = finish(ada, cleo, hours=2)
    assert glance.best_win(ada).rating == 1523
    assert glance.best_win(ada).row.game.pk == wanted.pk
    page = browser_of(ada).get(PAST)
    assert "Best win 1523 against Cleo" in played(page)
    assert f'href="{wanted.get_absolute_url()}"' in page.content.decode()
    annul(wanted)
    assert glance.best_win(ada).row.game.pk != wanted.pk
    assert glance.best_win(ben) is None


def test_each_game_shows_its_rating_change(browser_of, ada, ben):
    finish(ada, ben)
    assert "won Rating 1523 +23" in played(browser_of(ada).get(PAST))
    assert "lost Rating 1477 −23" in played(browser_of(ben).get(PAST))


def test_games_with_computers_have_separate_results(browser_of, over, ada, ben):
    make_computers()
    over(ada, User.objects.filter(bot_level="strong").first(), "lost", number=2)
    client = browser_of(ada)
    assert "Results with computers" in played(client.get("/history/results/"))  # there are no more
    over(ada, ben, "won")
    people, computers = (played(client.get(f"/history/results/?computers={each}")) for each in ("no", "yes"))
    assert "Games 1 Won 100 %" in people
    assert "Games 2 Won 0 %" in computers


def test_results_list_every_game_and_month_and_explain_the_margin(browser_of, over, ada, ben):
    over(ada, ben, "won", at=datetime(2025, 3, 1, 12, tzinfo=UTC))
    over(ada, ben, "drawn", variant="muggins", at=datetime(2026, 11, 1, 12, tzinfo=UTC))
    page = played(browser_of(ada).get("/history/results/"))
    assert "November 2026 1 0 1 0" in page
    assert "March 2025 1 1 0 0" in page
    assert "your side’s average lead" in page


def test_opponents_are_paged_with_the_most_frequent_first_and_link_to_head_to_head(browser_of, over, guest, ada, ben):
    over(ada, ben, number=3)
    for number in range(21):
        over(ada, guest(f"Guest {number:02}"))
    client = browser_of(ada)
    first = client.get("/history/opponents/")
    assert [first.context["page"].rows[0].other, len(first.context["page"].rows)] == [ben, 20]
    second = client.get(f"/history/opponents/?cursor={first.context['page'].next}").context["page"]
    met = [row.other_id for row in [*first.context["page"].rows, *second.rows]]
    assert len(met) == len(set(met)) == 22
    assert 'href="/history/with/ben/"' in first.content.decode()


def test_an_opponent_is_found_by_name(browser_of, over, ada, ben, cleo):
    over(ada, ben)
    over(ada, cleo)
    page = browser_of(ada).get("/history/opponents/?opponent=cl")
    assert [row.other for row in page.context["page"].rows] == [cleo]
    assert "None of your opponents’ names starts with “x”" in words_of(
        browser_of(ada).get("/history/opponents/?opponent=x")
    )
    assert browser_of(ada).get("/history/opponents/?opponent=%00&cursor=x").status_code == 200


def test_deleted_opponents_keep_their_line_without_name_or_link(browser_of, over, ada, ben):
    from tests.following import it_happens

    over(ada, ben)
    ben.deleted_at = NOON
    ben.skeleton = None
    ben.save()
    it_happens("deleted", ben)
    page = browser_of(ada).get("/history/opponents/")
    assert "Deleted player 1 game" in played(page)
    assert "/history/with/" not in page.content.decode()


def test_strangers_have_no_results(stranger):
    for address in ("/history/results/", "/history/opponents/"):
        assert stranger.get(address).status_code == 302
