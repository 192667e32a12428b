"""Where our rooms are: at the top and in `apps/`, which imports don't name."""

from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).parent.parent
PLACES = (ROOT, ROOT / "apps")
PACKAGES = {init.parent.name: init.parent for place in PLACES for init in sorted(place.glob("*/__init__.py"))}


def django_rooms() -> list[Path]:
    """The folders of our Django apps."""
    return [room for app in apps.get_app_configs() if (room := Path(app.path)).parent in PLACES]


def file_name(path: Path) -> str:
    """A file as imports name it: `talk/models.py` for the one in `apps/talk`."""
    return path.relative_to(ROOT).as_posix().removeprefix("apps/")
