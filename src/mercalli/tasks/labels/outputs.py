"""Outputs of language models in sentences: how they were read, and what depends on those that were not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.results.measure import by_text
from mercalli.results.outputs import Bounds, OutputReport, UnreadPart
from mercalli.tasks.labels.result import Evaluation
from mercalli.tasks.labels.standing import best_first
from mercalli.telling.article import LONG, PAGE, Block, Cell, Fold, Section, Sentence, Table, table
from mercalli.telling.words import interval_header
from mercalli.text.numbers import DIGITS, interval, number, value_text
from mercalli.text.words import counted, short_name

MOST_PARTS = 100
ABOUT = (
    "The predictions are outputs of language models, from which labels were read. A whole answer holds nothing else; "
    "others were found in a text. An output that names several classes is ambiguous; what is empty, or the text of a "
    "failed call, is missing; what names no class is unreadable. All of these count as wrong unless you say otherwise."
)


def output_notes(outputs: OutputReport, metric: str | None) -> Iterator[str]:
    """How outputs were read; if some were not, what a metric would be otherwise, and whether urgent items are hit."""
    yield f"Answers: {read_shares(outputs)}."
    if outputs.unread and metric is not None:
        yield f"{bounds_text(by_text(outputs.bounds, metric))}."
    if outputs.urgent is not None and outputs.urgent[1] > 0:
        more, low, high = (f"{100 * part:.1f}" for part in outputs.urgent)
        yield (
            f"Answers to critical items could not be read more often than others, by {more} points ({low} to {high}): "
            f"a score that leaves them out flatters."
        )


def read_shares(outputs: OutputReport) -> str:
    """The share that was read, and of what else.

    >>> from mercalli.results.outputs import OutcomeCount
    >>> counts = (OutcomeCount("read", "exact", True, 7, 0, 1), OutcomeCount("read", "mention", False, 1, 0, 1))
    >>> print(read_shares(OutputReport(10, 5, (*counts, OutcomeCount("refused", "", False, 2, 0, 1)), (), (), ())))
    80.0% read (70.0% whole, 10.0% found in text), 20.0% refused
    """
    read = outputs.count(READ)
    ways = f"{_percent(outputs.whole, outputs)} whole, {_percent(read - outputs.whole, outputs)} found in text"
    others = [(outcome, outputs.count(outcome)) for outcome in OUTCOMES if outcome != READ]
    rest = [f"{_percent(count, outputs)} {outcome}" for outcome, count in others if count]
    return ", ".join([f"{_percent(read, outputs)} read ({ways})", *rest])


def _percent(count: int, outputs: OutputReport) -> str:
    return f"{count / outputs.n:.1%}"


def bounds_text(bounds: Bounds) -> str:
    """A metric under the four ways to count.

    >>> print(bounds_text(Bounds("accuracy", 0.6769, 0.6891, 0.6853, 0.6418)))
    accuracy 0.677 counts unread answers as wrong; all right 0.689, left out 0.685; only whole answers 0.642
    """
    wrong, right, left_out, strict = (
        "undefined" if value is None else value_text(value)
        for value in (bounds.wrong, bounds.right, bounds.left_out, bounds.strict)
    )
    others = f"all right {right}, left out {left_out}; only whole answers {strict}"
    return f"{bounds.metric} {wrong} counts unread answers as wrong; {others}"


def output_section(result: Evaluation) -> Section:
    """How the outputs of every system were read, and what the scores would be otherwise; nothing for plain labels."""
    read = [(system, system.outputs) for system in best_first(result) if system.outputs is not None]
    if not read:
        return Section("Answers", ())
    return Section(
        "Answers",
        (
            Sentence(ABOUT, on=PAGE),
            _share_table([(system.name, outputs) for system, outputs in read]),
            *(_bounds_table(system.name, outputs) for system, outputs in read if outputs.unread),
            *(block for system, outputs in read for block in _details(result, system.name, outputs)),
        ),
        on=LONG,
        anchor="answers",
    )


def _share_table(read: Sequence[tuple[str, OutputReport]]) -> Table:
    """A row for each system."""
    others = [outcome for outcome in OUTCOMES if outcome != READ]
    rows = (
        (
            name,
            *(_percent(count, each) for count in (each.count(READ), each.whole, each.count(READ) - each.whole)),
            *(_percent(each.count(outcome), each) for outcome in others),
            f"{each.distinct:,}",
        )
        for name, each in read
    )
    header = ("system", READ, "whole", "found in text", *others, "different outputs")
    return table("How outputs were read, in % of items", header, rows, most=len(read), on=LONG)


def _bounds_table(name: str, outputs: OutputReport) -> Table:
    header = ("metric", "unread is wrong", "left out", "all right", "only whole answers")
    rows = (
        (each.metric, *(number(value, DIGITS) for value in (each.wrong, each.left_out, each.right, each.strict)))
        for each in outputs.bounds
    )
    caption = f"{short_name(name)}: {counted(outputs.unread, 'unread answer')}, counted in other ways"
    return table(caption, header, rows, most=len(outputs.bounds), on=LONG)


def _details(result: Evaluation, name: str, outputs: OutputReport) -> Iterator[Block]:
    """How answers were found, and where they could not be: for a page."""
    ways = (
        (each.outcome, each.how, _percent(each.count, outputs), interval(each.low, each.high), f"{each.count:,}")
        for each in outputs.counts
    )
    shares = ("share", interval_header(result.provenance), "items")
    blocks = [
        table(
            "By outcome and how", ("outcome", "how", *shares), ways, words=("how",), most=len(outputs.counts), on=PAGE
        )
    ]
    if outputs.unread:
        urgent = {note.name for note in result.classes if note.floor is not None}
        classes = sorted(outputs.classes, key=lambda part: (part.name not in urgent, -part.unread / part.n))
        blocks.append(_unread_table("Unread by true class, critical classes first", "class", classes))
        if outputs.slices:
            worst = sorted(outputs.slices, key=lambda part: -part.unread / part.n)
            blocks.append(_unread_table("Unread by slice, most first", "slice", worst))
    yield Fold(f"How the outputs of {short_name(name)} were read", tuple(blocks))


def _unread_table(caption: str, each: str, parts: Sequence[UnreadPart]) -> Table:
    others = [outcome for outcome in OUTCOMES if outcome != READ]
    rows = (
        (
            short_name(part.name),
            f"{part.n:,}",
            Cell(f"{part.unread / part.n:.1%}", interval(part.low, part.high)),
            *(f"{part.outcomes.get(outcome, 0):,}" for outcome in others),
        )
        for part in parts[:MOST_PARTS]
    )
    return table(caption, (each, "items", "unread", *others), rows, most=MOST_PARTS, each=each, on=PAGE)
