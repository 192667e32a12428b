"""Values that are sent as JSON as they are: the tiles and the open ends of a layout.

orjson writes a dataclass without slots seven times as fast as one with them (measured), so values that are sent have
none.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


@dataclass(frozen=True)
class Sparse:
    """A value whose JSON leaves out every field that has its default.

    orjson writes what the instance itself holds. A field that was left out is still read from its class.
    """

    leaves_out_defaults: ClassVar[bool] = True

    def __post_init__(self) -> None:
        held, kind = vars(self), cast(type, type(self))
        for name, default in _defaults(kind):
            if held[name] is default:
                del held[name]


@cache
def _defaults(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields that may be left out, with their defaults."""
    return tuple((field.name, field.default) for field in fields(kind) if field.default is not MISSING)


@dataclass(frozen=True)
class OpenEnd:
    """An end where the next tile may go."""

    tile: str
    value: int
    arm: str


@dataclass(frozen=True)
class Train:
    """A train (Mexican Train)."""

    of: Annotated[str, "T and the number of its owner’s seat (T0, T1 …), or M for the Mexican train."]
    end: Annotated[int, "The number that the next tile must show."]
    open: Annotated[bool, "Everyone may play on it; M is always open."]
    tiles: Annotated[int, "The tiles behind the station."]


@dataclass(frozen=True)
class LaidTile(Sparse):
    """A tile of the layout, in order of play."""

    tile: str
    onto: Annotated[str | None, "The tile it was played against."]
    at: Annotated[int | None, "The value of the end it was played on."]
    arm: Annotated[str, "lead, line, or side (a side end of a spinner); in Mexican Train the name of the train."]
    seat: int | None
    ply: int
    closed: bool = False
    lengthwise: bool = False
    spinner: bool = False
    out: Annotated[int | None, "The half of a matador that lies outside; left out for other tiles."] = None


def to_json(value: object) -> object:
    """*value* as plain JSON values, as orjson writes it."""
    if is_dataclass(value) and not isinstance(value, type):
        present = [each.name for each in fields(value) if each.name in getattr(value, "__dict__", {each.name})]
        return {name: to_json(getattr(value, name)) for name in present}
    if isinstance(value, Mapping):
        return {name: to_json(inner) for name, inner in value.items()}
    return [to_json(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def from_json(kind: type[T], plain: object) -> T:
    """The value of *kind*, a dataclass of such values, that was written as *plain*. Unknown fields are left out.

    Raises KeyError for a missing field, and TypeError for another kind of value.
    """
    value: T = _reader(kind)(plain)  # type: ignore[arg-type] # mypy takes a class for its instance
    return value


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """Reads a value of the type *kind*."""
    if is_dataclass(kind):
        made: Callable[..., Any] = kind  # type: ignore[assignment] # so it says its class
        hints = get_type_hints(kind)
        readers = {
            field.name: (_reader(hints[field.name]), field.default is field.default_factory is MISSING)
            for field in fields(kind)
        }

        def read(plain: Any) -> Any:
            return made(**{name: each(plain[name]) for name, (each, must) in readers.items() if must or name in plain})

        return read
    inner = [each for each in get_args(kind) if each not in {NoneType, ...}]
    if get_origin(kind) is tuple:
        return lambda plain: tuple(map(_reader(inner[0]), plain))
    if get_origin(kind) in {UnionType, Union} and len(inner) == 1:
        return lambda plain: None if plain is None else _reader(inner[0])(plain)
    return lambda plain: plain
