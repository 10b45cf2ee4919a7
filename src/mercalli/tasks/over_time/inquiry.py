"""What is asked about every system, and its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mercalli.errors import MissingError
from mercalli.estimates.judged import Judged
from mercalli.estimates.progress import Progress
from mercalli.inputs.digest import digest
from mercalli.inputs.labels import MISSING_SLICE, Labels
from mercalli.inputs.tally import is_missing
from mercalli.inputs.times import HOUR, in_units
from mercalli.plan.urgent import urgent_classes
from mercalli.results.measure import Provenance
from mercalli.tasks.labels.plan import Plan
from mercalli.tasks.over_time.data import Timeline
from mercalli.tasks.over_time.errors import TimelineError
from mercalli.tasks.over_time.estimate import OneSystem, Wanted
from mercalli.tasks.over_time.notes import system_notes
from mercalli.tasks.over_time.result import TimeReport

MOST_BINS = 500  # every pair of bins is compared


@dataclass(frozen=True)
class Inquiry:
    """What is asked about every system."""

    plan: Plan
    timeline: Timeline
    wanted: Wanted
    urgent: Sequence[str] | str | None

    @property
    def events(self) -> int:
        """How many events there are."""
        event = self.timeline.roles.event
        if event is None:
            return 1
        values = self.timeline.ends.tally.columns[event].values
        return len([value for value in values if not is_missing(value)])

    def report(self, name: str, said: tuple[str, ...], progress: Progress) -> Judged[TimeReport]:
        """One system."""
        column = self.plan.table.systems[name]
        progress(f"counting {name}", 0, 1)
        labels = self.plan.labels([column])
        self._check_bins(labels)
        urgent = urgent_classes(self.urgent, labels.classes, self.plan.profile)
        metrics = self.plan.urgent_first(labels, urgent, exact=self.wanted.exact)
        system = OneSystem(name, column, labels, self.timeline, metrics, urgent, self.plan, self.wanted)
        slices = tuple(system.slices())
        gaps = tuple(each.gap(metric) for each in system.grouped for metric in metrics)
        finds, facts = system.first_finds()
        report = TimeReport(
            name=name,
            n=int(labels.rows.sum()),
            dropped=labels.dropped,
            measures=system.overall,
            slices=slices,
            gaps=gaps,
            timely=tuple(system.timely()),
            finds=finds,
            facts=facts,
            change=system.change(),
            curves=tuple(system.curves()),
            notes=(*said, *system_notes(system, slices, gaps, self.events)),
            digest=digest(labels),
        )
        return Judged(report, metrics, urgent)

    def _check_bins(self, labels: Labels) -> None:
        column = labels.by[self.timeline.bin]
        if MISSING_SLICE in column.values:
            rows = int(labels.rows[column.codes == column.values.index(MISSING_SLICE)].sum())
            role, name = self.timeline.lacking
            raise MissingError.values(f"{role} in {name!r}", rows, self.timeline.source.origin)
        found = len(column.values)
        if found > MOST_BINS:
            ends = self.timeline.ends
            days = int((ends.last - ends.first).max()) / (24 * HOUR)
            longest = f"The longest event lasts {days:,.0f} days."
            raise TimelineError.bins(found, MOST_BINS, in_units(self.timeline.roles.width), longest)

    def provenance(self, settled: Mapping[str, str | bool | None]) -> Provenance:
        """How the result comes about, with the settings of this task."""
        found, roles = self.plan.provenance(), self.timeline.roles
        own = {name: value for name, value in settled.items() if value not in {None, False}}
        parts = {"time": roles.time, "event": roles.event, "start": roles.start, "decided": roles.decided}
        return replace(
            found,
            settings={**found.settings, **own},
            roles={**found.roles, **parts, "fact": roles.fact, "by": self.timeline.parts},
        )
