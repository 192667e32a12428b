"""The limit of tokens."""

from accounts.models import Token
from tests.common.conftest import rates

__all__ = ["rates"]


def test_the_page_counts_tokens_as_the_api_does(browser_of, ada, rates):
    rates(token="1/h")
    client = browser_of(ada)
    pages = [client.post("/settings/access/", {"name": "bot", "scopes": ["read"]}) for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 429]
    assert "Try again in" in pages[1].content.decode()
    assert Token.objects.count() == 1
