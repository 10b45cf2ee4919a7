"""Changes of JSON, which stays JSON; a result may be sealed again, as somebody would who knows how."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

from fuzz.mutants import odd

SEAL = "seal"
Place = tuple[Any, Any]  # what holds a value, and its key or place there


def document(rng: Random, content: bytes) -> bytes:
    """A document with some changed values."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return content
    for _ in range(rng.choice((1, 1, 2, 5))):
        change(rng, found)
    if isinstance(found, dict) and SEAL in found and rng.random() < 0.8:  # most are of interest
        return sealed(found)
    return dumped(found)


def lines(rng: Random, content: bytes) -> bytes:
    """JSON lines, one of which has changed values."""
    every = content.splitlines() or [b"{}"]
    at = rng.randrange(len(every))
    every[at] = document(rng, every[at]).replace(b"\n", b" ")
    return b"\n".join(every) + b"\n"


def all_lines(rng: Random, content: bytes) -> bytes:
    """The same change in every line, as far as they are alike."""
    seed = rng.random()
    return b"\n".join(document(Random(seed), line).replace(b"\n", b" ") for line in content.splitlines()) + b"\n"  # noqa: S311


def key_twice(rng: Random, content: bytes) -> bytes:
    """A key that stands twice in its object."""
    at = [place for place in range(len(content)) if content[place : place + 1] == b"{"]
    first = rng.choice(at) + 1 if at else 0
    last = content.find(b",", first)
    return content[:first] + content[first:last] + b"," + content[first:] if last > 0 else content


def change(rng: Random, found: Any) -> None:  # noqa: ANN401 - any JSON
    """Another value, none, or one more in a place of the document."""
    if every := list(places(found)):
        rng.choice(WAYS)(rng, *rng.choice(every), rng.choice(every))


def gone(_rng: Random, holder: Any, key: Any, _other: Place) -> None:  # noqa: ANN401 - as above
    """No value."""
    del holder[key]


def added(rng: Random, holder: Any, key: Any, _other: Place) -> None:  # noqa: ANN401 - as above
    """One more entry or key."""
    if isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    else:
        holder[rng.choice(odd.TEXTS)] = deepcopy(holder[key])


def copied(_rng: Random, holder: Any, key: Any, other: Place) -> None:  # noqa: ANN401 - as above
    """The value of another place."""
    holder[key] = deepcopy(other[0][other[1]])


def odd_value(rng: Random, holder: Any, key: Any, _other: Place) -> None:  # noqa: ANN401 - as above
    """Something odd."""
    holder[key] = deepcopy(rng.choice(odd.VALUES))


def odd_of_kind(rng: Random, holder: Any, key: Any, _other: Place) -> None:  # noqa: ANN401 - as above
    """Something odd of the same kind, which a schema lets pass."""
    alike = [each for each in odd.VALUES if type(each) is type(holder[key])]
    holder[key] = deepcopy(rng.choice(alike or odd.VALUES))


WAYS = (gone, added, copied, odd_value, odd_of_kind, odd_of_kind, odd_of_kind)


def places(found: Any) -> Iterator[Place]:  # noqa: ANN401 - as above
    """Every value in a document."""
    entries = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, value in list(entries):
        yield found, key
        yield from places(value)


def dumped(found: Any) -> bytes:  # noqa: ANN401 - as above
    """As results are written."""
    return json.dumps(found, indent=1, ensure_ascii=False).encode("utf-8", "replace")


def sealed(found: dict[str, Any]) -> bytes:
    """With the seal that its content deserves."""
    content = {key: value for key, value in found.items() if key != SEAL}
    return dumped({**content, SEAL: f"sha256:{sha256(dumped(content)).hexdigest()}"})


ALL = (document, document, document, key_twice)
OF_LINES = (lines, lines, all_lines, all_lines, key_twice)
