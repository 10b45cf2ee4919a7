"""What the verdict on answers rests on: how much is read, what is not, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.inputs.answers.answer import OUTCOMES, READ
from mercalli.results.grounds import Grounds
from mercalli.results.measure import Measure
from mercalli.tasks.answers.result import AnswersReport
from mercalli.text.names import quoted
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, listed

HALF = 0.5


def grounds(result: AnswersReport) -> Grounds:
    """How much is read, then how often the reader errs, if somebody looked."""
    return Grounds(
        says=_answer(result),
        alarms=tuple(_alarms(result)),
        beside=tuple(_checked(result)),
        cautions=result.notes,
        steps=tuple(_steps(result)),
    )


def share_of(count: int, result: AnswersReport) -> str:
    """A count as a share of all items."""
    return f"{count / result.n:.1%}" if result.n else "-"


def count_of(result: AnswersReport, outcome: str) -> int:
    """Items of an outcome."""
    return sum(each.count for each in result.counts if each.outcome == outcome)


def unread(result: AnswersReport) -> int:
    """Items without a class."""
    return result.n - count_of(result, READ)


def _answer(result: AnswersReport) -> str:
    read, whole = count_of(result, READ), sum(each.count for each in result.counts if each.whole)
    ways = f"{share_of(whole, result)} whole, {share_of(read - whole, result)} found in text"
    others = [(outcome, count_of(result, outcome)) for outcome in OUTCOMES if outcome != READ]
    rest = [f"{share_of(count, result)} {outcome}" for outcome, count in others if count]
    unread_part = f"; {listed(rest, len(rest))}" if rest else "; nothing is unread"
    return f"{share_of(read, result)} of {counted(result.n, 'output')} are read ({ways}){unread_part}."


def _alarms(result: AnswersReport) -> Iterator[str]:
    if unread(result) > HALF * result.n:
        yield (
            f"More than half of the outputs in {quoted(result.column)} cannot be read. Is this the column of "
            f"predictions? Are these the classes that the prompt names? Did it ask for letters or numbers (--options)?"
        )
    if result.check is not None and any(each.invented for each in result.check.stages):
        found = sum(each.invented for each in result.check.stages)
        yield (
            f"The reader invented labels: {counted(found, 'item')} of the {result.check.errors.n:,} that were judged "
            f"{'has' if found == 1 else 'have'} a class that nobody gave{_between(result.check.invented)}."
        )


def _checked(result: AnswersReport) -> Iterator[str]:
    if result.check is None:
        return
    errors = result.check.errors
    if errors.value is None:
        yield f"How often the reader errs cannot be said: {errors.undefined}."
        return
    sample = f"by a sample of {counted(errors.n, 'item')} that a person judged"
    invented = "" if any(each.invented for each in result.check.stages) else " No label was invented"
    upper = result.check.invented.high
    bound = f" (at most {share_text(upper)} of all)." if invented and upper is not None else ""
    yield f"The reader errs on {share_text(errors.value)} of the outputs{_between(errors)}, {sample}.{invented}{bound}"


def _between(measure: Measure) -> str:
    if measure.low is None or measure.high is None:
        return ""
    return f" ({share_text(measure.low)} to {share_text(measure.high)} of all)"


def _steps(result: AnswersReport) -> Iterator[str]:
    for each in result.undeclared[:1]:
        share = share_of(each.count, result)
        yield (
            f"{quoted(each.label)} ({share}) is no class: declare it (--classes) if it is one, or give it an alias in "
            f"the profile."
        )
    if unread(result):
        yield (
            "Read the outputs below. Where the reader is wrong, write the map (--out answers.csv), correct it, and "
            "pass it back (--answer-map answers.csv)."
        )
    if result.check is None:
        yield "Have a person judge a sample (--check 100 --sample check.csv), to know how often the reader errs."
