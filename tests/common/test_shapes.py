"""Schema and answers come from the same shapes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import pytest
from rest_framework import serializers

from common.api.shapes import Moment, Shape


@dataclass
class Tile:
    high: int
    low: int | None
    laid: datetime | None = None


class TileLine(Shape):
    top = serializers.IntegerField(source="high")
    low = serializers.IntegerField(allow_null=True)
    pips = serializers.IntegerField()
    laid = Moment(allow_null=True)

    def pips_of(self, tile):
        return tile.high + (tile.low or 0) + self.context.get("more", 0)


class Layout(Shape):
    name = serializers.CharField(required=False)
    tiles = TileLine(many=True)


def test_a_field_comes_from_an_attribute_its_source_or_its_method():
    assert TileLine(Tile(6, 5)).data == {"top": 6, "low": 5, "pips": 11, "laid": None}


def test_nested_shapes_load_what_their_methods_need():
    answer = Layout({"tiles": [Tile(6, 5), Tile(1, None)]}, context={"more": 100}).data
    assert [tile["pips"] for tile in answer["tiles"]] == [111, 101]


def test_optional_fields_may_be_missing_and_required_ones_may_not():
    assert "name" not in Layout({"tiles": []}).data
    with pytest.raises(KeyError):
        _ = Layout({"name": "x"}).data


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 21, 12, 0, 0, 999, tzinfo=UTC),
        datetime(2026, 11, 21, 14, 0, tzinfo=timezone(timedelta(hours=2))),
    ],
)
def test_timestamps_are_in_utc_to_the_second(moment):
    assert TileLine(Tile(6, 5, moment)).data["laid"] == "2026-11-21T12:00:00Z"
