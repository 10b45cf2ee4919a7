"""The same messages in two languages: what is found in the source and lost in the translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.errors import MissingError
from mercalli.estimates.measure import named_measure
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.tally import MISSING
from mercalli.metrics.ratio import ratio
from mercalli.results.measure import Measure
from mercalli.tasks.parity.drawn_pairs import DrawnPairs
from mercalli.tasks.parity.errors import PairError
from mercalli.tasks.parity.result import TranslatedClass, TranslationReport
from mercalli.uncertainty.intervals import percentile, wilson
from mercalli.uncertainty.paired import mcnemar

SHOWN, TWO = 3, 2
WALD = "Wald of pairs"
AGREEMENT, DIFFERENCE, LOST, WEIGHT_LOST = "agreement", "recall_difference", "lost_in_translation", "weight_lost"
NO_PAIRS, NONE_URGENT = "there are no pairs", "no message is urgent"
NONE_FOUND, NONE_RIGHT = "no urgent message was found in the source", "nothing was right in the source"


@dataclass(frozen=True)
class Pairs:
    """Rows of sources and of their translations, in the same order, and the language of each translation."""

    sources: Ints
    translations: Ints
    groups: Sequence[str]

    @classmethod
    def of(  # noqa: PLR0917 - rows, what each column is, and which rows count
        cls, rows: ArraySource, key: str, column: str, truth: str, reference: str | None, there: Bools
    ) -> Pairs:
        """Checked pairs of rows that share a key, of which both rows are `there`."""
        if reference is None:
            raise PairError.no_reference()
        keys, language, label = rows.column(key), _texts(rows, column), _texts(rows, truth)
        absent = int((keys.codes == MISSING).sum())
        if absent:
            raise MissingError.values(f"value in {key!r}", absent, rows.origin)
        times = np.bincount(keys.codes, minlength=len(keys.values))
        wrong = np.flatnonzero(times != TWO)
        if len(wrong):
            raise PairError.times(key, [(keys.values[at], int(times[at])) for at in wrong[:SHOWN]], len(wrong))
        order = np.argsort(keys.codes, kind="stable")
        first, second = order[::2], order[1::2]
        is_source = language[first] == reference
        both = is_source == (language[second] == reference)
        if both.any():
            raise PairError.languages(key, keys.values[keys.codes[first[np.argmax(both)]]], reference)
        kept = there[first] & there[second]
        sources, translations = np.where(is_source, first, second)[kept], np.where(is_source, second, first)[kept]
        differ = np.flatnonzero(label[sources] != label[translations])
        if len(differ):
            examples = [keys.values[keys.codes[sources[at]]] for at in differ[:SHOWN]]
            raise PairError.truths(key, examples, len(differ))
        return cls(sources, translations, language[translations].tolist())


def _texts(rows: ArraySource, name: str) -> Floats:
    """A column as texts, so that values can be compared."""
    return np.array([str(value) for value in rows.arrays[name].tolist()], object)


@dataclass(frozen=True)
class Answers:
    """What a system answered to both messages of each pair, and what is true: right, urgent, and the class's weight.

    `truth` is the place of the true class among the `classes`. `rows` weigh pairs, where rows have weights, and `unit`
    is what is drawn whole, where that is not the pair.
    """

    same: Bools
    urgent: Bools
    found: tuple[Bools, Bools]
    right: tuple[Bools, Bools]
    weight: Floats
    truth: Ints
    classes: Sequence[str]
    rows: Floats | None = None
    unit: Ints | None = None

    def drawn(self, chosen: Bools, level: float, replicates: int, rng: np.random.Generator) -> DrawnPairs | None:
        """Some of the pairs, if they weigh differently or lie in units."""
        if self.rows is None and self.unit is None:
            return None
        rows = np.ones(len(chosen)) if self.rows is None else self.rows
        unit = np.arange(len(chosen)) if self.unit is None else self.unit
        return DrawnPairs(rows[chosen], unit[chosen], level, replicates, rng)


def reports(
    pairs: Pairs, answers: Answers, level: float, replicates: int, rng: np.random.Generator
) -> Iterator[TranslationReport]:
    """A report for the translations into each language."""
    groups = np.array(pairs.groups, object)
    for group in sorted(set(pairs.groups)):
        chosen = groups == group
        found = _report(str(group), answers, chosen, level, replicates, rng)
        yield replace(found, classes=tuple(_by_class(answers, chosen)))


def _by_class(answers: Answers, chosen: Bools) -> Iterator[TranslatedClass]:
    """Every true class that has pairs."""
    truth, size = answers.truth[chosen], len(answers.classes) + 1
    n, source, translation = (
        np.bincount(truth[part], minlength=size).tolist()
        for part in (np.ones(len(truth), np.bool_), answers.right[0][chosen], answers.right[1][chosen])
    )
    for at, name in enumerate(answers.classes):
        if n[at]:
            yield TranslatedClass(name, n[at], source[at], translation[at])


def _report(  # noqa: PLR0917 - all that a report is made from
    group: str, answers: Answers, chosen: Bools, level: float, replicates: int, rng: np.random.Generator
) -> TranslationReport:
    urgent = chosen & answers.urgent
    source, translation = (each[urgent] for each in answers.found)
    counts = tuple(
        int(each.sum())
        for each in (source & translation, source & ~translation, ~source & translation, ~source & ~translation)
    )
    both, lost, gained, _ = counts
    kept, total = both + lost, int(urgent.sum())
    drawn = answers.drawn(chosen, level, replicates, rng)
    if drawn is not None:
        return TranslationReport(
            group, int(chosen.sum()), (both, lost, gained, counts[3]), *_by_units(answers, chosen, drawn)
        )
    return TranslationReport(
        group,
        int(chosen.sum()),
        (both, lost, gained, counts[3]),
        _share(AGREEMENT, int(answers.same[chosen].sum()), int(chosen.sum()), level, NO_PAIRS),
        _difference(lost, gained, total, level),
        mcnemar(lost, gained) if total else None,
        _share(LOST, lost, kept, level, NONE_FOUND),
        _weight_lost(answers, chosen, level, replicates, rng),
    )


def _by_units(
    answers: Answers, chosen: Bools, drawn: DrawnPairs
) -> tuple[Measure, Measure, float | None, Measure, Measure]:
    """The same numbers where pairs weigh differently or lie in units."""
    urgent = answers.urgent[chosen].astype(np.float64)
    source, translation = (each[chosen] * urgent for each in answers.found)
    kept = answers.weight[chosen] * answers.right[0][chosen]
    return (
        drawn.ratio(AGREEMENT, answers.same[chosen].astype(np.float64), np.ones(len(urgent)), NO_PAIRS),
        drawn.ratio(DIFFERENCE, source - translation, urgent, NONE_URGENT, lowest=-1.0),
        drawn.chance(source - translation) if urgent.any() else None,
        drawn.ratio(LOST, source * (1 - translation), source, NONE_FOUND),
        drawn.ratio(WEIGHT_LOST, kept * ~answers.right[1][chosen], kept, NONE_RIGHT),
    )


def _share(name: str, found: int, trials: int, level: float, why: str) -> Measure:
    if not trials:
        return named_measure(name, None, n=0, undefined=why)
    low, high = wilson(np.array(found / trials), np.array(float(trials)), level)
    return named_measure(name, found / trials, float(low), float(high), "wilson", n=trials)


def _difference(lost: int, gained: int, total: int, level: float) -> Measure:
    """Recall in the source minus recall in the translation, paired.

    >>> found = _difference(22, 8, 200, 0.95)
    >>> print(found.value, found.low, found.high)
    0.0700 0.0172 0.1228
    """
    if not total:
        return named_measure(DIFFERENCE, None, n=0, undefined=NONE_URGENT)
    value = (lost - gained) / total
    error = float(np.sqrt(lost + gained - (lost - gained) ** 2 / total)) / total
    reach = NormalDist().inv_cdf((1 + level) / 2) * error
    return named_measure(DIFFERENCE, value, max(-1.0, value - reach), min(1.0, value + reach), WALD, n=total)


def _weight_lost(answers: Answers, chosen: Bools, level: float, replicates: int, rng: np.random.Generator) -> Measure:
    """Of the weight of messages that are right in the source, the share that is wrong in the translation."""
    kept = answers.weight[chosen] * answers.right[0][chosen]
    gone = kept * ~answers.right[1][chosen]
    if not kept.sum() > 0:
        return named_measure(WEIGHT_LOST, None, n=0, undefined=NONE_RIGHT)
    value = float(gone.sum() / kept.sum())
    if not replicates:
        return named_measure(WEIGHT_LOST, value, n=int((kept > 0).sum()))
    entries, times = np.unique(np.stack([gone, kept]), axis=1, return_counts=True)
    drawn = rng.multinomial(len(kept), times / len(kept), size=replicates).astype(np.float64)
    low, high = percentile(ratio(drawn @ entries[0], drawn @ entries[1])[:, None], level)[:, 0]
    return named_measure(WEIGHT_LOST, value, float(low), float(high), "percentile", n=int((kept > 0).sum()))
