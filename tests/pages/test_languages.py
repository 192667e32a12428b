"""German, Spanish and Russian: complete enough to be offered, and nothing in them can break a page."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

import rulebook
import rules
from rulebook import words
from rulebook.names import MARKED
from tests.pages.conftest import words as text_of

pytestmark = pytest.mark.any_database

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PLACES = re.compile(r"%\(\w+\)[sd]")


def catalog(language: str, domain: str) -> dict[str | tuple[str, int], str]:
    path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / f"{domain}.mo"
    with path.open("rb") as compiled:
        return {key: value for key, value in gettext.GNUTranslations(compiled)._catalog.items() if key}


@pytest.mark.parametrize("domain", ["django", "djangojs"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_in_what_the_original_does(language, domain):
    for original, translated in catalog(language, domain).items():
        plural = isinstance(original, tuple)
        wanted, given = set(PLACES.findall(original[0] if plural else original)), set(PLACES.findall(translated))
        assert wanted <= given if plural else wanted == given, translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_texts_are_those_that_are_edited(language):
    for domain in ("django", "djangojs"):
        source = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / f"{domain}.po"
        lines = set(re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', source.read_text(), re.MULTILINE))
        edited = {line.replace('\\"', '"').replace("\\n", "\n") for line in lines}
        assert edited == set(catalog(language, domain).values()), f"run manage.py compilemessages: {source}"


@pytest.mark.gettext
def test_every_text_of_the_site_is_translated(tmp_path):
    """The texts are read out of a copy of the code anew: none is missing, none is marked as doubtful."""
    site = tmp_path / "site"
    left_out = shutil.ignore_patterns(".*", "var", "staticfiles", "tests", "benchmarks", "docs", "__pycache__", "*.mo")
    shutil.copytree(settings.BASE_DIR, site, ignore=left_out)
    languages = [f"--locale={language}" for language in LANGUAGES]
    for domain in ("django", "djangojs"):
        make = [sys.executable, "manage.py", "makemessages", *languages, f"--domain={domain}", "--no-location"]
        subprocess.run(make, cwd=site, check=True, capture_output=True, env=os.environ | {"SECRET_KEY": "a-test"})
    wrong = {}
    for source in sorted((site / "locale").rglob("*.po")):
        count = [shutil.which("msgfmt") or "msgfmt", "--statistics", "--output-file", os.devnull, source]
        told = subprocess.run(count, check=True, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
        if "untranslated" in told.stderr or "fuzzy" in told.stderr:
            wrong[str(source.relative_to(site))] = told.stderr.strip()
    assert not wrong


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "Domino mit Freunden, Zug um Zug."), ("es", "Dominó con amigos, jugada a jugada."),
     ("ru", "Домино с друзьями, ход за ходом.")],
)  # fmt: skip
def test_the_home_page_speaks_it(stranger, language, sentence):
    page = stranger.get("/", headers={"accept-language": language})
    assert sentence in text_of(page)
    assert f'<html lang="{language}"' in page.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_every_game_is_told_in_it(language):
    for key, variant in rules.VARIANTS.items():
        ruleset = rules.ruleset(key, {}, variant.seats[-1])
        english = {line for section in rulebook.sections(ruleset) for line in section.sentences}
        english |= {*rulebook.three_sentences(ruleset), rulebook.one_line(key)}
        with translation.override(language):
            told = {line for section in rulebook.sections(ruleset) for line in section.sentences}
            told |= {*rulebook.three_sentences(ruleset), rulebook.one_line(key)}
        assert not english & told


def test_a_game_is_called_as_its_players_call_it(stranger, game_between, ada, ben):
    page = stranger.get("/rules/", headers={"accept-language": "ru"})
    assert "Морской козёл" in text_of(page)
    assert "Goat" not in text_of(page)
    table = stranger.get(game_between(ada, ben, variant="goat").get_absolute_url(), headers={"accept-language": "de"})
    assert "Ziegenbock (Kosjol)" in text_of(table)


def test_the_names_that_are_marked_for_translation_are_those_of_the_rules():
    assert {str(name) for name in MARKED} <= {variant.name for variant in rules.VARIANTS.values()}


def test_russian_counts_in_three_ways():
    with translation.override("ru"):
        assert [words.duration(n * 86_400) for n in (1, 2, 5, 21, 14)] == [
            "1 день",
            "2 дня",
            "5 дней",
            "21 день",
            "14 дней",
        ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/new/", "/rules/", "/rules/general/", "/settings/", "/accounts/signup/", "/jsi18n/"]
)
def test_every_page_comes_out_in_it(stranger, language, path):
    assert stranger.get(path, headers={"accept-language": language}).status_code == 200
