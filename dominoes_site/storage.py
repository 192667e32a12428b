import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENTS = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)  # with lines of their own


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed, compressed files; imports between ES modules are rewritten, and our scripts come without comments."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        for name in () if dry_run else [name for name in paths if re.fullmatch(r"js/\w+\.js", name)]:
            script = Path(self.path(name))
            script.write_text(COMMENTS.sub("", script.read_text()))
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)
