"""The package in Python plays a whole game against a computer, and follows it by its stream."""

import json
import sys

import pytest
from boneyard_client import Boneyard, Refused, Stale, had
from boneyard_client.generated.api.status import people_status

site = Boneyard(*sys.argv[1:])
view = site.create("block", options={"end": "rounds:1"}, computers={"1": "beginner"})
moves = 0
for message in site.follow(view.id):
    if message["type"] != "view":
        continue
    view = site.view(view.id)
    while view.status == "playing" and view.round_ and view.round_.legal:
        try:
            view = site.move(view, view.round_.legal[0])
            moves += 1
        except Stale:
            view = site.view(view.id)
    if view.status != "playing":
        break
assert next(site.events())["type"] == "games"
assert had(people_status.sync(client=site.api, names="nobody")) == []
with pytest.raises(Refused) as refused:
    site.join("nowhere")
assert refused.value.code == "unknown_game"
sys.stdout.write(json.dumps({"game": view.id, "status": view.status, "moves": moves, "totals": view.totals}))
