"""One description of a wish reads a query string, a form and JSON, and refuses alike at each door."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

import pytest
from django.db.models import TextChoices
from django.forms import SearchInput, Textarea, TextInput, URLInput
from django.http import QueryDict
from django.utils import translation
from django.utils.http import urlencode
from rest_framework.exceptions import ValidationError

from common.refusals import Unreadable
from common.wishes import NULLABLE, Between, Most, Shown, WishForm, asked, posted, sent, shape_of


class Colour(TextChoices):
    RED = "red", "Red"
    BLUE = "blue", "Blue"


@dataclass(frozen=True, slots=True)
class Part:
    tile: Annotated[str, Between(3, 5)]


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody orders."""

    name: Annotated[str, Most(5), Shown("Your name"), "The name on the box."]
    number: Annotated[int, Between(1, 9), Shown("How many")] = 1
    colour: Annotated[Colour, Shown("Colour")] = Colour.RED
    gift: Annotated[bool, Shown("A gift")] = False
    day: Annotated[date | None, NULLABLE, Shown("On")] = None
    sizes: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    extras: Annotated[Mapping[str, object], "Anything else."] = field(default_factory=dict)


WHOLE = {"name": "Ada", "number": "3", "colour": "blue", "gift": "true", "day": "2026-11-29"}
AS_JSON = WHOLE | {"number": 3, "gift": True}
WANTED = Order("Ada", 3, Colour.BLUE, True, date(2026, 11, 29))
REFUSALS = {  # by field and what somebody sends
    ("name", ""): "This field is required.",
    ("name", "Adelheid"): "Ensure this value has at most 5 characters (it has 8).",
    ("number", "0"): "Ensure this value is greater than or equal to 1.",
    ("number", "10"): "Ensure this value is less than or equal to 9.",
    ("number", "many"): "Enter a whole number.",
    ("colour", "green"): "“green” isn’t possible here. Choose one of: red, blue.",
    ("day", "2026-02-30"): "Enter a date that exists, such as 2026-11-29.",
}


def test_every_door_reads_the_same_wish():
    assert asked(Order, QueryDict(urlencode(WHOLE))) == WANTED
    assert sent(Order, AS_JSON) == WANTED
    assert WishForm(Order, QueryDict(urlencode(WHOLE))).wish == WANTED
    assert posted(Order, QueryDict(urlencode(WHOLE | {"csrfmiddlewaretoken": "x"}))) == WANTED
    assert sent(Order, {"name": "Ada"}) == asked(Order, QueryDict("name=Ada")) == Order("Ada")


@pytest.mark.parametrize(("name", "value"), REFUSALS)
def test_every_door_refuses_with_the_same_sentence(name, value):
    query, sentence = QueryDict(urlencode(WHOLE | {name: value})), REFUSALS[name, value]
    with pytest.raises(ValidationError) as by_query:
        asked(Order, query)
    with pytest.raises(ValidationError) as by_json:
        sent(Order, AS_JSON | {name: int(value) if value.isdigit() else value})
    with pytest.raises(Unreadable) as by_button:
        posted(Order, query)
    assert by_query.value.detail == by_json.value.detail == {name: [sentence]}
    assert WishForm(Order, query).errors == {name: [sentence]}
    assert by_button.value.message == sentence


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": "3"}, {"number": True}, {"number": 3.0}, {"name": 5}, {"gift": "yes"}, {"gift": 1}, {"number": None},
        {"sizes": "12"}, {"sizes": ["1"]}, {"parts": [{"tile": 1}]}, {"parts": [{"tile": "5-3", "at": 1}]},
        {"nmae": "Ada"}, {"extras": []},
    ],
)  # fmt: skip
def test_json_is_read_strictly(wrong):
    with pytest.raises(ValidationError) as refused:
        sent(Order, {"name": "Ada"} | wrong)
    assert set(refused.value.detail) == set(wrong)


def test_an_empty_text_is_possible_unless_it_has_a_least_length():
    @dataclass(frozen=True, slots=True)
    class Label:
        text: Annotated[str, Most(9)] = ""
        code: Annotated[str, Between(2, 4)] = ""

    assert asked(Label, QueryDict("text=")) == sent(Label, {"text": ""}) == Label()
    with pytest.raises(ValidationError, match="This field is required"):
        asked(Label, QueryDict("code="))


def test_lists_and_wishes_in_a_wish():
    wanted = sent(Order, {"name": "Ada", "sizes": [1, 2], "parts": [{"tile": "5-3"}], "day": None})
    assert (wanted.sizes, wanted.parts, wanted.day) == ((1, 2), (Part("5-3"),), None)
    assert asked(Order, QueryDict("name=Ada&sizes=1&sizes=2")).sizes == (1, 2)


def test_a_form_has_the_bounds_and_choices_of_its_wish():
    form = WishForm(Order, initial={"colour": Colour.BLUE})
    assert [field.label for field in form] == ["Your name", "How many", "Colour", "A gift", "On"]
    assert 'maxlength="5"' in str(form["name"])
    assert " required" in str(form["name"])
    assert 'type="number"' in str(form["number"])
    assert 'min="1" max="9"' in str(form["number"])
    assert '<option value="blue" selected>Blue</option>' in str(form["colour"])
    assert 'type="date"' in str(form["day"])


@pytest.mark.parametrize("widget", [TextInput, SearchInput, URLInput, Textarea])
def test_each_field_to_write_in_says_how_long_a_text_may_be(widget):
    @dataclass(frozen=True, slots=True)
    class Search:
        text: Annotated[str, Most(60), Shown("Search", widget)] = ""

    assert 'maxlength="60"' in str(WishForm(Search)["text"])


def test_a_form_that_filters_reads_defaults_for_what_is_invalid():
    assert WishForm(Order, QueryDict("name=Ada&number=many")).wish == Order("Ada")


def test_the_shape_describes_the_fields():
    fields = shape_of(Order)().fields
    assert fields["name"].help_text == "The name on the box."
    assert (fields["name"].required, fields["number"].required, fields["number"].default) == (True, False, 1)
    assert (fields["day"].allow_null, fields["number"].allow_null) == (True, False)
    assert list(fields["colour"].choices.items()) == [("red", "Red"), ("blue", "Blue")]


def test_each_reader_gets_refusals_in_their_language():
    """REST framework's own sentences are formatted once, so forms must not share what reads their fields."""

    def refused_in(language: str) -> str:
        with translation.override(language):
            return str(WishForm(Order, QueryDict("name=Ada&number=0")).errors["number"][0])

    german, english = refused_in("de"), refused_in("en")
    assert german != english == "Ensure this value is greater than or equal to 1."


def test_lists_are_refused_by_their_number_of_elements():
    @dataclass(frozen=True, slots=True)
    class Invited:
        names: Annotated[tuple[str, ...], Between(1, 2)]

    for names in ([], ["Ada", "Ben", "Cleo"]):
        with pytest.raises(ValidationError) as refused:
            sent(Invited, {"names": names})
        assert "elements" in str(refused.value.detail["names"][0])
