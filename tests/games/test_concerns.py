"""A process reads only news from other processes about games and people that are open in it."""

import pytest

from games.sockets.open_sockets import Hub, events_group, game_group, user_group
from games.viewers.news import News

NEWS = [
    News(games={"here": []}),
    News(games={"elsewhere": [7]}),
    News(moved=[["here", [], 3, "playing", None, [], []]]),
    News(moved=[["elsewhere", [7], 3, "playing", None, [], []]]),
    News(again=[["here", [0]]]),
    News(panels=[["here", "talk", None, []]]),
    News(desks=[7]),
    News(events=[[8, "{}"]]),
    News(gone=[9]),  # their groups don't tell what they have open
]


@pytest.mark.parametrize("news", NEWS)
def test_news_concerns_a_process_with_followers_of_its_groups(news):
    hub = Hub()
    for group in (game_group("here"), user_group(7), events_group(8)):
        hub.followers[group].add(object())
    assert hub.concerns(news)
    assert Hub().concerns(news) is bool(news.gone)
