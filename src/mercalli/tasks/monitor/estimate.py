"""One model of a watch: estimates, look by look and over all, shares of classes, and delays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.estimates.gaps import GroupValues
from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints, sums
from mercalli.results.measure import Measure
from mercalli.tasks.monitor.result import BinReport, DelayReport, ShareReport, StratumReport
from mercalli.tasks.monitor.strata import Estimate, Strata, estimate
from mercalli.tasks.monitor.watch import Terms, Watch
from mercalli.uncertainty.intervals import newcombe, wilson

MATURE = 0.9  # of what is to be reviewed
LONGEST_CURVE = 60
NOW, BEFORE = "now", "reference"
WILSON, NEWCOMBE = "wilson", "newcombe"


@dataclass(frozen=True)
class OneModel:
    """Its predictions, and the metrics that were promised; `undefined` says by metric when it has no value."""

    terms: Terms
    watch: Watch
    settings: Settings
    undefined: dict[str, str]

    @cached_property
    def _bins(self) -> tuple[Ints, Ints]:
        every, place = np.unique(self.watch["bin"], return_inverse=True)
        return every, place.astype(np.int64)

    @cached_property
    def _sizes(self) -> tuple[Floats, Floats, Floats]:
        """Predictions, those to be reviewed, and reviews of each bin."""
        bins, place = self._bins
        count, nothing = self.watch.count, np.zeros(len(self.watch.count))
        chosen = (np.ones(len(count), np.bool_), self.watch.wanted, self.watch.reviewed)
        n, wanted, reviewed = (sums(place, np.where(each, count, nothing), len(bins)) for each in chosen)
        return n, wanted, reviewed

    @cached_property
    def mature(self) -> Bools:
        """Bins of which nearly all that is to be reviewed was; also those of which a draw took nothing."""
        _, wanted, reviewed = self._sizes
        last = int(self.watch["bin"][self.watch.drawn].max(initial=0))
        found: Bools = (reviewed >= MATURE * wanted) & ((wanted > 0) | (self._bins[0] <= last))
        return found

    @cached_property
    def rested(self) -> Watch:
        """Predictions in mature bins; all where no bin is."""
        return self.watch.where(self.mature[self._bins[1]]) if self.mature.any() else self.watch

    @cached_property
    def strata(self) -> Strata:
        """Of these predictions, by predicted class and band."""
        return Strata.by_prediction(self.rested, len(self.terms.classes))

    def estimates(self) -> list[Estimate]:
        """Every promised metric of all these predictions."""
        return self._estimates(self.strata, self.settings)

    def alone(self) -> list[Measure]:
        """The same of the reviewed rows alone."""
        table = self.rested.tables(np.zeros(len(self.rested.count), np.int64), 1, len(self.terms.classes))[0]
        n = int(table.sum())
        values = [(each.metric, float(each.parts(table))) for each in self.terms.promises]
        return [
            unmeasured(name, n, self.undefined[name]) if np.isnan(value) else named_measure(name, value, n=n)
            for name, value in values
        ]

    def _estimates(self, strata: Strata, settings: Settings) -> list[Estimate]:
        return [
            estimate(strata, each.metric, each.parts, settings, self.undefined[each.metric])
            for each in self.terms.promises
        ]

    def bins(self) -> Iterator[BinReport]:
        """Look by look, by the time of the prediction: values of what was reviewed, by its chance."""
        bins, place = self._bins
        counts = zip(bins.tolist(), *(part.tolist() for part in self._sizes), self.mature.tolist(), strict=True)
        for at, (start, n, wanted, reviewed, mature) in enumerate(counts):
            own = self.watch.where(place == at)
            whole = Strata.of(own, len(self.terms.classes), np.zeros(len(own.count), np.int64))
            measures = tuple(each.measure for each in self._estimates(whole, self.settings))
            complete = reviewed / wanted if wanted else float(mature)
            sizes = (int(n), int(wanted), int(reviewed))
            (day,) = self.terms.days(np.array([start]), int(bins[0]))
            yield BinReport(self.terms.said(int(start)), day, *sizes, complete, bool(mature), measures)

    def strata_reports(self) -> Iterator[StratumReport]:
        """Every predicted class and band, the largest first."""
        bands = len(self.terms.bands) + 1
        flat = self.watch["pred"] * bands + self.watch["band"]
        every, position = np.unique(flat, return_inverse=True)
        place = position.astype(np.int64)
        strata = Strata.of(self.watch, len(self.terms.classes), place)
        wanted = sums(place, np.where(self.watch.wanted, self.watch.count, 0), len(every))
        for at in np.argsort(-strata.sizes, kind="stable").tolist():
            pred, band = divmod(int(every[at]), bands)
            sizes = (int(strata.sizes[at]), int(wanted[at]), int(strata.reviewed[at]))
            yield StratumReport(self.terms.classes[pred], self._band(band), *sizes, strata.right[at])

    def _band(self, band: int) -> str:
        edges = self.terms.bands
        if not edges:
            return ""
        if band == 0:
            return f"below {edges[0]:g}"
        return f"from {edges[band - 1]:g}" + (f" to {edges[band]:g}" if band < len(edges) else "")

    def shares(self) -> Iterator[ShareReport]:
        """How often each class is predicted, beside the reference."""
        classes = self.terms.classes
        bins, place = self._bins
        counts = sums(self.watch["pred"] * len(bins) + place, self.watch.count, len(classes) * len(bins))
        by_bin = counts.reshape(len(classes), len(bins))
        each = by_bin / by_bin.sum(axis=0)
        before = None if self.terms.reference is None else self.terms.reference.counts.sum(axis=(0, 1))[:-1]
        for code, name in enumerate(classes):
            share = float(by_bin[code].sum() / by_bin.sum())
            known = None if before is None else float(before[code] / before.sum())
            moved = None if before is None or known is None else self._moved(name, (known, share), float(before.sum()))
            yield ShareReport(name, share, known, moved, tuple(each[code].tolist()))

    def _moved(self, name: str, shares: tuple[float, float], before: float) -> Measure:
        """Now minus before, with an interval that holds for all classes at once."""
        level = 1 - (1 - self.settings.level) / len(self.terms.classes)
        trials = np.array([before, float(self.watch.n)])
        groups = GroupValues.of_proportions((BEFORE, NOW), np.array(shares), trials, level)
        found = groups.to_reference(BEFORE)[0]
        return named_measure(name, found.value, found.low, found.high, found.method, n=self.watch.n)

    def delays(self) -> DelayReport | None:
        """How late truths of mature bins came, and whether the late ones have more errors."""
        chosen = self.rested.reviewed
        if not self.mature.any() or not chosen.any():
            return None
        own = self.rested.where(chosen)
        delay, wrong = own["arrival"] - own["bin"], own["pred"] != own["truth"] - 1
        by_delay = np.bincount(delay, own.count)
        median = float(np.searchsorted(by_delay.cumsum(), by_delay.sum() / 2))
        curve = by_delay.cumsum()[:LONGEST_CURVE] / self.rested.size(self.rested.wanted)
        early, late = (
            _rate(name, own, wrong, when) for name, when in (("early", delay <= median), ("late", delay > median))
        )
        return DelayReport(median, tuple(curve.tolist()), early, late, self._later(early, late))

    def _later(self, early: Measure, late: Measure) -> Measure:
        name, n = "late minus early", early.n + late.n
        if early.value is None or late.value is None:
            return unmeasured(name, n, "all truths came equally late")
        sides = [
            np.array([each.value, *wilson(np.array(each.value), np.array(float(each.n)), self.settings.level)])
            for each in (late, early)
        ]
        low, high = newcombe(*sides).tolist()
        return named_measure(name, late.value - early.value, low, high, NEWCOMBE, n=n)


def _rate(name: str, watch: Watch, wrong: Bools, chosen: Bools) -> Measure:
    """The error rate of some reviews."""
    n = watch.size(chosen)
    if not n:
        return unmeasured(name, 0, "no truth came then")
    return named_measure(name, watch.size(chosen & wrong) / n, n=n)
