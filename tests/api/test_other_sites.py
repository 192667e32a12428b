"""Pages of other sites read what is public, and what their token may see, but never what a cookie opens."""

import pytest

from accounts.models import Token
from common.limits import middleware
from tests.api.conftest import Caller, token_of

FROM = {"Origin": "https://elsewhere.example"}
PUBLIC = ["games/", "people/ada/", "games/nothing/", "nothing/", "me/"]
ASKS = {"Access-Control-Request-Headers": "authorization"}


def readable(answer) -> bool:
    """Whether a browser shows the answer to the page of another site, whichever cookies it sent."""
    assert "Access-Control-Allow-Credentials" not in answer
    return answer.get("Access-Control-Allow-Origin") in {"*", FROM["Origin"]}


def test_other_sites_read_what_strangers_see(nobody, ada):
    for path in PUBLIC:
        answer = nobody.client.get(f"/api/v1/{path}", headers=FROM)
        assert readable(answer), path
        assert "Cookie" in answer["Vary"]
        assert "Retry-After" in answer["Access-Control-Expose-Headers"]


def test_other_sites_read_how_long_to_wait(nobody, monkeypatch):
    monkeypatch.setattr(middleware.work, "wait", lambda *_callers: 3)
    answer = nobody.client.get("/api/v1/games/", headers=FROM)
    assert (answer.status_code, readable(answer)) == (429, True)


def test_other_sites_read_nothing_that_a_cookie_opens(as_ada, ada, game):
    """Neither from us, nor from a cache that keeps an answer: it has no permission, and is of this cookie alone."""
    for path in ("me/", "me/notices/", f"games/{game}/", f"games/{game}/moves/"):
        answer = as_ada.client.get(f"/api/v1/{path}", headers=FROM)
        assert not readable(answer), path
        assert "Cookie" in answer["Vary"]
        with_both = as_ada.client.get(f"/api/v1/{path}", headers=FROM | {"Authorization": f"Bearer {token_of(ada)}"})
        assert not readable(with_both), path
    assert not readable(as_ada.client.get("/settings/", headers=FROM))
    assert not readable(Caller().client.get("/", headers=FROM))


def test_other_sites_follow_and_read_with_a_token(ada, game):
    by_token = Caller(token=token_of(ada, Token.Scope.READ))
    answer = by_token.client.get(f"/api/v1/games/{game}/", headers=FROM)
    assert readable(answer)
    assert answer.json()["you"] == 0
    stream = Caller().client.get(f"/api/v1/games/{game}/events/", headers=FROM)
    assert readable(stream)
    assert stream["Content-Type"] == "text/event-stream"
    stream.close()


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
def test_a_browser_asks_before_and_only_reading_is_allowed(nobody, as_ada, game, method):
    asked = FROM | ASKS | {"Access-Control-Request-Method": method}
    for path in ("me/", f"games/{game}/events/", f"games/{game}/resign/"):
        answer = nobody.client.options(f"/api/v1/{path}", headers=asked)
        assert (answer.status_code, answer.content) == (204, b"")
        assert readable(answer) == (method in {"GET", "HEAD"})
        assert "Content-Type" not in answer.get("Access-Control-Allow-Headers", "")
        if readable(answer):
            assert "Authorization" in answer["Access-Control-Allow-Headers"]
        assert not readable(as_ada.client.options(f"/api/v1/{path}", headers=asked))
        assert not readable(nobody.client.post(f"/api/v1/{path}", headers=FROM))
