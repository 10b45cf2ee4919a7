"""What should be known before relying on a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.inputs.answers.counts import AnswerCounts
from mercalli.inputs.labels import Labels
from mercalli.metrics.averages import CLASSES_ELSEWHERE
from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS, FEW_UNITS, SKEW, on_weights
from mercalli.results.measure import Measure, MetricCard
from mercalli.results.outputs import OutputReport
from mercalli.results.parts import ClassReport, SliceReport
from mercalli.stats.sample import Sample
from mercalli.stats.weighing import Weighing
from mercalli.telling.output_notes import output_notes
from mercalli.text.words import counted, first_few, listed, short_name
from mercalli.uncertainty.few_units import FEWEST_UNITS

NAMED = 3


def notes(
    labels: Labels,
    sample: Sample,
    *,
    measures: Sequence[Measure],
    classes: Sequence[ClassReport],
    slices: Sequence[SliceReport],
    headline: Sequence[MetricCard],
    known: Sequence[str],
    unmatched: Sequence[str],
    outputs: OutputReport | None = None,
    like: str | None = None,
) -> Iterator[str]:
    """Notes in the order in which they matter."""
    by_metric = {measure.metric: measure for measure in measures}
    weak = [card.metric for card in headline if card.useless(by_metric[card.metric])]
    yield from _left_out(labels, sample, known)
    yield from weight_notes(labels)
    yield from () if outputs is None else output_notes(outputs, headline[0].metric if headline else None, sample.n)
    yield from answer_notes(labels.answers[0], sample.n)
    yield from _classes_of(like, labels, sample, classes)
    if unmatched:
        yield f"No row has {_some(unmatched)}, for which the profile has weights."
    yield from _small(sample, classes, slices, sure=any(measure.low is not None for measure in measures))
    yield from _skew(classes)
    if weak:
        yield f"No better than always predicting the most frequent class: {', '.join(weak)}."
    yield from _undefined([by_metric[card.metric] for card in headline])
    yield from _spellings(labels)


def weight_notes(labels: Labels) -> Iterator[str]:
    """How much the weights of rows differ, if they have any."""
    if labels.weighted:
        yield from on_weights(Weighing.of(labels))


def answer_notes(answers: AnswerCounts, n: int) -> Iterator[str]:
    """What a system did not answer, or not with a class; `n` are the rows that count."""
    if answers.missing:
        has, count, are = ("has", "counts", "is") if answers.missing == 1 else ("have", "count", "are")
        share = f"{answers.missing:,} of {counted(answers.items, 'item')} ({answers.missing / answers.items:.1%})"
        left = f"{count} as wrong" if answers.items == n else f"{are} left out"
        yield f"{share} {has} no prediction and {left}: coverage is {answers.coverage:.1%}."
    if answers.outside:
        are, count = ("is", "counts") if answers.outside == 1 else ("are", "count")
        share = f"{counted(answers.outside, 'prediction')} ({answers.outside / n:.1%})"
        yield f"{share} {are} outside the classes and {count} as wrong: {_examples(answers)}."


def _classes_of(like: str | None, labels: Labels, sample: Sample, classes: Sequence[ClassReport]) -> Iterator[str]:
    """Labels that only predictions have, which another program takes for classes."""
    if like not in CLASSES_ELSEWHERE:
        return
    if labels.classes.declared and labels.answers[0].outside:
        yield (
            f"Predictions outside the declared classes are one class in mcc and cohen_kappa, and none in means over "
            f"classes. For {like} every such label is a class: to get its numbers, declare no classes, and take a "
            f"profile that names none, such as generic."
        )
    taken = not labels.classes.declared
    alone = [each for each in classes if taken and each.predicted and not each.support]
    if alone:
        n = sum(each.predicted for each in alone)
        named = [f"{short_name(each.name)!r} ({each.predicted:,})" for each in sorted(alone, key=_by_predicted)]
        yield (
            f"{counted(n, 'prediction')} ({n / sample.n:.1%}) {'has' if n == 1 else 'have'} a label that no item truly "
            f"has: {listed(named, limit=NAMED + 1)}. Read like {like}, each such label is a class of its own."
        )


def _by_predicted(report: ClassReport) -> tuple[int, str]:
    return -report.predicted, report.name


def _examples(answers: AnswerCounts) -> str:
    """The most frequent labels outside the classes, and how many others there are."""
    texts = [f"{short_name(each.label)!r} ({each.count:,})" for each in answers.examples[:NAMED]]
    rest = answers.labels - len(texts)
    return listed([*texts, *([counted(rest, "other label")] if rest else [])], limit=NAMED + 1)


def _left_out(labels: Labels, sample: Sample, known: Sequence[str]) -> Iterator[str]:
    if labels.dropped and labels.dropped != labels.answers[0].missing:
        share = labels.dropped / (labels.dropped + sample.n)
        yield (
            f"1 row ({share:.1%}) lacks a truth or a prediction and was left out."
            if labels.dropped == 1
            else f"{labels.dropped:,} rows ({share:.1%}) lack a truth or a prediction and were left out."
        )
    unknown = [name for name in labels.classes.names if known and name not in known]
    if unknown:
        yield f"The profile does not have {_some(unknown)}; they got its default weight."


def _small(
    sample: Sample, classes: Sequence[ClassReport], slices: Sequence[SliceReport], *, sure: bool
) -> Iterator[str]:
    """What there is too little of; `sure` says that there are intervals."""
    if len(sample.classes) == 1:
        only = short_name(sample.classes[0])
        yield f"{only!r} is the only class there is: nothing can be confused. Declare the classes."
    if sample.n < FEW_ROWS:
        yield f"Only {counted(sample.n, 'row')}: {'intervals are wide and rough' if sure else 'the numbers are rough'}."
    if sample.unit is not None and sample.units < FEWEST_UNITS:
        belong = "All rows belong to one unit" if sample.units == 1 else f"There are {sample.units} units"
        yield f"{belong}, which does not show how much units vary: no interval."
    elif sample.unit is not None and sample.units < FEW_UNITS:
        yield f"Only {sample.units} units: this applies to new ones only if they are like these."
    few = [report.name for report in classes if report.few and report.support]
    if few:
        rough = "intervals of averages over classes may be too narrow" if sure else "averages over classes are rough"
        yield f"Fewer than {FEW_IN_CLASS} rows of {_some(few)}: {rough}."
    thin = sum(report.few for report in slices)
    if thin:
        units = "" if sample.unit is None else f" or {FEW_UNITS} units"
        have = "slice has" if len(slices) == 1 else "slices have"
        yield f"{thin} of {len(slices)} {have} fewer than {FEW_ROWS} rows{units}."


def _skew(classes: Sequence[ClassReport]) -> Iterator[str]:
    present = [report for report in classes if report.support]
    largest = max(present, key=lambda report: report.support)
    smallest = min(present, key=lambda report: report.support)
    ratio = largest.support / smallest.support
    if ratio > SKEW:
        pair = f"{short_name(largest.name)} to {short_name(smallest.name)}"
        yield f"Classes are skewed {ratio:.0f}:1 ({pair}); accuracy says little about the rare ones."


def _undefined(shown: Sequence[Measure]) -> Iterator[str]:
    averaged = [measure for measure in shown if measure.undefined_classes]
    if averaged:
        absent = averaged[0].undefined_classes
        skipping = _with_option(averaged[0].metric, "undefined='skip'")
        count, them = ("counts", "it") if len(absent) == 1 else ("count", "them")
        yield f"{_some(absent)} {count} as the worst value in averages over classes; {skipping} leaves {them} out."
    flat = [measure.metric for measure in shown if "or exact" in (measure.method or "")]
    if flat:
        names = ", ".join(flat)
        yield f"All replicates were alike, so the interval is the exact one of a share of as many rows: {names}."
    often = [measure.metric for measure in shown if measure.undefined_share > 0 and measure.value is not None]
    if often:
        yield f"Undefined in some replicates, which are left out of the interval: {', '.join(often)}."


def _with_option(metric: str, option: str) -> str:
    return f"{metric[:-1]}, {option})" if metric.endswith(")") else f"{metric}({option})"


def _spellings(labels: Labels) -> Iterator[str]:
    if labels.respelt:
        pairs = [f"{short_name(label)!r} as {short_name(name)!r}" for label, name in labels.respelt.items()]
        yield f"Spellings were matched to classes: {first_few(pairs)}."


def _some(names: Sequence[str]) -> str:
    return first_few([short_name(name) for name in names])
