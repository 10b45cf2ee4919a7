"""A profile's TOML text, checked: every class known, weights finite, bands ordered, with the line of a mistake."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mercalli.errors import MercalliError, ProfileError, suggestion
from mercalli.inputs.classes import ClassList, normal
from mercalli.profiles.profile import READINGS, Band, Level, MetricSpec, Profile, When

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

TOP = (
    *("name", "title", "source", "headline", "harm", "classes"),
    *("aliases", "levels", "groups", "metrics", "when", "like"),
)
OWN = tuple(name for name in MetricSpec.__dataclass_fields__ if name not in ("name", "options"))
LINE = re.compile(r"line (\d+)")


def check(text: str, origin: str) -> Profile:
    """A profile from its TOML text."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = LINE.search(str(error))
        raise ProfileError.at(origin, int(found[1]) if found else None, f"this is not TOML: {error}.") from None
    return _Checker(text, origin, content).profile()


@dataclass(frozen=True)
class _Checker:
    text: str
    origin: str
    content: Mapping[str, Any]

    def profile(self) -> Profile:
        self._only(self.content, TOP, "the profile")
        canonical = json.dumps(self.content, sort_keys=True, ensure_ascii=False)
        metrics = {name: self._metric(name, table) for name, table in self._table("metrics").items()}
        return Profile(
            name=self._word("name"),
            title=str(self.content.get("title", "")),
            source=str(self.content.get("source", "")),
            digest="sha256:" + sha256(canonical.encode()).hexdigest(),
            classes=self._classes(),
            aliases=self._aliases(),
            headline=tuple(self.content.get("headline", ())),
            metrics=metrics,
            levels={name: self._levels(name, table) for name, table in self._table("levels").items()},
            groups={name: self._groups(name, table) for name, table in self._table("groups").items()},
            harm=self._harm(metrics),
            whens=tuple(self._whens(metrics)),
            likes=self._likes(metrics),
        )

    def _fail(self, problem: str, *words: object) -> NoReturn:
        """Raise at the line where the words first stand together, else where the first stands."""
        raise ProfileError.at(self.origin, self._line(words), problem)

    def _line(self, words: Iterable[object]) -> int | None:
        """The line of the last word after the lines of those before it."""
        lines, found = self.text.splitlines(), None
        for word in words:
            pattern = re.compile(rf"(?<![\w-]){re.escape(str(word))}(?![\w-])")
            start = found - 1 if found else 0
            found = next((at for at, line in enumerate(lines[start:], start + 1) if pattern.search(line)), found)
        return found

    def _only(self, table: Mapping[str, Any], known: Iterable[str], what: str) -> None:
        for name in table:
            if name not in known:
                self._fail(f"{what} has no setting {name!r}.{suggestion(name, known)}", name)

    def _table(self, name: str) -> Mapping[str, Any]:
        table = self.content.get(name, {})
        return table if isinstance(table, Mapping) else self._fail(f"{name!r} must be a table.", name)

    def _word(self, name: str) -> str:
        found = self.content.get(name)
        return found if isinstance(found, str) and found else self._fail(f"{name!r} must be a text.", name)

    def _classes(self) -> tuple[str, ...]:
        listed = self.content.get("classes", [])
        if not listed:
            return ()
        try:
            return ClassList.check(listed).names
        except MercalliError as error:
            self._fail(str(error), "classes")

    def _class(self, name: str, *words: object) -> str:
        known = self._classes()
        if name not in known:
            self._fail(f"there is no class {name!r}.{suggestion(name, known)}", *words, name)
        return name

    def _aliases(self) -> dict[str, str]:
        aliases = {alias: self._class(name, "aliases") for alias, name in self._table("aliases").items()}
        taken = {normal(name): name for name in self._classes()}
        for alias, name in aliases.items():
            if taken.setdefault(normal(alias), name) != name:
                self._fail(f"the alias {alias!r} already means {taken[normal(alias)]!r}.", "aliases", alias)
        return aliases

    def _number(self, found: object, *words: object) -> float:
        if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found) or found < 0:
            self._fail(f"{words[-1]!r} must be a finite number of at least 0; found {found!r}.", *words)
        return float(found)

    def _levels(self, name: str, table: Mapping[str, Any]) -> tuple[Level, ...]:
        levels = tuple(
            Level(
                level,
                self._number(given.get("weight"), "levels", level),
                tuple(self._class(each, "levels", level) for each in given.get("classes", ())),
                given.get("response", ""),
            )
            for level, given in table.items()
        )
        placed = [each for level in levels for each in level.classes]
        for each in self._classes():
            if placed.count(each) != 1:
                self._fail(
                    f"the class {each!r} must be in exactly one level of {name!r}; it is in {placed.count(each)}.",
                    "levels",
                    name,
                )
        return levels

    def _groups(self, name: str, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        return {
            group: tuple(self._class(each, "groups", name, group) for each in members)
            for group, members in table.items()
        }

    def _metric(self, name: str, table: Mapping[str, Any]) -> MetricSpec:
        if not isinstance(table.get("kernel"), str):
            self._fail(f"the metric {name!r} needs a kernel.", name)
        own = {key: value for key, value in table.items() if key in OWN}
        self._check_choice(name, own)
        for number in ("within", "between", "ungrouped", "default_weight"):
            if number in own:
                own[number] = self._number(own[number], f"metrics.{name}", number)
        own["bands"] = self._bands(name, own.get("bands", {}))
        own["beside"] = tuple(own.get("beside", ()))
        own.setdefault("label", name)
        own.setdefault("meaning", "")
        if "weights" in own:
            own["weights"] = self._weights(f"metrics.{name}.weights", own["weights"], whole="default_weight" not in own)
        if "positive" in own:
            self._class(own["positive"], f"metrics.{name}")
        options = {key: value for key, value in table.items() if key not in OWN}
        return MetricSpec(name=name, options=options, **own)

    def _check_choice(self, name: str, own: Mapping[str, Any]) -> None:
        """Names that must stand elsewhere in the profile."""
        for key, known in (
            ("levels", self._table("levels")),
            ("groups", self._table("groups")),
            ("reading", READINGS),
        ):
            if key in own and own[key] not in known:
                self._fail(
                    f"{key!r} of {name!r} must be one of {', '.join(known)}; found {own[key]!r}.",
                    name,
                    own[key],
                )
        if "default_level" in own and own["default_level"] not in self._table("levels").get(own.get("levels", ""), {}):
            self._fail(f"{name!r} has no level {own['default_level']!r}.", name, own["default_level"])

    def _weights(self, place: str, table: Mapping[str, Any], *, whole: bool = False) -> dict[str, float]:
        weights = {self._class(each, place): self._number(given, place, each) for each, given in table.items()}
        absent = [each for each in self._classes() if each not in weights]
        if whole and absent:
            self._fail(f"{place} has no weight for {absent[0]!r}.", place)
        return weights

    def _bands(self, name: str, table: Mapping[str, Any]) -> tuple[Band, ...]:
        place = f"metrics.{name}.bands"
        bands = tuple(
            Band(band, self._number(given.get("from"), place, band), given.get("says", ""))
            for band, given in table.items()
        )
        for upper, lower in pairwise(bands):
            if lower.lower >= upper.lower:
                self._fail(
                    f"bands go from the highest down; {lower.name!r} must start below {upper.name!r}.",
                    place,
                    lower.name,
                )
        return bands

    def _harm(self, metrics: Mapping[str, MetricSpec]) -> str | None:
        """The metric whose class weights say what an error does."""
        name = self.content.get("harm")
        if name is not None and (
            name not in metrics or (metrics[name].weights is None and metrics[name].levels is None)
        ):
            self._fail(f"'harm' must name a metric of this profile that has weights or levels; found {name!r}.", "harm")
        return name

    def _whens(self, metrics: Mapping[str, MetricSpec]) -> Iterable[When]:
        for column, values in self._table("when").items():
            for value, changed in values.items():
                for metric, table in changed.items():
                    place = f"when.{column}.{value}.{metric}"
                    if metric not in metrics:
                        self._fail(
                            f"{place} changes no metric of this profile.{suggestion(metric, metrics)}",
                            "when",
                            metric,
                        )
                    yield self._when(metrics[metric], table, column, value)

    def _when(self, spec: MetricSpec, table: Mapping[str, Any], column: str, value: str) -> When:
        self._only(table, ("weights", "levels"), f"when.{column}.{value}.{spec.name}")
        levels = table.get("levels", {})
        for level in levels:
            if level not in self._table("levels").get(spec.levels or "", {}):
                self._fail(f"{spec.name!r} has no level {level!r}.", f"when.{column}", level)
        return When(
            column,
            value,
            spec.name,
            self._weights(f"when.{column}", table.get("weights", {})),
            {level: self._number(given, f"when.{column}", level) for level, given in levels.items()},
        )

    def _likes(self, metrics: Mapping[str, MetricSpec]) -> dict[str, dict[str, dict[str, object]]]:
        for like, changed in self._table("like").items():
            for metric in changed:
                if metric not in metrics:
                    self._fail(
                        f"like.{like} changes no metric of this profile.{suggestion(metric, metrics)}",
                        f"like.{like}",
                        metric,
                    )
        return {like: dict(changed) for like, changed in self._table("like").items()}
