"""The copied link to a move leads to that move, and its preview shows that move. A finished game has a clip."""

import struct

import pytest
from playwright.sync_api import expect

from tests.browser.table_fixtures import finds

SHARES_FILES = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files: [{ name, type, size }] }) => {
    globalThis.shared = [name, type, size < 400_000];
  };
}"""
CLIP_MOVES = "() => document.querySelector('#clip img').currentSrc.includes('/clip.webp/')"
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1440, "height": 900}}


def tag(page, name):
    return page.locator(f'meta[property="{name}"]').get_attribute("content")


@pytest.mark.parametrize("device", SIZES)
@pytest.mark.core
def test_the_link_to_a_move_leads_to_it_and_has_its_picture(visit, site, device):
    game = site.seed(games=1, variant="draw", moves=10_000)["games"][0]
    page = visit(site, f"/g/{game['id']}/?deal=0&ply=3", viewport=SIZES[device], has_touch=device == "phone")
    words, count = page.locator("[data-step=words]"), page.locator("[data-step=count]")
    expect(count).to_contain_text("3 of")
    page.get_by_role("button", name="One move forward").click()
    expect(count).to_contain_text("4 of")
    said = words.inner_text()
    page.get_by_label("More", exact=True).first.click()
    page.get_by_role("button", name="Link to this game").click()
    link = page.get_by_label("Anyone with this link can see this game").input_value()
    assert link.endswith(f"/g/{game['id']}/?deal=0&ply=4")
    page.goto(f"{site.url}/g/{game['id']}/?deal=0&ply=4")
    expect(words).to_have_text(said)
    assert tag(page, "og:url").endswith("?deal=0&ply=4")
    picture = page.request.get(tag(page, "og:image")).body()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    page.goto(f"{site.url}/g/{game['id']}/#0.4")  # the form of older links
    expect(words).to_have_text(said)


@pytest.mark.parametrize("device", SIZES)
def test_a_finished_game_is_shared_with_a_clip(visit, site, device):
    """Through the device if it takes files; otherwise the link's dialog shows the clip, to download it."""
    game = site.seed(games=1, variant="draw", moves=10_000)["games"][0]
    page = visit(
        site, f"/g/{game['id']}/", viewport=SIZES[device], has_touch=device == "phone", reduced_motion="reduce"
    )
    page.evaluate(SHARES_FILES if device == "phone" else "delete Navigator.prototype.canShare")
    page.get_by_role("button", name="Share", exact=True).click()
    if device == "phone":
        finds(page, "() => globalThis.shared", [f"domino-{game['id']}.gif", "image/gif", True])
        expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    else:
        clip = page.get_by_role("dialog").get_by_role("img", name="Clip: the last moves and the result")
        expect(clip).to_be_visible(timeout=20_000)
        finds(page, CLIP_MOVES, False)  # readers who reduce motion see a still
        page.emulate_media(reduced_motion="no-preference")
        finds(page, CLIP_MOVES, True)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the clip").click()
        assert download.value.suggested_filename == f"domino-{game['id']}.gif"
