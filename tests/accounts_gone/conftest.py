from tests.pages.conftest import browser_of, english_again, stranger
from tests.talk.conftest import say

__all__ = ["browser_of", "english_again", "say", "stranger"]
