"""Results of every kind, and each with one field changed and sealed again: what a stranger may send."""

from __future__ import annotations

import copy
import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import mercalli
from mercalli.registry import every
from tests.frozen.kept import FIRST, KEPT

HUGE, LONG = 10**18, "long " * 2000
KINDS = tuple(name for _, name, _ in every("kinds"))
# A small result of each kind; kinds that came later are made.
EXAMPLES = {
    "evaluation": "evaluate_two_classes",
    "comparison": "compare_pair",
    "decisions": "threshold_bins_percentile",
    "ranked": "rank_groups",
    "alerts": "alerts_types",
    "uplift": "uplift_numbers_weights",
    "survival": "survival_causes",
    "multilabel": "train_sets",
    "cheers": "cheers_command",
    "fire": "severity_like_firebench",
    "perimeters": "perimeter_command_cells",
    "fire_case": "case_pooled",
    "fire_field": "field_fss",
    "advice": "advise_texts",
    "feedback": "feedback_seen",
}
OUTPUTS = {
    "truth": ["fire", "flood", "fire", "flood", "calm"] * 8,
    "one": ["fire", "flood", "It is a fire.", "I cannot say", "calm"] * 8,
    "two": ["fire", "fire", "fire", "flood", "calm"] * 8,
    "cost": [0.1, 0.2, 0.1, 0.2, 0.3] * 8,
}
ARRIVED = {
    "at": [f"2024-05-0{1 + at // 20}T{at % 20:02}:10:00Z" for at in range(40)],
    "truth": ["fire", "flood", "fire", "flood", "calm"] * 8,
    "one": ["fire", "flood", "calm", "fire", "calm"] * 8,
    "two": ["fire", "fire", "fire", "flood", "calm"] * 8,
}
TEAM = {"weights": {"fire": 5, "flood": 2}, "per_hour": 0.5, "deadline": "2h"}
STRESSED = {
    "id": [str(row) for row in range(10)],
    "stress": ["upper"] * 5 + ["identity"] * 5,
    "one": ["fire", "fire", "calm", "flood", "calm"] * 2,
    "text": ["FIRE", "WATER", "SMOKE", "RIVER", "QUIET"] * 2,
}
ITEMS = {"id": STRESSED["id"][:5], "truth": OUTPUTS["truth"][:5], "one": OUTPUTS["two"][:5], "text": list("abcde")}


def _watched():
    """A report on a watch of two models, one in alarm."""
    with TemporaryDirectory() as folder:
        watch = Path(folder) / "watch"
        reference = {**OUTPUTS, "event": ["one", "two", "three", "one"] * 10, "one": OUTPUTS["two"]}
        promises = ("accuracy>=0.5", "class:fire.recall>=0.5")
        named = {"truth": "truth", "pred": "two", "event": "event"}
        mercalli.monitor_start(watch, promise=promises, reference=reference, **named, model=("one", "two"), looks=3)
        for name in ("one", "two"):
            ids = [f"{name}{at}" for at in range(40)]
            given = {"id": ids, "pred": OUTPUTS["two"], "at": ARRIVED["at"]}
            mercalli.monitor_add(watch, given, time="at", model=name)
            truth = OUTPUTS["truth"] if name == "one" else ["calm", "calm", "flood", "fire", "fire"] * 8
            mercalli.monitor_add(watch, truths={"id": ids, "truth": truth}, when="2024-05-03T00:00:00Z")
        return mercalli.monitor_report(watch, replicates=100)


