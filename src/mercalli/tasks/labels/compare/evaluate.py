"""Compare: two or more systems on the same items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.errors import SettingError, SystemNameError
from mercalli.estimates.intervals import Intervals, finite
from mercalli.estimates.measure import cards, difference_of
from mercalli.estimates.outputs import difference_bounds, unread_and_found
from mercalli.estimates.paired_tables import ONE, TWO, paired_tables
from mercalli.estimates.panel import Panel
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.ranking import ranked_pairs
from mercalli.estimates.settings import Settings
from mercalli.inputs.answers.counts import AnswerCounts
from mercalli.inputs.arrays import Floats, distinct_rows, sums
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest
from mercalli.inputs.labels import Labels, Policy
from mercalli.metrics.catalogue import Metric
from mercalli.plan.answer_settings import AnswerSettings, answer_settings
from mercalli.plan.detect import detecting
from mercalli.profiles.profile import Profile
from mercalli.results.difference import ClassPart, Difference, Split
from mercalli.results.limits import FEW_ROWS, FEW_UNITS
from mercalli.results.outputs import DifferenceBounds
from mercalli.results.parts import INVALID, UNREAD
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.compare.critical import critical_classes
from mercalli.tasks.labels.compare.majority import majority
from mercalli.tasks.labels.compare.result import Comparison, CriticalClass, Disagreement, PairReport
from mercalli.tasks.labels.notes import answer_notes, weight_notes
from mercalli.tasks.labels.opening import Rules, opened_roles
from mercalli.tasks.labels.plan import Plan, plan
from mercalli.text.words import counted
from mercalli.uncertainty.few_units import FEWEST_UNITS, TESTED_UNITS
from mercalli.uncertainty.paired import exchanges, mcnemar, needed_exchanges

MOST_DISAGREEMENTS = 20
UNEQUAL = 0.02


def compare(
    data: object = None,
    *,
    truth: object = None,
    pred: object = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    weight: object = None,
    count: object = None,
    unit: object = None,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    method: Literal["auto", "percentile", "bca"] = "auto",
    seed: int = 0,
    detect: float | None = None,
    like: str | None = None,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong", "drop"] = "error",
    unknown: Literal["error", "default"] = "error",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    unread: Literal["wrong", "exclude", "error"] | None = None,
    urgent: Sequence[str] | str | None = None,
    floor: float | None = None,
    encoding: str = "utf-8",
    against: str | None = None,
    progress: Progress = quiet,
) -> Comparison:
    """Compare the predictions of two or more systems on the same items.

    The arguments are those of `evaluate`, with at least two systems in `pred`. Intervals of differences resample
    items (or units); p-values exchange the two systems' predictions item by item (or unit by unit), are corrected over
    all pairs by Holm's method, and take as many exchanges as that needs. With `against`, every system is compared
    with that one alone. With `detect`, a size of difference, the verdict says how many items (or units) would show it.

    >>> y = ["a", "b", "a", "b"] * 10
    >>> result = compare(truth=y, pred={"right": y, "constant": ["a"] * 40}, metrics="accuracy")
    >>> print(result.ranking("accuracy").groups)
    (('right',), ('constant',))
    """
    settings = Settings(level, replicates, method, seed, like)
    if not replicates:
        raise SettingError.outside("replicates", replicates, "at least 100, because a comparison is made by resampling")
    roles = {"truth": truth, "pred": pred, "weight": weight, "count": count, "unit": unit}
    rules = Rules(profile, classes, Policy(invalid, missing, unknown), answer_settings(answers, unread))
    table, rules, known = opened_roles(data, roles, rules, encoding)
    wired = plan(
        replace(table, by=()),
        **vars(rules),
        metrics=metrics,
        settings=settings,
        urgent=urgent,
        floor=floor,
        progress=progress,
    )
    result = comparison_of(wired, against, progress)
    return detecting(replace(result, notes=(*known, *result.notes)), detect)


def comparison_of(wired: Plan, against: str | None = None, progress: Progress = quiet) -> Comparison:
    """Every pair of the systems of a plan, or each of them with one."""
    systems, settings = list(wired.table.systems), wired.settings
    if len(systems) < 2:  # noqa: PLR2004 - two to compare
        raise SystemNameError.about(
            "a comparison",
            f"needs at least two systems; found {len(systems)}. Pass pred=[first, second, ...].",
        )
    reports: list[tuple[PairReport, list[Metric]]] = []
    counts: dict[str, AnswerCounts] = {}
    critical: dict[str, tuple[CriticalClass, ...]] = {}
    trivial: dict[str, float | None] = {}
    weighing: tuple[str, ...] = ()
    every = list(combinations(systems, 2)) if against is None else _against(against, systems)
    for done, (first, second) in enumerate(every, 1):
        labels = wired.labels([wired.table.systems[name] for name in (first, second)])
        counts |= dict(zip((first, second), labels.answers, strict=True))
        critical |= {
            name: critical_classes(wired, labels, at) for at, name in enumerate((first, second)) if name not in critical
        }
        trivial = trivial or majority(wired, labels)
        weighing = weighing or tuple(weight_notes(labels))
        reports.append(_pair(wired, labels, (first, second), _exchanges(len(every), settings), progress))
        progress("comparing pairs", done, len(every))
    used = reports[0][1]
    pairs, rankings = ranked_pairs([pair for pair, _ in reports], used, systems, 1 - settings.level)
    notes = (*weighing, *_notes(pairs, counts, settings))
    told = cards(used, wired.profile)
    return Comparison(wired.headline, told, pairs, rankings, wired.provenance(), notes, counts, critical, trivial)


def _against(one: str, systems: Sequence[str]) -> list[tuple[str, str]]:
    """One system with each of the others."""
    if one not in systems:
        raise SystemNameError.unknown(one, systems)
    return [(one, other) for other in systems if other != one]


def _notes(pairs: Sequence[PairReport], answers: Mapping[str, AnswerCounts], settings: Settings) -> Iterator[str]:
    """What should be known before relying on a comparison."""
    n, dropped = pairs[0].n, pairs[0].dropped
    if dropped:
        left = "1 row lacks" if dropped == 1 else f"{dropped:,} rows lack"
        yield (
            f"Compared on the {counted(n, 'item')} with a truth and a prediction of every system; "
            f"{left} one of these and {'was' if dropped == 1 else 'were'} left out."
        )
    yield from (f"{name}: {note}" for name, counts in answers.items() for note in answer_notes(counts, n))
    yield from _unequal(pairs)
    if n < FEW_ROWS:
        yield f"Only {counted(n, 'item')}: intervals are wide and rough."
    fewest = min((pair.units for pair in pairs if pair.units is not None), default=FEW_UNITS)
    if fewest < FEWEST_UNITS:
        yield f"{counted(fewest, 'unit')} {'do' if fewest > 1 else 'does'} not show how much units vary: no intervals."
    elif fewest < TESTED_UNITS:
        yield f"With {fewest} units no p-value can reach .05, so none is given."
    elif fewest < FEW_UNITS:
        yield f"Only {fewest} units: this applies to new ones only if they are like these."
    needed, planned = needed_exchanges(len(pairs), settings.level), _exchanges(len(pairs), settings)
    if planned < needed:
        yield (
            f"With {counted(len(pairs), 'pair')} and {planned:,} exchanges no corrected p can show a difference; "
            f"it takes {needed:,} replicates or more, or fewer pairs."
        )


def _unequal(pairs: Sequence[PairReport]) -> Iterator[str]:
    """Systems of which one leaves many more answers unread than the other."""
    for pair in pairs:
        if pair.unread is not None and abs(pair.unread[ONE] - pair.unread[TWO]) > UNEQUAL * pair.n:
            first, second = (f"{count / pair.n:.1%}" for count in pair.unread)
            yield (
                f"{first} of the answers of {pair.first} could not be read and {second} of those of {pair.second}: "
                f"leaving them out would favour the one that answers less."
            )


def _exchanges(pairs: int, settings: Settings) -> int:
    return exchanges(pairs, settings.level, settings.replicates)


def _pair(
    plan: Plan, labels: Labels, names: tuple[str, str], times: int, progress: Progress
) -> tuple[PairReport, list[Metric]]:
    """The report on two systems, and the metrics used."""
    contexts = Contexts.of(labels)
    sample = Sample.of(labels, contexts)
    metrics = list(plan.metrics(labels, contexts).values())
    split = tuple(metric for metric in metrics if metric.text in plan.headline and metric.facts.by_class is not None)
    panel = Panel(tuple(metrics), len(labels.classes.names), plan.settings.like, split)
    differences, splits = _differences(sample, panel, plan.settings, times, progress)
    right = [labels.truth == pred for pred in labels.preds]
    only_first, only_second = (right[ONE] & ~right[TWO]), (right[TWO] & ~right[ONE])
    plain = labels.unit is None and not labels.weighted
    report = PairReport(
        first=names[ONE],
        second=names[TWO],
        n=sample.n,
        dropped=labels.dropped,
        both_right=float(labels.weight[right[ONE] & right[TWO]].sum()),
        only_first_right=float(labels.weight[only_first].sum()),
        only_second_right=float(labels.weight[only_second].sum()),
        both_wrong=float(labels.weight[~right[ONE] & ~right[TWO]].sum()),
        disagreements=_disagreements(labels),
        mcnemar_p=mcnemar(int(labels.rows[only_first].sum()), int(labels.rows[only_second].sum())) if plain else None,
        differences=differences,
        digest=digest(labels),
        splits=splits,
        units=None if sample.unit is None else sample.units,
        unread=_unread(labels),
        bounds=_bounds(labels, contexts, replace(panel, split=())),
    )
    return report, metrics


def _unread(labels: Labels) -> tuple[int, int] | None:
    """How many answers of each system could not be read; nothing if both wrote plain labels."""
    if all(column is None for column in labels.kinds):
        return None
    one, two = (int(labels.rows[unread_and_found(labels, system)[0]].sum()) for system in (ONE, TWO))
    return one, two


def _bounds(labels: Labels, contexts: Contexts, panel: Panel) -> tuple[DifferenceBounds, ...]:
    """What differences would be if unread answers were counted otherwise; nothing if there are none."""
    return tuple(difference_bounds(labels, contexts, panel)) if any(_unread(labels) or ()) else ()


def _disagreements(labels: Labels) -> tuple[Disagreement, ...]:
    """Where the two differ most: what the truth was and what each said."""
    names = labels.classes.names
    called = [[*names, INVALID if kinds is None else UNREAD] for kinds in labels.kinds or (None, None)]
    keys = [labels.truth, *labels.preds]
    kinds, position = distinct_rows(keys, [len(names) + 1] * len(keys))
    counts = sums(position, labels.weight, len(kinds[0]))
    differ = np.flatnonzero(kinds[1] != kinds[2])
    order = differ[np.argsort(-counts[differ], kind="stable")][:MOST_DISAGREEMENTS]
    return tuple(
        Disagreement(names[truth], called[0][first], called[1][second], float(counts[at]))
        for at, truth, first, second in zip(order, *(part[order] for part in kinds), strict=True)
    )


def _differences(
    sample: Sample, panel: Panel, settings: Settings, times: int, progress: Progress
) -> tuple[tuple[Difference, ...], tuple[Split, ...]]:
    """First minus second on every metric, and class by class where that adds up."""
    found = paired_tables(sample, panel, settings, times, progress)
    first, second, intervals = found.first, found.second, found.intervals
    differences = tuple(
        difference_of(metric, first[at], second[at], intervals[at], found.p[at])
        for at, metric in enumerate(panel.metrics)
    )
    return differences, tuple(_splits(sample, panel, first - second, intervals))


def _splits(sample: Sample, panel: Panel, moved: Floats, intervals: Intervals) -> Iterator[Split]:
    """What each class with rows adds to a difference."""
    present: list[int] = np.flatnonzero(sample.row_table().sum(axis=1)).tolist()
    for at, metric in enumerate(panel.split):
        start = len(panel.metrics) + at * panel.size
        parts = ((sample.classes[each], moved[start + each], intervals[start + each]) for each in present)
        yield Split(
            metric.text,
            tuple(ClassPart(name, float(part), finite(ends.low), finite(ends.high)) for name, part, ends in parts),
        )
