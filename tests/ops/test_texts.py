"""`deploy.texts reword` keeps translations of a new wording; `deploy.prose` lists sentences that aren't plain."""

import polib
import pytest

from deploy import prose, texts


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A catalogue with one plain and one counted text; `german()` reads it again."""
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    catalogue.append(polib.POEntry(msgid="Sit down", msgstr="Hinsetzen"))
    counted = {0: "%(n)s Wahl", 1: "%(n)s Wahlen"}
    catalogue.append(polib.POEntry(msgid="%(n)s choice", msgid_plural="%(n)s choices", msgstr_plural=counted))
    catalogue.save(str(path))
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    return lambda: polib.pofile(path)


def test_a_new_wording_keeps_its_translation(german):
    assert texts.reword({"Join": {"old": "Sit down"}}) == []
    assert german().find("Join").msgstr == "Hinsetzen"
    assert german().find("Sit down").msgstr == "Hinsetzen"  # another page may still use it


def test_a_new_translation_replaces_the_old_one(german):
    texts.reword({"Join": {"old": "Sit down", "de": "Mitspielen"}})
    assert german().find("Join").msgstr == "Mitspielen"


def test_a_counted_text_gets_its_forms(german):
    forms = {"old": "%(n)s choice", "plural": "%(n)s moves", "de": ["%(n)s Zug", "%(n)s Züge"]}
    texts.reword({"%(n)s move": forms})
    entry = german().find("%(n)s move")
    assert entry.msgid_plural == "%(n)s moves"
    assert entry.msgstr_plural == {0: "%(n)s Zug", 1: "%(n)s Züge"}


def test_an_unknown_text_is_reported_and_changes_nothing(german):
    assert texts.reword({"Join": {"old": "Stand up"}}) == ["no catalogue has 'Stand up'"]
    assert len(german()) == 2


def complaints(path):
    return [kind for passage in prose.passages([str(path)]) for kind, _sentence in prose.complaints(passage)]


def test_prose_lists_clauses_as_subjects_long_sentences_and_odd_words(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("Who has no account can't join.\n\n" + "word " * 31 + "end.\n\nThis link leads nowhere.\n")
    assert complaints(page) == ["who or what as subject", "over 30 words", "word"]


def test_prose_leaves_questions_code_and_plain_sentences_alone(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("Who plays first?\n\n```\nWho can't join.\n```\n\nPlayers can join. `leads nowhere`\n")
    assert complaints(page) == []


def test_prose_reads_docstrings_comments_and_test_names(tmp_path):
    code = tmp_path / "code.py"
    code.write_text('def test_who_has_gone_is_told():\n    """It leads nowhere."""\n    # Whoever sits plays.\n')
    assert sorted(complaints(code)) == ["who or what as subject", "who or what as subject", "word", "word", "word"]
