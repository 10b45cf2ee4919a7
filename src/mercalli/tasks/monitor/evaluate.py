"""Report on a watch: is each promise still kept?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from mercalli.errors import SettingError
from mercalli.estimates.settings import Settings
from mercalli.inputs.digest import digest_of
from mercalli.plan.provenance import provenance
from mercalli.results.measure import Provenance
from mercalli.tasks.monitor.doors import store
from mercalli.tasks.monitor.doors.store import Kept
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.estimate import OneModel
from mercalli.tasks.monitor.evidence import Evidence
from mercalli.tasks.monitor.notes import watch_notes
from mercalli.tasks.monitor.priors import backtest, prior_report
from mercalli.tasks.monitor.result import Monitor, PriorReport, WatchReport
from mercalli.tasks.monitor.watch import KEYS, VOLUNTEERED, Looks

PRIOR_SHIFT = "prior-shift"
ALONE = "model"  # what a model without a name is called


def monitor_report(
    watch: str | Path,
    *,
    assume: Literal["prior-shift"] | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
) -> Monitor:
    """Whether each promise of a watch is still kept, and what its metrics are over all predictions.

    Args:
        watch: The folder of the watch.
        assume: "prior-shift" adds an estimate without labels, if the assumption held between the events of the
            reference; else that is an error with the figures.
        level: Confidence level of the intervals.
        replicates: How often reviews are drawn again within strata; 0 for no intervals.
        seed: The same watch, settings and seed give the same bytes.

    Returns:
        The alarm on each promise with its evidence, estimates by strata with bounds, completeness by look, shares of
        predicted classes, and delays.
    """
    if assume not in (None, PRIOR_SHIFT):
        raise SettingError.choice("assume", assume, (PRIOR_SHIFT,))
    kept = store.read(watch)
    if not kept.watch.n:
        raise WatchError.named(str(watch), "holds no predictions yet. Add some with mercalli monitor add.")
    settings = Settings(level, replicates, "percentile", seed)
    models = [_Model(kept, at, settings) for at in range(len(kept.terms.models))]
    present = [model for model in models if model.one.watch.n]
    terms = kept.terms
    return Monitor(
        headline=(terms.promises[0].metric,),
        metrics=terms.metrics,
        systems=tuple(model.report() for model in present),
        looks=terms.looks,
        alpha=terms.alpha,
        look=terms.look,
        reference="" if terms.reference is None else terms.reference.origin,
        provenance=_provenance(kept, str(watch), settings, assume),
        priors=() if assume is None else _priors(present),
    )


def _provenance(kept: Kept, watch: str, settings: Settings, assume: str | None) -> Provenance:
    terms = kept.terms
    settled: dict[str, str | int | float | None] = {
        **settings.sampling,
        "promise": ", ".join(each.text for each in terms.promises),
        "looks": terms.looks,
        "alpha": terms.alpha,
        "look": terms.look,
        "threshold": terms.threshold,
        "started": terms.started,
        **({} if assume is None else {"assume": assume}),
    }
    found = provenance(f"watch {Path(watch).name!r}", {}, settled)
    return replace(found, profile=terms.profile, profile_digest=terms.profile_digest, profile_title="")


def _priors(models: list[_Model]) -> tuple[PriorReport, ...]:
    reference = models[0].kept.terms.reference
    if reference is None:
        raise WatchError.about(
            "an estimate without labels",
            "needs a reference, and this watch was started without one. Start a watch with --reference.",
        )
    tested = backtest(reference)
    return tuple(prior_report(model.kept.terms, model.one.watch, model.name, tested) for model in models)


@dataclass(frozen=True)
class _Model:
    """One model of a watch."""

    kept: Kept
    at: int
    settings: Settings

    @property
    def name(self) -> str:
        return self.kept.terms.models[self.at] or ALONE

    @property
    def one(self) -> OneModel:
        terms, watch = self.kept.terms, self.kept.watch
        why = {card.metric: f"no truth or prediction that {card.label.lower()} counts" for card in terms.metrics}
        return OneModel(terms, watch.where(watch["model"] == self.at), self.settings, why)

    def report(self) -> WatchReport:
        one = self.one
        watch, terms = one.watch, self.kept.terms
        estimates = one.estimates()
        looks = Looks.of(watch, terms.classes)
        bins, delays = tuple(one.bins()), one.delays()
        alarms = tuple(
            Evidence(terms, promise, looks, self.settings.level, int(watch["bin"].min())).report()
            for promise in terms.promises
        )
        return WatchReport(
            name=self.name,
            n=watch.n,
            reviewed=watch.size(watch.reviewed),
            volunteered=watch.size(watch["kind"] == VOLUNTEERED),
            rested=one.rested.n,
            measures=tuple(each.measure for each in estimates),
            bounds=tuple(each.bound for each in estimates if each.bound is not None),
            alone=tuple(one.alone()),
            alarms=alarms,
            bins=bins,
            strata=tuple(one.strata_reports()),
            shares=tuple(one.shares()),
            delays=delays,
            notes=tuple(watch_notes(one, bins, delays, alarms)),
            digest=digest_of([terms.classes, watch.chances], [*(watch[key] for key in KEYS), watch.count]),
        )
