"""What happens to the items in each order: waits, queues, idle time, other teams, and every event and region."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.inputs.times import HOUR
from mercalli.metrics.ratio import ratio
from mercalli.stats.replay import Handled, Replay
from mercalli.tasks.capacity.clock import said
from mercalli.tasks.capacity.data import Stream
from mercalli.tasks.capacity.desk import Desk
from mercalli.tasks.capacity.result import PartReport, QueueReport

TEAMS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
MOST_SHOWN = 300  # places along time
MOST_WAITS = 100
SHOWN = 0.9  # of the items have arrived where the time that is shown ends
LONG = 0.9


@dataclass(frozen=True)
class Reporter:
    """Makes the reports of one desk; `prices` are what a unit of weight is worth and what an item costs."""

    desk: Desk
    stream: Stream
    prices: tuple[float, float] | None = None

    @property
    def bin_hours(self) -> float:
        """How long a bin is."""
        return self.stream.clock.width / HOUR

    @cached_property
    def _elapsed(self) -> Ints:
        """The bin of its event that each bin of the team is."""
        starts = self.desk.team.starts
        return np.arange(starts[-1]) - np.repeat(starts[:-1], np.diff(starts))

    @cached_property
    def _step(self) -> int:
        """Bins in one place along the time that is shown."""
        return -(-self._shown // MOST_SHOWN)

    @cached_property
    def _shown(self) -> int:
        """How many bins are shown: few items that come long after all others would hide them."""
        arrivals = self.desk.arrivals
        order = np.argsort(arrivals.time, kind="stable")
        came = np.cumsum(arrivals.count[order])
        return int(arrivals.time[order][np.searchsorted(came, SHOWN * came[-1])]) + 1

    @property
    def hours(self) -> tuple[float, ...]:
        """The hours since the beginning at which places begin."""
        return tuple((np.arange(self._places) * self._step * self.bin_hours).tolist())

    @property
    def _places(self) -> int:
        return -(-self._shown // self._step)

    def volume(self) -> tuple[float, ...]:
        """How many items arrive at each place."""
        arrivals, last = self.desk.arrivals, self._places
        return tuple(sums(np.minimum(arrivals.time // self._step, last), arrivals.count, last + 1)[:-1].tolist())

    def queue(self, weight: Floats) -> QueueReport:
        """What happens in the order of some weights."""
        replay = self.desk.replay(weight)
        every, handled = replay.items(np.ones(len(self.desk.arrivals.weight))), replay.handled().pooled()
        waiting, longest = self._waiting(replay)
        share = float(ratio(handled.worth, handled.all_worth))
        middle, long = self._wait(replay, 0.5), self._wait(replay, LONG)
        return QueueReport(
            handled=float(every.sum()),
            urgent=float(handled.urgent),
            share=finite(share),
            urgent_share=finite(float(ratio(handled.urgent, handled.all_urgent))),
            median_wait=middle,
            long_wait=long,
            longest=longest[0],
            longest_at=longest[1],
            idle=self._idle(replay),
            least=self._least(replay),
            net=None
            if self.prices is None
            else self.prices[0] * float(handled.worth) - self.prices[1] * float(every.sum()),
            by_team=tuple(self._by_team(weight, share)),
            waits=tuple(self._waits(replay).tolist()),
            queue=waiting,
        )

    def _urgent(self, replay: Replay) -> Floats:
        return replay.items(self.desk.arrivals.urgent.astype(np.float64))

    def _wait(self, replay: Replay, share: float) -> float | None:
        """Hours after which a share of the urgent items that are handled has been."""
        done = self._urgent(replay)
        if not done.sum() > 0:
            return None
        order = np.argsort(replay.waits, kind="stable")
        at = np.searchsorted(np.cumsum(done[order]), share * done.sum() * (1 - 1e-12))
        return float(replay.waits[order][at] * self.bin_hours)

    def _waits(self, replay: Replay) -> Floats:
        """The share of all urgent items that is handled within so many bins."""
        total = float(replay.handled().pooled().all_urgent)
        longest = self.desk.rule.deadline if self.desk.rule.deadline is not None else int(replay.waits.max(initial=0))
        size = min(longest, MOST_WAITS) + 1
        done = sums(np.minimum(replay.waits, size), self._urgent(replay), size + 1)[:size]
        return np.cumsum(done) / total if total else np.zeros(size)

    def _waiting(self, replay: Replay) -> tuple[tuple[float, ...], tuple[float, str]]:
        """How many wait at each place, in all queues together, and the most that wait in one event, with the time."""
        waiting, bins = replay.waiting(), np.diff(replay.team.starts)
        events, place = np.repeat(self.desk.event, bins), self._elapsed
        size = int(place.max()) + 1
        by_event = sums(events * size + place, waiting, self.desk.events * size).reshape(self.desk.events, size)
        event, at = np.unravel_index(by_event.argmax(), by_event.shape)
        moment = int(self.stream.origins[event]) + int(at) * self.stream.clock.width
        shown = np.zeros(self._places * self._step)
        held = min(size, len(shown))
        shown[:held] = by_event.sum(axis=0)[:held]
        most = shown.reshape(self._places, self._step).max(axis=1)
        return tuple(most.tolist()), (float(by_event[event, at]), said(moment))

    def _idle(self, replay: Replay) -> float | None:
        """The share of the team's work that is not needed while items arrive."""
        open_now = self._elapsed < np.repeat(self.desk.spans, np.diff(replay.team.starts))
        used = sums(replay.served.bin, replay.served.work, len(open_now))
        return finite(
            float(ratio(replay.team.free[open_now].sum() - used[open_now].sum(), replay.team.free[open_now].sum()))
        )

    def _least(self, replay: Replay) -> float | None:
        """The share of the work done that goes to items of the lowest weight."""
        arrivals = self.desk.arrivals
        light = replay.items(arrivals.work * (arrivals.weight == arrivals.weight.min()))
        return finite(float(ratio(light.sum(), replay.served.work.sum())))

    def _by_team(self, weight: Floats, now: float) -> Iterator[float | None]:
        for factor in TEAMS:
            if factor == 1:
                yield finite(now)
                continue
            handled = self.desk.replay(weight, factor).handled().pooled()
            yield finite(float(ratio(handled.worth, handled.all_worth)))

    def parts(self, weight: Floats) -> Iterator[PartReport]:
        """Every event, where there are several, and every region."""
        desk, orders = self.desk, (weight, self.desk.blind, self.desk.arrivals.true_weight)
        handled = [desk.replay(each).handled() for each in orders]
        for kind, names, group in (
            ("event", self.stream.events, desk.event),
            ("region", self.stream.regions, desk.region),
        ):
            if len(names) > 1:
                yield from self._parts(kind, names, group, [each.by(group, len(names)) for each in handled])

    def _parts(self, kind: str, names: tuple[str, ...], group: Ints, handled: list[Handled]) -> Iterator[PartReport]:
        arrivals, team = self.desk.arrivals, self.desk.team
        items = sums(group[arrivals.queue], self.stream.labels.rows, len(names))
        open_now = self._elapsed < np.repeat(self.desk.spans, np.diff(team.starts))
        work = sums(np.repeat(group, np.diff(team.starts))[open_now], team.free[open_now], len(names))
        shares = [ratio(each.worth, each.all_worth) for each in handled]
        urgent = ratio(handled[0].urgent, handled[0].all_urgent)
        for at, name in enumerate(names):
            model, blind, perfect = (finite(float(each[at])) for each in shares)
            yield PartReport(
                kind=kind,
                name=name,
                n=int(items[at]),
                urgent=float(handled[0].all_urgent[at]),
                capacity=float(work[at]),
                share=model,
                urgent_share=finite(float(urgent[at])),
                blind=blind,
                perfect=perfect,
            )
