"""A report on answers as an article."""

from __future__ import annotations

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
from mercalli.results.outputs import OutcomeCount
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.answers.result import AnswersReport, CheckedStage, ReaderCheck, ReadOutput
from mercalli.tasks.answers.verdict import share_of
from mercalli.telling.article import LONG, Article, Block, Notes, Section, table
from mercalli.text.numbers import interval, number, share_interval
from mercalli.text.words import counted

OUTPUTS = ("outcome", "how", "label", "items", "share", "text")
OUTPUTS_FILE = ("output", "outcome", "how", "label", "reason", "count")
WAYS = ("outcome", "how", "items", "share", "interval")
STAGES = ("read as", "items", "judged", "invented", "wrong label", "lost", "other reason")
EMPTY = "(empty)"
ERRORS = ("of all items", "share", "interval")


def article(result: AnswersReport) -> Article:
    """All of it, the most frequent outputs first."""
    first = Section("Outputs, the most frequent first", (Notes(result.notes[MOST_CAUTIONS:]), _outputs(result)))
    return Article(
        title=result.provenance.title,
        asks="answers",
        summary=f"{counted(result.n, 'output')} in {result.column!r}, {result.distinct:,} different; "
        f"{counted(len(result.classes), 'class')}",
        sections=(
            *(() if result.check is None else (Section("How often the reader errs", _checked(result.check)),)),
            first,
            Section("By outcome and how", (_ways(result),), on=LONG),
        ),
        metrics=(),
        provenance=result.provenance,
        digests={},
    )


def _outputs(result: AnswersReport) -> Block:
    rows = (_row(each, result) for each in result.outputs)
    shown = f"{len(result.outputs):,} of {counted(result.distinct, 'different output')}"
    return table(shown, OUTPUTS, rows, words=("how", "label", "text"), most=len(result.outputs), each="output")


def _row(each: ReadOutput, result: AnswersReport) -> tuple[str, ...]:
    how = each.how if each.label is not None else each.reason or each.how
    return each.outcome, how, each.label or "", f"{each.count:,}", share_of(each.count, result), each.output or EMPTY


def _ways(result: AnswersReport) -> Block:
    def row(each: OutcomeCount) -> tuple[str, ...]:
        return (
            each.outcome,
            each.how,
            f"{each.count:,}",
            share_of(each.count, result),
            share_interval(each.low, each.high),
        )

    return table(
        "Items by outcome and how they were read",
        WAYS,
        map(row, result.counts),
        words=("how",),
        most=len(result.counts),
    )


def _checked(check: ReaderCheck) -> tuple[Block, ...]:
    names = {"reader errs": check.errors, "label invented": check.invented}
    errors = table("As far as a person judged", ERRORS, (_error(name, each) for name, each in names.items()))
    stages = table("The sample by way of reading", STAGES, map(_stage, check.stages), most=len(check.stages))
    return errors, stages


def _error(name: str, each: Measure) -> tuple[str, ...]:
    return name, number(each.value), interval(each.low, each.high)


def _stage(each: CheckedStage) -> tuple[str, ...]:
    counts = (each.items, each.judged, each.invented, each.wrong, each.lost, each.mixed)
    return each.name, *(f"{count:,}" for count in counts)


def tables(result: AnswersReport) -> dict[str, Sheet]:
    """The most frequent outputs."""
    rows = ((each.output, each.outcome, each.how, each.label, each.reason, each.count) for each in result.outputs)
    return {"outputs.csv": sheet("outputs", OUTPUTS_FILE, rows)}
