"""Every language: translations have no faults; untranslated texts appear in English."""

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from functools import partial

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real

import rulebook
import rules
from deploy import texts as catalogues
from deploy.texts import edited
from rulebook import phrases
from rulebook.names import MARKED
from tests.pages.conftest import words_of
from tests.test_rooms import FILES
from tests.texts import LANGUAGES

PLACES = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
TAGS = re.compile(r"</?\w[^>]*>")
AROUND = re.compile(r"^\s*|\s*$")


def faults(text: polib.POEntry, forms: int) -> list[str]:
    """Faults of a translation that would break a sentence or page, for a language with so many plural forms."""
    given = list(text.msgstr_plural.values()) if text.msgid_plural else [text.msgstr]
    if text.fuzzy or not any(given):
        return []  # readers see English
    said = [f"{len(given)} of {forms} plural forms"] if text.msgid_plural and len(given) != forms else []
    return said + [fault for form in given if (fault := fault_of_form(text, form))]


def fault_of_form(text: polib.POEntry, form: str) -> str | None:
    wanted = set(PLACES.findall(text.msgid))  # the singular may do without the number
    allowed = wanted | set(PLACES.findall(text.msgid_plural))
    places = set(PLACES.findall(form))
    if not form:
        return "a plural form is missing"
    if not wanted <= places <= allowed:
        return f"fills in {sorted(places)}, not {sorted(allowed)}"
    if sorted(TAGS.findall(form)) != sorted(TAGS.findall(text.msgid)):
        return "has other markup"
    if AROUND.findall(form) != AROUND.findall(text.msgid):
        return "begins or ends with other space"
    if "python-format" in text.flags:
        try:
            form % defaultdict(int)
        except (ValueError, TypeError) as broken:
            return f"can't be filled in: {broken}"
    return None


@pytest.mark.parametrize(
    ("text", "forms", "said"),
    [
        (polib.POEntry(msgid="%(name)s won", msgstr="%(nom)s hat gewonnen"), 2, "fills in"),
        (polib.POEntry(msgid="%(name)s won", msgstr="Gewonnen"), 2, "fills in"),
        (polib.POEntry(msgid="Double-{n}", msgstr="Doppel-{m}"), 2, "fills in"),
        (polib.POEntry(msgid="%(n)d of 5", msgstr="%(n)d von 5 % hier", flags=["python-format"]), 2, "filled in"),
        (polib.POEntry(msgid="a <b>tile</b>", msgstr="ein <b>Stein<b>"), 2, "markup"),
        (polib.POEntry(msgid=" and ", msgstr="und"), 2, "space"),
        (polib.POEntry(msgid="%(n)d tile", msgid_plural="%(n)d tiles", msgstr_plural={0: "%(n)d кость"}), 4, "1 of 4"),
        (polib.POEntry(msgid="a tile", msgid_plural="tiles", msgstr_plural={0: "ein Stein", 1: ""}), 2, "is missing"),
    ],
)
def test_faults_of_a_translation_are_described(text, forms, said):
    (told,) = faults(text, forms)
    assert said in told


@pytest.mark.parametrize(
    "text",
    [
        polib.POEntry(msgid="%(n)d pip", msgid_plural="%(n)d pips", msgstr_plural={0: "%(n)d Auge", 1: "%(n)d Augen"}),
        polib.POEntry(msgid="a tile", msgid_plural="%(n)d tiles", msgstr_plural={0: "ein Stein", 1: "%(n)d Steine"}),
        polib.POEntry(msgid="%(name)s won", msgstr=""),
        polib.POEntry(msgid="%(name)s won", msgstr="Gewonnen", flags=["fuzzy"]),
    ],
)
def test_right_missing_and_fuzzy_translations_have_no_faults(text):
    assert faults(text, 2) == []


@pytest.mark.parametrize("source", edited(), ids=lambda source: f"{source.parts[-3]} {source.stem}")
def test_no_translation_has_a_fault(source):
    texts = polib.pofile(source)
    forms = int(re.match(r"nplurals=(\d)", texts.metadata["Plural-Forms"])[1])
    assert {text.msgid: said for text in texts if (said := faults(text, forms))} == {}


