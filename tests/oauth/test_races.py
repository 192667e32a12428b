"""Two who hold the same code or refresh token use it at once."""

import pytest

from accounts.models import Grant, Token
from tests.games.test_races import at_once
from tests.oauth.conftest import Program, me

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.mark.parametrize("what", ["code", "refresh token"])
def test_of_two_who_use_the_same_one_at_once_one_gets_tokens_that_end(program, hers, what):
    if what == "code":
        code = program.code(hers)
        calls = [lambda: Program(program.app).exchange(code)] * 2
    else:
        text = program.signs_in(hers)["refresh_token"]
        calls = [lambda: Program(program.app).renew(text)] * 2
    answers = at_once(*calls)
    assert sorted(answer.status_code for answer in answers) == [200, 400]
    [got] = [answer.json() for answer in answers if answer.status_code == 200]
    assert me(got["access_token"]).status_code == 401  # we can't tell which of the two was the thief
    assert not Grant.objects.exists()
    assert not Token.objects.exists()
