"""What should be known before relying on an evaluation of label sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS, FEW_UNITS, on_few_units
from mercalli.results.measure import Measure, by_text
from mercalli.results.parts import SliceReport
from mercalli.stats.label_sets import LabelSets
from mercalli.stats.set_sample import SetSample
from mercalli.tasks.label_sets.data import SetItems
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, listed, shown

JACCARD = "mean_jaccard"
NO_BETTER = "it is no better than giving every item the same, most frequent set"


def set_notes(
    items: SetItems,
    sample: SetSample,
    table: LabelSets,
    measures: Sequence[Measure],
    slices: Sequence[SliceReport],
) -> Iterator[str]:
    """Notes in the order in which they matter."""
    jaccard = by_text(measures, JACCARD)
    majority = jaccard.baselines.get("majority")
    if jaccard.value is not None and majority is not None and jaccard.value <= majority:
        yield f"By {JACCARD} {NO_BETTER}."
    yield from _on_size(items.n, sample)
    yield from _on_nothing(items)
    never = [name for name, count in zip(table.labels, table.truths, strict=True) if not count]
    if never:
        yield f"Labels that no item truly has, which lower macro averages: {shown(never)}."
    few = int(((table.truths > 0) & (table.truths < FEW_IN_CLASS)).sum())
    if few:
        yield f"{few} of {len(table.labels)} labels are true of fewer than {FEW_IN_CLASS} items."
    unsure = next((each for each in measures if each.undefined_share), None)
    if unsure is not None:
        yield f"{unsure.metric} was undefined in {unsure.undefined_share:.1%} of the replicates, which are left out."
    thin = sum(part.few for part in slices)
    if thin:
        units = f" or {FEW_UNITS} units" if sample.units else ""
        yield f"{thin} of {len(slices)} slices have fewer than {FEW_ROWS} items{units}."


def missing_notes(items: SetItems, name: str) -> Iterator[str]:
    """What was missing, and what became of it."""
    wrong = int(items.rows[items.wrong[name]].sum()) if name in items.wrong else 0
    if wrong:
        share = share_text(wrong / items.n)
        yield f"It gave no answer for {wrong:,} of {counted(items.n, 'item')} ({share}); these count as wrong."
    missed = items.missed
    if missed.dropped:
        lacking = [f"{plain(each) or 'the truth'} in {count:,}" for each, count in missed.dropped.items()]
        left = f"{missed.left:,} of {counted(missed.given, 'item')}"
        yield f"Left out for all systems: {left}. Missing: {listed(lacking)}."


def _on_nothing(items: SetItems) -> Iterator[str]:
    """Words for nothing, which are no labels here."""
    for column, (count, words) in items.nothing.items():
        yield (
            f"{column!r} holds a word for nothing in {counted(count, 'item')} ({shown(words)}), read as no label. If "
            f"one of these is a label, name all labels with --labels."
        )


def _on_size(n: int, sample: SetSample) -> Iterator[str]:
    """Few items, or few units."""
    if n < FEW_ROWS:
        yield f"Only {counted(n, 'item')}: intervals are wide and rough."
    yield from on_few_units(sample.unit_count)
