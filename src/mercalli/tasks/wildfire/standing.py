"""Which model of a fire leads, by how much, and what holds for all of them: what every kind of comparison shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mercalli.estimates.leads import beats, lead, level_of, pair_of, tied
from mercalli.estimates.ranking import best_first
from mercalli.results.grounds import Finds, Grounds, Lead, Standing
from mercalli.results.measure import Measure, Provenance
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.wildfire.result import FireComparison
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.uncertainty.few_units import FEWEST_UNITS, TESTED_UNITS

TOO_LITTLE, TOO_MUCH = 0.8, 1.25  # of what was observed: from here on a model is said to predict too little or too much


class Noted(Protocol):
    """A report on one model."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What should be known of it."""
        ...


@dataclass(frozen=True)
class Decisive:
    """The metric that decides: its name, its direction, its best value, and the best of the rules that cost nothing."""

    metric: str
    direction: int = 1
    perfect: float = 1.0
    trivial: str = ""
    baseline: str = ""


def ordered_by(systems: Sequence[Any], measure: Callable[[Any], Measure], direction: int = 1) -> list[Any]:
    """The models from best to worst."""
    return best_first(systems, lambda system: measure(system).value, direction)


def lead_of(
    comparison: FireComparison | None, metric: str, names: Sequence[str], provenance: Provenance
) -> Lead | None:
    """The first model minus the next one; nothing where chance was not looked at, or one has no value."""
    if comparison is None or len(names) == 1 or not provenance.settings["replicates"]:
        return None
    pair = pair_of(comparison.pairs, *names[:2])
    found = lead(pair, metric, names[0], level=level_of(provenance), n=comparison.n, units=comparison.units)
    if found is None or found.difference.difference is None:
        return None
    return found if found.difference.p is not None or comparison.units < TESTED_UNITS else None


def tied_first(comparison: FireComparison | None, metric: str) -> int:
    """How many of the first models no difference was shown between."""
    return 1 if comparison is None else tied(comparison.rankings, metric)


def shared_notes(systems: Sequence[Noted]) -> tuple[str, ...]:
    """Notes that hold for every model."""
    return tuple(note for note in systems[0].notes if all(note in system.notes for system in systems))


def cautions(systems: Sequence[Noted], comparison: FireComparison | None) -> tuple[str, ...]:
    """What should be known of the comparison, of all models and of the best, which comes first."""
    about = () if comparison is None else comparison.notes
    return tuple(dict.fromkeys((*about, *shared_notes(systems), *systems[0].notes)))


def more_notes(systems: Sequence[Noted], comparison: FireComparison | None) -> tuple[str, ...]:
    """Those that a verdict has no room for."""
    return cautions(systems, comparison)[MOST_CAUTIONS:]


def finds_more(standings: Sequence[Standing]) -> Iterable[str]:
    """A model that is not the best one, but finds more of what must not be missed."""
    if not standings[0].finds:
        return
    hits = [each.finds[0].hits for each in standings]
    most = max(range(len(hits)), key=hits.__getitem__)
    if hits[most] > hits[0]:
        finds = standings[most].finds[0]
        yield f"{plain(standings[most].system)} finds more of them: {share_text(finds.share or 0.0)}."


def size_step(system: str, bias: float | None, what: str) -> Iterable[str]:
    """What to do where a model predicts far more or far less than was observed."""
    if bias is None or TOO_LITTLE <= bias <= TOO_MUCH:
        return
    says = f"{plain(system)} predicts {bias:.2f} times as much {what} as was observed"
    yield f"{says}: {'lower' if bias < 1 else 'raise'} its threshold, or correct its bias, and compare again."


def tells_of_units(comparison: FireComparison | None, units: int) -> bool:
    """Whether intervals speak for more units than these."""
    return (units if comparison is None else comparison.units) >= FEWEST_UNITS


def grounds_of(
    decisive: Decisive,
    standings: Sequence[Standing],
    result: Any,  # noqa: ANN401 - of any comparison of models of one fire
    *,
    systems: Sequence[Noted],
    speaks_for: str,
    each: str,
    unit: str,
    beside: Iterable[str] = (),
    steps: Iterable[str] = (),
) -> Grounds:
    """The grounds of any kind, from its standings and reports, both best first."""
    names = [standing.system for standing in standings]
    return Grounds(
        metric=decisive.metric,
        direction=decisive.direction,
        standings=tuple(standings),
        perfect=decisive.perfect,
        tied=tied_first(result.comparison, decisive.metric),
        beats=beats(() if result.comparison is None else result.comparison.pairs, decisive.metric),
        lead=lead_of(result.comparison, decisive.metric, names, result.provenance),
        trivial=decisive.trivial,
        baseline=decisive.baseline,
        speaks_for=speaks_for,
        each=each,
        unit=unit,
        beside=(*finds_more(standings), *beside),
        cautions=cautions(systems, result.comparison),
        steps=tuple(steps),
    )


def finds_of(name: str, hits: float, missed: float, recall: Measure | None = None, each: str = "cell") -> Finds:
    """How much was found of what must not be missed, with the interval of the recall."""
    low, high = (None, None) if recall is None else (recall.low, recall.high)
    return Finds(name, hits, hits + missed, low, high, each=each)
