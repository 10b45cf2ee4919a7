"""A case: fires, what was observed of each, and how the numbers become one score card. Checked from its TOML."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

from mercalli.errors import MercalliError
from mercalli.io.whole_files import file_text
from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml
from mercalli.tasks.wildfire.kpis import CATEGORIES, NORMALISATIONS, Normalisation, kpi_names
from mercalli.text.words import suggestion

OWN = ("observed", "model")
# What a parameter is declared as, what a case writes there, whether that may be a list, and how it is called.
KINDS: dict[str, tuple[tuple[type, ...], bool, str]] = {
    "int": ((int,), False, "a whole number"),
    "float": ((int, float), False, "a number"),
    "str": ((str,), False, "a text"),
    "str | Path": ((str,), False, "a name or the path of a .toml file"),
    "object": ((str,), False, "the path of a file"),
    "str | float": ((str, int, float), False, "a text or a number"),
    "Sequence[int] | int": ((int,), True, "a whole number or a list of them"),
    "Sequence[str] | str": ((str,), True, "a text or a list of texts"),
}


@dataclass(frozen=True)
class CasePart:
    """What was observed of a fire, the model's file of the same, and options of the comparison."""

    kind: str
    observed: str
    model: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class CaseGroup:
    """KPIs that make one score, each with its weight; with weight 0 it is shown and not scored."""

    name: str
    weight: float
    kpis: Mapping[str, float]


@dataclass(frozen=True)
class CaseSpec:
    """The whole case: parts by the name of their fire, and what their KPIs become."""

    name: str
    fires: Mapping[str, tuple[CasePart, ...]]
    groups: tuple[CaseGroup, ...]
    normalisations: Mapping[str, Normalisation]
    toml: Toml

    def normalisation(self, kpi: str) -> Normalisation:
        """How a KPI becomes a score; in proportion if nothing else is said."""
        return self.normalisations.get(kpi, Normalisation())

    @property
    def digest(self) -> str:
        """SHA-256 of its text."""
        return f"sha256:{sha256(self.toml.text.encode()).hexdigest()}"


def read_case(path: str | Path) -> CaseSpec:
    """A case from its TOML file; a mistake is told with its line."""
    toml = Toml(file_text(path, "TOML", "the TOML file of a case"), repr(Path(path).name))
    root = Table(toml.content(), toml, "a case")
    root.only(("name", "fires", "groups", "normalisation"))
    fires = {name: _fire(name, table) for name, table in root.table("fires", "the fires").tables("fire")}
    if not fires:
        root.fail("A case needs at least one fire, as in [fires.caldor.severity].")
    kinds = list(dict.fromkeys(part.kind for parts in fires.values() for part in parts))
    names = {name for kind in kinds for name in kpi_names(kind).values()}
    groups = tuple(_groups(root, names, kinds))
    table = root.table("normalisation", "the normalisations")
    norms = {name: _normalisation(name, each, names) for name, each in table.tables("normalisation")}
    return CaseSpec(root.text("name") or "a case", fires, groups, norms, toml)


def _fire(name: str, table: Table) -> tuple[CasePart, ...]:
    table.only(tuple(CATEGORIES))
    parts = tuple(_part(kind, each) for kind, each in table.tables("part"))
    if not parts:
        table.fail(f"The fire {name!r} needs a part: {', '.join(CATEGORIES)}.")
    return parts


def _part(kind: str, table: Table) -> CasePart:
    for key in OWN:
        if not table.text(key):
            table.fail(f"{table.noun} needs {key!r}, the path of a file.")
    return CasePart(kind, table.text("observed"), table.text("model"), table.options(OWN))


def _groups(root: Table, names: set[str], kinds: list[str]) -> Iterator[CaseGroup]:
    """The groups that are given; else one for each category, in which all KPIs weigh the same."""
    if "groups" not in root.content:
        for kind in kinds:
            yield CaseGroup(CATEGORIES[kind], 1.0, dict.fromkeys(kpi_names(kind).values(), 1.0))
        return
    for name, table in root.table("groups").tables("group"):
        table.only(("weight", "kpis"))
        kpis = table.table("kpis", f"the KPIs of {name!r}")
        for kpi in kpis.content:
            if kpi not in names:
                kpis.fail(f"no part of this case gives the KPI {kpi!r}.{suggestion(kpi, names)}", kpi)
        weights = kpis.numbers()
        if not weights:
            table.fail(f"the group {name!r} needs 'kpis', each with its weight.")
        yield CaseGroup(name, table.number("weight") if "weight" in table.content else 1.0, weights)


def _normalisation(name: str, table: Table, names: set[str]) -> Normalisation:
    table.only(("how", "a", "b", "m"))
    if name not in names:
        table.fail(f"no part of this case gives the KPI {name!r}.{suggestion(name, names)}")
    how = table.text("how")
    if how not in NORMALISATIONS:
        table.fail(f"'how' must be one of {', '.join(NORMALISATIONS)}; found {how!r}.", "how")
    ends = {key: _end(table, key) for key in ("a", "b", "m") if key in table.content}
    try:
        return Normalisation(how, ends)
    except MercalliError as error:
        table.fail(str(error).replace("`", "'"))


def _end(table: Table, key: str) -> float:
    value = table.content[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        table.fail(f"{key!r} must be a finite number; found {value!r}.", key)
    return float(value)


def check_options(
    spec: CaseSpec, fire: str, part: CasePart, comparison: Callable[..., Any], others: Collection[str]
) -> None:
    """Every option must be one of the comparison that the part asks for, and of its kind; `others` are no options."""
    parameters = inspect.signature(comparison).parameters.values()
    known = {
        each.name: str(each.annotation).removesuffix(" | None")
        for each in parameters
        if each.kind is each.KEYWORD_ONLY and each.name not in others
    }
    for option, value in part.options.items():
        problem = _problem(part.kind, option, value, known)
        if problem:
            raise spec.toml.error(problem, "fires", fire, part.kind, option)


def _problem(kind: str, option: str, value: object, known: dict[str, str]) -> str | None:
    if option not in known:
        return f"{kind} has no setting {option!r}; it has {', '.join(known)}."
    types, several, called = KINDS[known[option]]
    values = value if several and isinstance(value, list) else [value]
    fits = all(isinstance(each, types) and not isinstance(each, bool) for each in values)
    return None if fits else f"{option!r} must be {called}; found {value!r}."
