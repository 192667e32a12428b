"""Data flows one way: rules ← games ← pages, API, sockets; accounts knows nothing of games."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = (
    "apart", "lobby", "models", "refusals", "shuffle", "proof", "facts", "tables", "wire", "store", "course",
    "changes", "live", "nudges", "services", "queries", "clock",
)  # fmt: skip
AROUND = ("demo", "houserules", "notices", "plans", "standings", "history", "people", "talk", "moderation")
SHOWN = ("games.views", "games.api", "games.forms", "games.consumers", "games.urls", "games.templatetags")


def imports(path: Path) -> Iterator[str]:
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module]))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def files(package: str) -> list[Path]:
    return [path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts]


RULES = [path for path in files("rules") if path.name not in {"apps.py", "__main__.py"}]
HEART = [path for path in files("games") if path.relative_to(ROOT / "games").parts[0].removesuffix(".py") in CORE]


@pytest.mark.parametrize(
    ("paths", "forbidden"),
    [
        (RULES, ("django", "games", "accounts", "dominoes_site", "datetime", "time", "secrets")),
        (files("accounts"), ("games", "rules", *AROUND)),
        (HEART, (*SHOWN, "dominoes_site", "limits", "django.http", "django.shortcuts", "rest_framework")),
        (files("games"), ("dominoes_site", *AROUND)),
        (files("notices"), ("dominoes_site", "games.services", "games.store", "games.course", "games.tables")),
        (files("limits"), ("dominoes_site", *SHOWN, "games.services", "games.models", "games.queries")),
        (files("history"), ("dominoes_site", "games.services", "games.store", "games.course", "games.live")),
        (files("plans"), ("dominoes_site", "games.views.table", "games.store", "games.course")),
        (files("standings"), ("dominoes_site", "games.services", "games.store", "games.course")),
        (files("people"), ("dominoes_site", "games.store", "games.course", "games.tables")),
        (
            files("talk"),
            ("dominoes_site", "moderation", "games.services", "games.store", "games.course", "games.tables"),
        ),
        (files("moderation"), ("dominoes_site", "games.store", "games.course")),
        (files("houserules"), ("dominoes_site", "games.api", "games.models.Game", "games.tables", "games.store")),
    ],
    ids=[
        "rules know nothing else",
        "accounts know no games",
        "the heart knows no pages",
        "games know neither the site nor what is around them",
        "notices change no game",
        "limits know no game",
        "the history changes no game",
        "plans change no game but through the services",
        "the standings change no game",
        "people change no game but through the services",
        "talk changes no game",
        "moderators change no game but through the services",
        "house rules change no game but through the services",
    ],
)
def test_imports_go_one_way(paths: list[Path], forbidden: tuple[str, ...]) -> None:
    assert paths
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in paths
        for name in imports(path)
        if name.startswith(tuple(f"{word}." for word in forbidden)) or name in forbidden
    }
    assert not wrong
