"""Pictures of a board, drawn on the server: scores with their intervals, and the lead over time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from mercalli.inputs.arrays import Floats
from mercalli.tasks.challenge.board import Entry
from mercalli.tasks.challenge.doors.clock import seconds_between, short
from mercalli.tasks.challenge.doors.progress import Progress
from mercalli.telling.svg.plot import Plot, drawn
from mercalli.telling.svg.strip import Scale, Strip, axis
from mercalli.text.numbers import number
from mercalli.text.words import counted

MOST_DRAWN = 20
UNITS = ((2 * 24 * 3600, 24 * 3600, "Days"), (2 * 3600, 3600, "Hours"), (2 * 60, 60, "Minutes"), (0, 1, "Seconds"))


@dataclass(frozen=True)
class Forest:
    """The first runs of a board with their intervals on one scale, and how many more there are."""

    axis: Markup
    rows: tuple[tuple[Entry, Markup], ...]
    more: int

    @property
    def unranked(self) -> bool:
        """Whether some of them are not ranked."""
        return any(entry.rank is None for entry, _ in self.rows)


def forest(entries: Sequence[Entry]) -> Forest | None:
    """The picture of scores, in the order of the table; none where there is no score."""
    scored = [entry for entry in entries if entry.value is not None]
    if not scored:
        return None
    scale = Scale.around(entry.measures[0] for entry in scored[:MOST_DRAWN])
    rows = tuple((entry, Strip(entry.measures[0], scale).drawn()) for entry in scored[:MOST_DRAWN])
    return Forest(axis(scale), rows, len(scored) - len(rows))


def lead_over_time(progress: Progress) -> Markup | None:
    """The best score of all teams so far, against time; none where it never changed."""
    if not progress.leads or progress.ends <= progress.leads[0].received:
        return None
    first = progress.leads[0].received
    passed = [seconds_between(first, at) for at in (*(lead.received for lead in progress.leads), progress.ends)]
    seconds, unit = next((size, name) for least, size, name in UNITS if passed[-1] >= least)
    times, values = np.array(passed) / seconds, np.array([lead.value for lead in progress.leads])
    return drawn(_plot(progress, times, values, unit), _said(progress))


def _plot(progress: Progress, times: Floats, values: Floats, unit: str) -> Plot:
    """A line that stands still until the next run takes the lead."""
    x, y = np.repeat(times, 2)[1:-1], np.repeat(values, 2)
    ends = (float(times[0]), float(times[-1]))
    level = progress.baseline
    guides = () if level is None else (("best baseline", (ends, (level, level))),)
    across = f"{unit} since the first run"
    return Plot("lead", "", across, progress.metric, x, y, guides=guides, explored=False, shares=False)


def _said(progress: Progress) -> str:
    """The picture in words."""
    first, last = progress.leads[0], progress.leads[-1]
    changes = counted(len(progress.leads) - 1, "time")
    return (
        f"The best {progress.metric} of all teams over time: from {number(first.value)} on {short(first.received)} "
        f"to {number(last.value)} on {short(last.received)}. It was improved {changes}."
    )
