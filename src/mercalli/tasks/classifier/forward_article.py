"""A test forward in time as part of an article: what later days get, and how fast a classifier spoils."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.measure import Measure
from mercalli.tasks.classifier.result import ForwardPart, ForwardReport, ForwardTest
from mercalli.telling.article import Cell, Picture, Section, Sentence, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.words import sure
from mercalli.text.words import counted

FORWARD_PICTURE = "forward.png"
FORWARD = (
    *("block", "age_hours", "texts", "trained", "few", "metric"),
    *("value", "low", "high", "left_as_it_was", "left_low", "left_high", "untrained"),
)
MOST_BLOCKS = 60


def forward_section(test: ForwardTest | None) -> Iterator[Section]:
    """The means, a picture over age, and each block."""
    if test is None:
        return
    report = test.report
    blocks = table(
        "Each block of time, in its order",
        ("block", "texts", "learnt from", report.metric, "left as it was", "labels that are new"),
        map(_part, report.parts),
        words=("labels that are new",),
        most=MOST_BLOCKS,
        each="block",
    )
    picture = Picture(FORWARD_PICTURE, f"{report.metric} of later texts, learnt anew and left as it was")
    yield Section("Forward in time", (Sentence(forward_words(report)), picture, blocks))


def forward_words(report: ForwardReport) -> str:
    """What later days get, and what a classifier that stays as it is loses."""
    some = [part for part in report.parts[1:] if not part.few]
    later = counted(len(some), "later block") + " with texts enough" if some else "later blocks, all small"
    return (
        f"Forward in time ({report.width}, by {report.column}): a classifier that learns from everything before gets "
        f"{report.metric} {sure(report.fresh)}, the mean over {later}; one that learnt before {report.first} "
        f"({counted(report.trained, 'text')}) and was left as it was gets {sure(report.frozen)}. Leaving it costs "
        f"{sure(report.lost)}."
    )


def _part(part: ForwardPart) -> tuple[str | Cell, ...]:
    name = f"{part.name} (few)" if part.few else part.name
    values = map(measure_cell, (part.fresh, part.frozen))
    return (name, f"{part.n:,}", f"{part.trained:,}", *values, ", ".join(part.untrained))


def forward_rows(report: ForwardReport) -> Iterator[Sequence[object]]:
    """Each block, then the means over blocks after the first, and all texts."""
    for part in report.parts:
        new = "|".join(part.untrained)
        yield (
            *(part.name, part.age, part.n, part.trained, part.few, report.metric),
            *(*_ends(part.fresh), *_ends(part.frozen), new),
        )
    for name, fresh, frozen in (
        ("(mean of later blocks)", report.fresh, report.frozen),
        ("(all)", report.all_fresh, report.all_frozen),
    ):
        yield (name, None, fresh.n, None, False, report.metric, *_ends(fresh), *_ends(frozen), "")


def _ends(measure: Measure) -> tuple[float | None, ...]:
    return (measure.value, measure.low, measure.high)
