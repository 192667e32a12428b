from tests.pages.conftest import browser_of, english_again, stranger

__all__ = ["browser_of", "english_again", "stranger"]