MADE = {
    "capacity": lambda: mercalli.capacity(
        ARRIVED, time="at", truth="truth", pred=["one", "two"], **TEAM, replicates=100
    ),
    "over_time": lambda: mercalli.over_time(
        ARRIVED, time="at", truth="truth", pred=["one", "two"], urgent=["fire"], load="6h", replicates=100
    ),
    "monitor": _watched,
    "places": lambda: mercalli.places(
        {**OUTPUTS, "at": ["north", "south", "east", "west"] * 10, "of": [str(row // 8) for row in range(40)]},
        truth="truth",
        pred=["one", "two"],
        region="at",
        unit="of",
        urgent=["fire"],
        where=True,
        people={
            "region": ["north", "south", "east", "west", "none"],
            "people": [1, 2, 3, 4, 5],
            "need": [1, 2, 3, 4, 5],
        },
        replicates=100,
        draws=19,
    ),
    "stress": lambda: mercalli.stress_score(
        ITEMS, stressed={**STRESSED, "id": ITEMS["id"] * 2}, pred="one", urgent=["fire"], replicates=100
    ),
    "stress_shift": lambda: mercalli.stress_shift(
        OUTPUTS, pred=["one", "two"], urgent=["fire"], by="truth", replicates=100
    ),
    "answers": lambda: mercalli.answers(OUTPUTS, pred="one", classes=["fire", "flood", "calm"]),
    "parity": lambda: mercalli.parity(
        {**OUTPUTS, "lang": ["en", "es"] * 20}, truth="truth", pred="two", by="lang", urgent="fire", replicates=100
    ),
    "models": lambda: mercalli.models(OUTPUTS, truth="truth", pred=["one", "two"], replicates=100),
}


@cache
def example(kind):
    """A result of a kind, as its file has it now."""
    if kind in MADE:
        return mercalli.to_json(MADE[kind]())
    return mercalli.to_json(mercalli.read_result(KEPT / FIRST / f"{EXAMPLES[kind]}.json"))


def content_of(kind):
    """The same as an object of one's own."""
    return json.loads(example(kind))


def sealed(content):
    """The text of a result, sealed by whoever holds it."""
    bare = {key: each for key, each in content.items() if key != "seal"}
    digest = sha256(json.dumps(bare, indent=1, ensure_ascii=False).encode()).hexdigest()
    return json.dumps({**bare, "seal": f"sha256:{digest}"}, ensure_ascii=False)


def places(value, path=(), pattern=()):
    """Every place in a result: its path, and the path without what tells entries of lists apart."""
    yield path, pattern
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key), (*pattern, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from places(each, (*path, at), (*pattern, "[]"))


def at(content, path):
    """What stands at a path."""
    for key in path:
        content = content[key]
    return content


def replaced(content, path, value):
    """The same with another value at a path."""
    changed = copy.deepcopy(content)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def without(content, path):
    """The same without a field or an entry."""
    changed = copy.deepcopy(content)
    del at(changed, path[:-1])[path[-1]]
    return changed


def others(value):
    """What else might stand in the place of a value: other types, and other values of its own type."""
    by_type = {
        bool: (not value, 1, None),
        int: (0, 1, -1, HUGE, "3", None, 0.5),
        float: (0, 0.5, -1e300, 1e300, 1e-300, HUGE, "3", None),
        str: ("", "no such name", LONG, 7, None),
        type(None): (0, 0.5, "text", [], {}),
        list: ([], {}, None, [None]),
        dict: ({}, [], None),
    }
    return by_type[type(value)]


def mutations(content):
    """Every kind of place once: what was changed there, and the result with it."""
    seen = set()
    for path, pattern in places(content):
        if not path or path[0] in {"seal", "format", "mercalli"} or pattern in seen:
            continue
        seen.add(pattern)
        name, value = ".".join(map(str, path)), at(content, path)
        for other in others(value):
            yield f"{name} = {str(other)[:20]!r}", replaced(content, path, other)
        yield f"without {name}", without(content, path)
        if isinstance(value, dict):
            yield f"more in {name}", replaced(content, path, {**value, "more": 1})
        if isinstance(value, list) and value:
            yield f"{name} twice", replaced(content, path, [*value, *value])
            yield f"{name} cut", replaced(content, path, value[:-1])


def some(kind, count):
    """A fixed choice of the mutations of a kind, spread over all of them."""
    every_one = list(mutations(content_of(kind)))
    return every_one[:: max(1, len(every_one) // count)]
