"""Which model of a fire leads, by how much, and what holds for all of them: what every kind of comparison shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mercalli.estimates.leads import beats, lead, pair_of, tied
from mercalli.estimates.ranking import best_first
from mercalli.results.grounds import Finds, Grounds, Lead, Reached, Standing
from mercalli.results.measure import Measure, Provenance
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.wildfire.result import MATCHED, FireComparison
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.uncertainty.few_units import FEWEST_UNITS

TOO_LITTLE, TOO_MUCH = 0.8, 1.25  # of what was observed: from here on a model is said to predict too little or too much

TOLD_FIRST = {Reached.NO, Reached.PROBABLY_NOT}  # then the verdict begins with it, and with who finds more
VISIBLY_MORE = 0.01  # of what must not be missed: a smaller lead in it is not told


class Noted(Protocol):
    """A report on one model."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What should be known of it."""
        ...


@dataclass(frozen=True)
class Decisive:
    """The metric that decides: its name, its direction, its best value, and the best of the rules that cost nothing.

    `called` is what a sentence calls it, where that is not its name.
    """

    metric: str
    direction: int = 1
    perfect: float = 1.0
    trivial: str = ""
    baseline: str = ""
    called: str = ""


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
    found = lead(pair, metric, names[0], provenance=provenance, n=comparison.n, units=comparison.units)
    return None if found is None or found.difference.difference is None else found


def tied_first(comparison: FireComparison | None, metric: str) -> int:
    """How many of the first models no difference was shown between."""
    return 1 if comparison is None else tied(comparison.rankings, metric)


def shared_notes(systems: Sequence[Noted]) -> tuple[str, ...]:
    """Notes that hold for every model."""
    return tuple(note for note in systems[0].notes if all(note in system.notes for system in systems))


def cautions(systems: Sequence[Noted], comparison: FireComparison | None) -> tuple[str, ...]:
    """What should be known of the comparison, of all models and of the best, which comes first."""
    about = () if comparison is None else comparison.notes
    every = dict.fromkeys((*about, *_alike(systems), *shared_notes(systems), *systems[0].notes))
    return tuple(note for note in every if not note.startswith(MATCHED))


def _alike(systems: Sequence[Noted]) -> Iterable[str]:
    """Models whose counts are the same everywhere."""
    known: dict[str, str] = {}
    for each in systems:
        digest, name = (str(getattr(each, field, "")) for field in ("digest", "name"))
        if digest and digest in known:
            both = f"{plain(known[digest])} and {plain(name)}"
            yield f"{both} have the same counts everywhere: is it one file given twice?"
        known.setdefault(digest, name)


def more_notes(systems: Sequence[Noted], comparison: FireComparison | None) -> tuple[str, ...]:
    """Those that a verdict has no room for."""
    return cautions(systems, comparison)[MOST_CAUTIONS:]


def finds_more(standings: Sequence[Standing]) -> Iterable[str]:
    """A model that is not the best one, but finds more of what must not be missed."""
    if not standings[0].finds or standings[0].finds[0].reached in TOLD_FIRST:
        return
    shares = [each.finds[0].share or 0.0 for each in standings]
    most = max(range(len(shares)), key=shares.__getitem__)
    if shares[most] - shares[0] >= VISIBLY_MORE:
        yield f"{plain(standings[most].system)} finds more of them: {share_text(shares[most])}."


def size_step(system: str, bias: float | None, much: str, *, threshold: bool = True) -> Iterable[str]:
    """What to do where a model predicts far more or far less than was observed; shapes have no `threshold`."""
    if bias is None or TOO_LITTLE <= bias <= TOO_MUCH:
        return
    says = f"{plain(system)} predicts {bias:.2f} times {much} as was observed"
    lower = f"{'lower' if bias < 1 else 'raise'} its threshold, or " if threshold else ""
    yield f"{says}: {lower}correct its bias, and compare again."


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
    alarms: Iterable[str] = (),
    beside: Iterable[str] = (),
    steps: Iterable[str] = (),
    measured_in: str = "",
) -> Grounds:
    """The grounds of any kind, from its standings and reports, both best first."""
    names = [standing.system for standing in standings]
    return Grounds(
        metric=decisive.called or decisive.metric,
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
        alarms=(*_equal_to_observed(decisive, standings), *alarms),
        beside=(*finds_more(standings), *beside),
        cautions=cautions(systems, result.comparison),
        steps=tuple(steps),
        measured_in=measured_in,
    )


def _equal_to_observed(decisive: Decisive, standings: Sequence[Standing]) -> Iterable[str]:
    """Models without any error, which is what the observation itself gets."""
    for each in standings:
        finds = each.finds[0] if each.finds else None
        complete = finds is None or finds.hits == finds.total
        if each.measure.value == decisive.perfect and complete:
            yield f"{plain(each.system)} is equal to the observation everywhere: was the observation given as a model?"


def finds_of(name: str, hits: float, missed: float, recall: Measure | None = None, each: str = "cell") -> Finds:
    """How much was found of what must not be missed, with the interval of the recall."""
    low, high = (None, None) if recall is None else (recall.low, recall.high)
    return Finds(name, hits, hits + missed, low, high, each=each)
