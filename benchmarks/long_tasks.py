"""The long tasks of a page, from a trace of Chromium: how long a finger may have to wait, and for what."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CATEGORIES = ["toplevel", "devtools.timeline", "v8", "v8.execute", "blink.user_timing", "navigation", "loading"]
KINDS = {
    "parsing": ("ParseHTML", "ParseAuthorStyleSheet"),
    "compiling": ("v8.compile", "v8.compileModule"),
    "scripts": ("FunctionCall", "RunMicrotasks", "v8.callFunction", "v8.evaluateModule", "EvaluateScript"),
    "styles": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "painting": ("PrePaint", "Paint", "Layerize", "Commit"),
    "memory": ("MinorGC", "MajorGC"),
    "opening": ("DocumentLoader::CommitNavigation",),
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names}
Event = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """*at*: ms since the navigation. *cpu*: ms of CPU time. *parts*: the same by kind, without what is within another
    kind. *script*: the file whose functions took longest.
    """

    at: float
    cpu: float
    parts: Counter[str]
    script: str

    def __str__(self) -> str:
        parts = ", ".join(f"{kind} {part:.0f}" for kind, part in self.parts.most_common() if part >= 1)
        return f"at {self.at:5.0f}: {self.cpu:4.0f} ms ({parts}; {self.script or 'no script'})"


def tasks_of(trace: dict[str, Any], *, times: float) -> list[Task]:
    """The tasks of the main thread after the last navigation to a page of ours, except opening it. Their CPU time is
    multiplied by *times*.
    """
    events: list[Event] = trace["traceEvents"]
    arrival = [each for each in events if each["name"] == "navigationStart" and "localhost" in str(each["args"])][-1]
    main = [
        each["tid"]
        for each in events
        if each["name"] == "thread_name" and each["pid"] == arrival["pid"] and each["args"]["name"] == "CrRendererMain"
    ]
    ours = [
        each
        for each in events
        if each["ph"] == "X" and each["pid"] == arrival["pid"] and each["tid"] in main and each["ts"] >= arrival["ts"]
    ]
    ours.sort(key=lambda each: (each["ts"], -each.get("dur", 0)))
    found = [
        _task(outer, inner, arrival["ts"], times) for outer, inner in _outermost(ours) if "RunTask" in outer["name"]
    ]
    return [task for task in found if not task.parts["opening"]]


def _end(event: Event) -> float:
    return float(event["ts"] + event.get("dur", 0))


def _outermost(events: list[Event]) -> Iterator[tuple[Event, list[Event]]]:
    """Each outermost event, with those within it."""
    outer: Event | None = None
    inner: list[Event] = []
    for event in events:
        if outer and event["ts"] < _end(outer):
            inner.append(event)
            continue
        if outer:
            yield outer, inner
        outer, inner = event, []
    if outer:
        yield outer, inner


def _task(outer: Event, inner: list[Event], arrival: int, times: float) -> Task:
    parts = Counter({"other": outer.get("tdur", 0)})
    scripts: Counter[str] = Counter()
    around = [(outer, "other")]
    for event in inner:
        while len(around) > 1 and event["ts"] >= _end(around[-1][0]):
            around.pop()
        kind = KIND_OF.get(event["name"], around[-1][1])
        parts[kind] += event.get("tdur", 0)
        parts[around[-1][1]] -= event.get("tdur", 0)
        around.append((event, kind))
        file = (event["args"].get("data") or {}).get("url") or event["args"].get("fileName")
        if kind == "scripts" and file:
            scripts[Path(file).name.partition(".")[0]] += event.get("tdur", 0)
    in_ms = Counter({kind: part * times / 1000 for kind, part in parts.items()})
    longest = scripts.most_common(1)[0][0] if scripts else ""
    return Task((outer["ts"] - arrival) / 1000, outer.get("tdur", 0) * times / 1000, in_ms, longest)
