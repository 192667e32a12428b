"""The site's name and logo: ours, or those that its host has chosen (SITE_NAME, SITE_LOGO)."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.text import slugify

SVG, PNG = "image/svg+xml", "image/png"


def is_ours() -> bool:
    return settings.SITE_NAME == settings.OUR_NAME and not settings.SITE_LOGO


def logo() -> tuple[str, bytes] | None:
    """The host's logo, by type and content."""
    return _read(settings.SITE_LOGO) if settings.SITE_LOGO else None


@cache
def _read(path: str) -> tuple[str, bytes]:
    content = Path(path).read_bytes()
    return (PNG if content.startswith(b"\x89PNG") else SVG), content


def picture(name: str) -> str:
    """The address of one of the site's pictures (`sharing.pictures.icons.PICTURES`), which changes with its content."""
    if is_ours() and name != "mark.svg":
        return static(f"img/{name}")
    return reverse("brand_picture", args=[edition(), name])


def edition() -> str:
    _type, content = logo() or (SVG, b"")
    return hashlib.sha256(f"{settings.VERSION} {settings.SITE_NAME} ".encode() + content).hexdigest()[:12]


def file_name(of: str) -> str:
    """For a file to download, such as "boneyard-games.jsonl"."""
    return f"{slugify(settings.SITE_NAME) or 'dominoes'}-{of}"