@pytest.mark.gettext
@pytest.mark.parametrize("source", edited(), ids=lambda source: f"{source.parts[-3]} {source.stem}")
def test_translators_tools_accept_the_file(source):
    checked = subprocess.run(["msgfmt", "--check-format", "-o", os.devnull, source], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


# English words with two meanings: an action and its result, a running game and points during play.
TWO_MEANINGS = {"In play", "Take back", "bid %(points)s", "drawn"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_scripts_translate_the_same_text_alike(language):
    by_domain = []
    for domain in ("django", "djangojs"):
        texts = polib.pofile(settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / f"{domain}.po")
        by_domain.append(
            {(text.msgctxt, text.msgid): text.msgstr or text.msgstr_plural for text in texts.translated_entries()}
        )
    pages, scripts = by_domain
    twice = {text for text in pages.keys() & scripts.keys() if text[1] not in TWO_MEANINGS}
    assert len(twice) > 30
    assert {text: pages[text] for text in twice} == {text: scripts[text] for text in twice}


@pytest.mark.gettext
def test_gathering_texts_is_repeatable_and_reports_new_ones_as_missing(tmp_path, monkeypatch):
    """Each gathering reads the whole tree, so the second one also brings the new text."""
    site = tmp_path / "site"
    left_out = shutil.ignore_patterns(".*", "var", "staticfiles", "node_modules", "tests", "benchmarks", "docs", "*.mo")
    shutil.copytree(settings.BASE_DIR, site, ignore=left_out)

    def texts(word: str) -> str:
        command = [sys.executable, "-m", "deploy.texts", word]
        environ = os.environ | {"SECRET_KEY": "a-test"}
        return subprocess.run(command, cwd=site, check=True, capture_output=True, text=True, env=environ).stdout

    def gathered() -> dict[str, str]:
        texts("gather")
        return {str(source): source.read_text() for source in sorted(site.glob("locale/*/*/*.po"))}

    before = gathered()
    (site / "static" / "js" / "new.js").write_text("say(`${_('Nobody has said this before')}`);")
    assert texts("missing") == "1 text(s) wait for `make texts`\n  not gathered: 'Nobody has said this before'\n"
    new = 'msgid "Nobody has said this before"\nmsgstr ""\n\n'
    after = gathered()
    assert sum(text.count(new) for text in after.values()) == len(LANGUAGES)
    assert {source: text.replace(new, "") for source, text in after.items()} == before
    monkeypatch.setattr(catalogues, "ROOT", site)
    assert catalogues.missing_texts().count("  missing: 'Nobody has said this before'") == len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "Domino mit Freunden, Zug um Zug."), ("es", "Dominó con amigos, jugada a jugada."),
     ("pt", "Dominó com amigos, uma jogada de cada vez."),
     ("ru", "Домино с друзьями, ход за ходом."), ("uk", "Доміно з друзями, хід за ходом.")],
)  # fmt: skip
def test_the_home_page_is_in_the_language(stranger, language, sentence):
    page = stranger.get("/", headers={"accept-language": language})
    assert sentence in words_of(page)
    assert f'<html lang="{language}"' in page.content.decode()


def test_every_sentence_of_every_games_rules_can_be_translated(monkeypatch):
    for how in ("gettext", "ngettext", "pgettext"):
        marked = partial(lambda translate, *texts: f"«{translate(*texts)}»", getattr(trans_real, how))
        monkeypatch.setattr(translation._trans, how, marked, raising=False)
    with translation.override("en-ie"):  # names are kept by language, and no other test reads in this one
        for key, variant in rules.VARIANTS.items():
            ruleset = rules.ruleset(key, {}, variant.seats[-1])
            told = [line for section in rulebook.sections(ruleset) for line in section.sentences]
            for line in (*told, *rulebook.three_sentences(ruleset), rulebook.one_line(key)):
                assert re.fullmatch("«.*»", line)


def test_games_have_their_usual_names_in_the_language(stranger, game_between, ada, ben):
    page = stranger.get("/rules/", headers={"accept-language": "ru"})
    assert "Морской козёл" in words_of(page)
    assert "Goat" not in words_of(page)
    table = stranger.get(game_between(ada, ben, variant="goat").get_absolute_url(), headers={"accept-language": "de"})
    assert "Ziegenbock (Kosjol)" in words_of(table)


def test_translatable_game_names_match_the_rules():
    assert {str(name) for name in MARKED} <= {variant.name for variant in rules.VARIANTS.values()}


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("ru", ["1 день", "2 дня", "5 дней", "21 день", "14 дней"]),
        ("uk", ["1 день", "2 дні", "5 днів", "21 день", "14 днів"]),
    ],
)
def test_russian_and_ukrainian_have_three_plural_forms(language, counted):
    with translation.override(language):
        assert [phrases.duration(n * 86_400) for n in (1, 2, 5, 21, 14)] == counted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/new/", "/rules/", "/rules/general/", "/settings/", "/accounts/signup/"])
def test_every_page_renders_in_the_language(stranger, language, path):
    assert stranger.get(path, headers={"accept-language": language}).status_code == 200


NO_LANGUAGE = re.compile(r"\boverride\([^\n]*\bNone\)")


def test_nothing_is_said_in_no_language():
    """`override(None)` turns translation off, and a page in it has no language."""
    wrong = [name for name, path in FILES.items() if NO_LANGUAGE.search(path.read_text())]
    assert wrong == []
