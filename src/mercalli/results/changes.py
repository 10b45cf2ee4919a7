"""What changed from one result to another: measures with their intervals, and what may explain it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mercalli.errors import ResultError
from mercalli.results.diff import Change, entries_by_name, is_same
from mercalli.results.seal import Result, plain
from mercalli.text.words import counted
from mercalli.version import __version__

LIKE_A_MEASURE = ({"metric", "low", "high", "value"}, {"metric", "low", "high", "difference"}, {"unit", "low", "value"})
SHORT_DIGEST = len("sha256:") + 12
MOST_CAUSES = 4
UNFOUNDED = "does not follow from its numbers: somebody changed it."
UNCAUSED = "data, columns, profile, settings and versions are the same"


@dataclass(frozen=True)
class Changes:
    """Two results side by side.

    Attributes:
        measures: How many measures there are, in one or the other.
        differing: Those of both results that differ, by path.
        added: Those that only the second has.
        gone: Those that only the first has.
        numbers: Other numbers that differ: counts, curves, cells of tables.
        words: Texts that differ, such as notes.
        causes: What may explain it, in words: data, columns, profile, settings, versions.
        tolerance: Numbers closer than this are the same.
        exact: Whether all numbers are the same to the last digit.
        unfounded: Which files hold a verdict that does not follow from their numbers: "old", "new", both or none.
    """

    measures: int
    differing: tuple[Change, ...]
    added: tuple[Change, ...]
    gone: tuple[Change, ...]
    numbers: tuple[Change, ...]
    words: tuple[Change, ...]
    causes: tuple[str, ...]
    tolerance: float
    exact: bool
    unfounded: tuple[str, ...] = ()

    @classmethod
    def of(cls, before: Result, after: Result, tolerance: float = 0.0) -> Changes:
        """What changed; results of two kinds have nothing in common."""
        if before.sealed_as != after.sealed_as:
            raise ResultError(
                f"The results are of different kinds: {before.sealed_as!r} and {after.sealed_as!r}. "
                f"Give two that were made by the same command."
            )
        sides = {"old": before, "new": after}
        pairs = list(_pairs("", plain(before), plain(after)))
        other = [each for each in pairs if not is_same(each.before, each.after, tolerance) and not _is_measured(each)]
        told = [each for each in pairs if _is_measured(each)]
        both = [each for each in told if each.before is not None and each.after is not None]
        return cls(
            measures=len(told),
            differing=tuple(each for each in both if _differs(each, tolerance)),
            added=tuple(each for each in told if each.before is None),
            gone=tuple(each for each in told if each.after is None),
            numbers=tuple(each for each in other if _is_number(each)),
            words=(
                *(each for each in other if not _is_number(each) and not each.path.endswith("digest")),
                *(each for side, result in sides.items() for each in _reworded(side, result)),
            ),
            causes=tuple(_causes(plain(before), plain(after), [each for each in other if _is_digest(each)])),
            tolerance=tolerance,
            exact=not any(_differs(each, 0.0) for each in told)
            and all(each.before == each.after for each in pairs if _is_number(each)),
            unfounded=tuple(side for side, result in sides.items() if _is_unfounded(result)),
        )

    @property
    def is_same(self) -> bool:
        """Whether all numbers are the same, and no file says anything else than its numbers do."""
        return self._same_numbers and not self.unfounded

    @property
    def _same_numbers(self) -> bool:
        return not (self.differing or self.added or self.gone or self.numbers)

    @property
    def verdict(self) -> str:
        """In one line."""
        return " ".join(
            (self._of_numbers, *(f"The verdict in the {each} result {UNFOUNDED}" for each in self.unfounded))
        )

    @property
    def _of_numbers(self) -> str:
        if self._same_numbers:
            within = "" if self.exact else f" within {self.tolerance:g}"
            return f"Same numbers{within}: {self.measures:,} of {self.measures:,} measures."
        causes = "; ".join(self.causes[:MOST_CAUSES]) or UNCAUSED
        return f"{self._counts}; {causes}."

    @property
    def _counts(self) -> str:
        other = len(self.differing) + len(self.added) + len(self.gone)
        if not other:
            differ = counted(len(self.numbers), "other number")
            return f"All {counted(self.measures, 'measure')} are the same, but {differ} differ"
        parts = (
            f"{len(self.differing):,} of {self.measures:,} measures differ" if self.differing else "",
            f"{counted(len(self.added), 'measure')} added" if self.added else "",
            f"{counted(len(self.gone), 'measure')} gone" if self.gone else "",
        )
        return ", ".join(part for part in parts if part)


def _reworded(side: str, result: Result) -> Iterator[Change]:
    """What the verdict in a file says beside what its numbers give in this version, where these differ."""
    if result.unfounded:
        pairs = _pairs(f"verdict in the {side} result", plain(result.told), plain(result.verdict))
        yield from (each for each in pairs if each.before != each.after)


def _is_unfounded(result: Result) -> bool:
    """Whether the verdict in a file is false: that of another version may have other words, but no other winner."""
    told, made = result.told, result.verdict
    if not result.unfounded or told is None or made is None:
        return result.unfounded
    return told.best != made.best or plain(result)["provenance"]["versions"].get("mercalli") == __version__


def _pairs(path: str, before: Any, after: Any) -> Iterator[Change]:  # noqa: ANN401 - any part of a result
    """Measures as a whole, and every other leaf; how results came about is no part of their numbers."""
    if any(_is_measure(each) for each in (before, after)):
        yield Change(path, before, after)
    elif any(isinstance(each, Mapping) for each in (before, after)):
        one, two = before or {}, after or {}
        for key in dict.fromkeys([*one, *two]):
            if key != "provenance":
                yield from _pairs(f"{path}.{key}" if path else key, one.get(key), two.get(key))
    elif any(isinstance(each, list) for each in (before, after)):
        one, two = entries_by_name(before or []), entries_by_name(after or [])
        for name in dict.fromkeys([*one, *two]):
            yield from _pairs(f"{path}[{name}]", one.get(name), two.get(name))
    else:
        yield Change(path, before, after)


def _is_measure(part: object) -> bool:
    return isinstance(part, Mapping) and any(names <= part.keys() for names in LIKE_A_MEASURE)


def _is_measured(change: Change) -> bool:
    return _is_measure(change.before) or _is_measure(change.after)


def _is_number(change: Change) -> bool:
    return any(isinstance(each, int | float) for each in (change.before, change.after))


def _is_digest(change: Change) -> bool:
    return change.path.endswith("digest")


def _differs(change: Change, tolerance: float) -> bool:
    """Whether any number of a measure is another one."""
    one, two = ({} if each is None else dict[str, Any](each) for each in (change.before, change.after))  # type: ignore[call-overload]  # measures
    leaves = (each for key in dict.fromkeys([*one, *two]) for each in _pairs(key, one.get(key), two.get(key)))
    return any(not is_same(each.before, each.after, tolerance) for each in leaves if _is_number(each))


def _causes(before: Mapping[str, Any], after: Mapping[str, Any], digests: list[Change]) -> Iterator[str]:
    """What differs in how two results came about, what matters most first."""
    one, two = before["provenance"], after["provenance"]
    if digests:
        yield f"the data are other (digest {_short(digests[0].before)}, now {_short(digests[0].after)})"
    elif (file := _other_file(one["call"], two["call"])) is not None:
        yield f"the file {file!r} is other"
    if one["profile"] != two["profile"]:
        yield f"the profile is other ({one['profile']}, now {two['profile']})"
    elif one["profile_digest"] != two["profile_digest"]:
        digest, now = _short(one["profile_digest"]), _short(two["profile_digest"])
        yield f"the profile {one['profile']} has changed (digest {digest}, now {now})"
    for part, noun in (("settings", ""), ("roles", "column "), ("versions", "version of ")):
        for name in dict.fromkeys([*one[part], *two[part]]):
            if one[part].get(name) != two[part].get(name):
                yield f"{noun}{name} is other ({_value(one[part].get(name))}, now {_value(two[part].get(name))})"


def _short(digest: object) -> str:
    return str(digest)[:SHORT_DIGEST]


def _value(value: object) -> str:
    return "none" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _other_file(one: Mapping[str, Any] | None, two: Mapping[str, Any] | None) -> str | None:
    """A file that two calls read and that has other bytes."""
    if one is None or two is None:
        return None
    now = [each["digest"] for each in two["files"]]
    return next((str(each["name"]) for each in one["files"] if each["digest"] not in now), None)
