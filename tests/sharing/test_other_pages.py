"""No other address of the site can be framed."""

import pytest
from django.test import Client

from tests.costs.site import Site

pytestmark = pytest.mark.django_db
FRAMED = ("embed", "embed_view", "embed_round", "oembed")


def test_every_other_address_forbids_frames_and_these_allow_them():
    site = Site()
    found = {}
    streams = {"api:events", "api:game_events"}  # JSON of the API, and they don't end
    for name, path in site.addresses().items():
        if name in streams:
            continue
        for client in (site.client, Client()):
            answer = client.get(path)
            _whole = b"".join(answer) if answer.streaming else answer.content
            policy = answer.get("Content-Security-Policy", "")
            closed = "frame-ancestors 'none'" in policy and answer.get("X-Frame-Options") == "DENY"
            opened = "frame-ancestors *" in policy and "X-Frame-Options" not in answer
            found.setdefault("closed" if closed else "open" if opened else "neither", set()).add(name)
    assert found.get("neither", set()) == set()
    assert found["open"] == set(FRAMED)
    assert len(found["closed"]) > 100
