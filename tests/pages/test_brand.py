"""A host's name and logo: every page, picture, mail and file follows; the code names the site in one place."""

import io
import json
import re

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.template import engines
from PIL import Image

import dominoes_site.urls  # noqa: F401 - loads the admin, which takes the name
from common import brand
from dominoes_site import doctor
from sharing.pictures import icons, pages
from sharing.pictures.drawing import drawn_site
from tests.live.server import ROOT
from tests.rooms import PACKAGES

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#00ff00"/></svg>'
NAME = "Café & Stone"
# The software's name, not the site's: in headers of webhooks and the boneyard of a game.
MEANT = (
    'OUR_NAME = "Boneyard"', '"User-Agent": "Boneyard"', "X-Boneyard-", "_('Boneyard')", '_("Boneyard: %(tiles)s")',
    '{% translate "Boneyard" %}', 'f"Boneyard {level}"', '"the Boneyard authors"', "env.get('SITE_NAME') or 'Boneyard'",
)  # fmt: skip


def forget():
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    pages._brand_picture.cache_clear()


@pytest.fixture
def host(settings, tmp_path):
    """The site of a host with a name and a logo of their own."""
    settings.SITE_NAME, settings.SITE_LOGO = NAME, str(tmp_path / "logo.svg")
    (tmp_path / "logo.svg").write_text(LOGO)
    forget()
    yield settings
    forget()


def test_the_site_is_named_in_one_place():
    found = []
    rooms = [room for name, room in PACKAGES.items() if name not in {"tests", "benchmarks"}]
    for folder in (ROOT / "templates", ROOT / "static/js", *rooms):
        for path in folder.rglob("*"):
            if path.suffix not in {".py", ".html", ".txt", ".js"}:
                continue
            for line in path.read_text().splitlines():
                left = line
                for meant in MEANT:
                    left = left.replace(meant, "")
                if "Boneyard" in left:
                    found.append(f"{path.relative_to(ROOT)}: {line.strip()}")
    assert not found


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/accounts/login/", "/api/", "/nothing/here/"])
def test_pages_have_the_hosts_name_and_logo_and_not_ours(host, client, path):
    page = client.get(path, follow=True).content.decode()
    assert "Boneyard" not in page
    assert "Caf\u00e9 &amp; Stone</title>" in page
    assert 'aria-label="Caf\u00e9 &amp; Stone, home page"' in page
    shown = re.search(r'<img class="mark" src="([^"]+)"', page)[1]
    assert "#00ff00" not in page
    assert b"data:image/svg+xml;base64," in client.get(shown).content


@pytest.mark.django_db
def test_an_installed_app_has_them(host, client):
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert manifest["short_name"] == NAME
    assert manifest["name"] == f"{NAME}: dominoes by correspondence"
    for each in manifest["icons"]:
        answer = client.get(each["src"])
        size = int(each["sizes"].partition("x")[0])
        picture = Image.open(io.BytesIO(answer.content)).convert("RGB")
        assert picture.size == (size, size)
        assert picture.getpixel((size // 2, size // 2)) == (0, 255, 0)
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    worker = client.get("/service-worker.js").content.decode()
    assert "Boneyard" not in worker
    assert 'title = "Caf\u00e9 \\u0026 Stone"' in worker


def test_a_name_alone_keeps_our_mark_and_stands_in_the_picture_of_links(settings):
    settings.SITE_NAME = NAME
    assert "Café &amp; Stone</text>" in drawn_site(("6-6", "6-1"))
    assert icons.icon() == (ROOT / "static/img/favicon.svg").read_text()


def test_a_png_may_be_the_logo(settings, tmp_path):
    red = tmp_path / "logo.png"
    Image.new("RGB", (64, 64), "#ff0000").save(red)
    settings.SITE_LOGO = str(red)
    drawn = Image.open(io.BytesIO(icons.PICTURES["touch-icon.png"]())).convert("RGB")
    assert drawn.getpixel((90, 90)) == (255, 0, 0)


@pytest.mark.django_db
def test_an_old_picture_leads_to_the_new_one(host, client):
    assert client.get("/pictures/site/0/icon-192.png")["Location"] == brand.picture("icon-192.png")
    assert client.get("/pictures/site/0/secret.png").status_code == 404
    assert client.get("/favicon.ico")["Location"] == brand.picture("favicon.svg")


@pytest.mark.django_db
def test_downloads_mails_and_the_console_have_the_name(host, rf):
    assert brand.file_name("games.jsonl") == "cafe-stone-games.jsonl"
    doctor.look(doctor.checks("host@example.org")["mail"])
    assert [each.subject for each in mail.outbox] == [f"{NAME} can send mails"]


def test_without_settings_nothing_changes():
    assert django_settings.SITE_NAME == "Boneyard"
    assert brand.picture("shared.png") == "/static/img/shared.png"
    assert brand.file_name("games.jsonl") == "boneyard-games.jsonl"
