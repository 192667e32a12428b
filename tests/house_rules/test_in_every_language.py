"""German, Spanish, Russian and Portuguese have every word of house rules."""

import pytest
from django.utils import translation

import rules
from rulebook.house import plain
from rulebook.kinds import Choice, Divisors, Points, WithRest
from rulebook.options import GROUPS, OPTIONS
from rules.sentences import SENTENCES
from tests.pages.conftest import words_of
from tests.rules.test_house_rules import IMPOSSIBLE
from tests.texts import LANGUAGES, translated

ALIKE = {"No"}


def options():
    """Every text of the options, in the active language."""
    for group in GROUPS:
        yield str(group.title)
    for option in OPTIONS.values():
        yield from (str(option.label), str(option.explanation))
        kind = option.kind
        if isinstance(kind, Choice | WithRest | Divisors | Points):
            yield from (str(pick.listed) for pick in kind.picks)
            yield from (str(pick.told) for pick in kind.picks if pick.told and str(pick.told) != "%(rest)s")


def refusals(language):
    """The translated texts of impossible rules, in the active language."""
    for key, seats, chosen, _named in IMPOSSIBLE:
        try:
            rules.ruleset(key, chosen, seats)
        except rules.ImpossibleRules as error:
            if SENTENCES[error.key] in translated(language):
                yield plain.refusal(error).sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_appear_in_the_language(language):
    with translation.override("en"):
        english = set(options()) & translated(language)
    assert len(english) > 100
    with translation.override(language):
        assert english & set(options()) <= ALIKE


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_appear_in_the_language(language):
    with translation.override("en"):
        english = set(refusals(language))
    assert len(english) > 20
    with translation.override(language):
        assert not english & set(refusals(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_choices_have_different_translations(language):
    with translation.override(language):
        for option in OPTIONS.values():
            if isinstance(option.kind, Choice | WithRest | Divisors | Points):
                listed = [str(pick.listed) for pick in option.kind.picks]
                assert len(listed) == len(set(listed)), option.name


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "2 Hände zu 15 Steinen brauchen 30 Steine, aber der Satz hat nur 28."),
        ("es", "2 manos de 15 fichas necesitan 30 fichas, pero el juego solo tiene 28."),
        ("pt", "2 mãos de 15 peças precisam de 30 peças, mas o jogo só tem 28."),
        ("ru", "Игроков 2 по 15 — нужно костей 30, а в наборе только 28."),
    ],
)
def test_a_refusal_on_the_page_appears_in_the_language(stranger, language, sentence):
    sent = {"seats": "2", "base": "2", "o-hand-here": "1", "o-hand": "15"}
    page = stranger.post("/house-rules/change/draw/", sent, headers={"accept-language": language})
    assert sentence in words_of(page)
    assert "hand:" not in words_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_renders_in_the_language(stranger, language):
    for path in ("/house-rules/", *(f"/house-rules/change/{key}/" for key in ("draw", "general", "sea_goat"))):
        assert stranger.get(path, headers={"accept-language": language}).status_code == 200
