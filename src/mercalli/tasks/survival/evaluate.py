"""Survival: whether those who were said to be hit first were, for one cause or several."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Literal

from mercalli.errors import SettingError
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.io.profiles import read_profile
from mercalli.metrics.survival.readings import LIKES
from mercalli.plan.detect import detecting
from mercalli.plan.numbers import number_of, several
from mercalli.plan.provenance import provenance
from mercalli.plan.rows import error_or_drop
from mercalli.profiles.profile import Profile
from mercalli.tasks.survival.data import FollowUp, follow_up_roles, training_roles
from mercalli.tasks.survival.errors import FollowUpError
from mercalli.tasks.survival.panel import short
from mercalli.tasks.survival.reports import Reports, shared_headline
from mercalli.tasks.survival.result import SurvivalResult

PROFILE = "survival"
TIMEFIXED = "r_survival"
NAMES = 'names by code, as in {1: "relapse", 2: "death"}'


def survival(
    data: object = None,
    *,
    time: object,
    event: object,
    risk: object = None,
    survival: object = None,
    cif: object = None,
    survival_curve: object = None,
    grid: object = None,
    cause: object = 1,
    causes: Mapping[int, str] | None = None,
    tau: object = None,
    at: object = None,
    train: object = None,
    by: object = None,
    unit: object = None,
    weight: object = None,
    level: float = 0.95,
    detect: float | None = None,
    like: str | None = None,
    timefix: bool | None = None,
    profile: str | Path | Profile = PROFILE,
    missing: Literal["error", "drop"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> SurvivalResult:
    """Evaluate survival predictions: concordance, AUC and Brier scores over time.

    Give the direction of predictions: `risk` or `cif` if higher means sooner, `survival` or `survival_curve` if
    higher means later. Several columns, or a dict name -> column, are several systems; a name with {cause} in it stands
    for one column for each cause.

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, or nothing if the roles are arrays.
        time: The column, or array, of how long each person was followed.
        event: The column of what happened then: 0 censored, 1, 2 ... the causes.
        risk: Predictions where higher means sooner.
        survival: Predictions where higher means later, such as predicted times.
        cif: Probabilities that it has happened by some times: a matrix, or the prefix of columns such as `cif_12`.
        survival_curve: Probabilities that it has not happened yet by some times.
        grid: The times of the columns of a matrix that is given as an array.
        cause: The cause that predictions are about, or several.
        causes: Names of the causes by code; an event of another code is then an error.
        tau: Up to when events count; by default up to the last event that can be weighted and the grid covers.
        at: Horizons to evaluate at; by default the quartiles of the times of events.
        train: People from whom the censoring distribution is estimated: a file, a frame, or a dict with time and event.
        by: One or more columns to slice by.
        unit: What belongs together: households, clinics, villages.
        weight: A column of weights: how many people each stands for.
        level: Confidence level of the intervals.
        detect: A size of difference for which the verdict says how many people would show it.
        like: Compute C weighted for censoring as "r_survival", "sksurv", "pec", "deephit" or "deephit_unfolded" does.
        timefix: Make times equal that differ by rounding alone, as R's survival does; by default only where `like` is
            "r_survival".
        profile: The bands in which values are read.
        missing: "drop" leaves out rows without time, event or prediction; by default they are an error.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Values with intervals, pairs and why they were left out, C over time, calibration, incidence by risk, slices,
        and differences between systems.

    >>> people = {"days": [1, 2, 2, 2, 3], "event": [1, 1, 1, 0, 0], "risk": [5, 4, 1, 3, 2]}
    >>> from mercalli import survival
    >>> report = survival(people, time="days", event="event", risk="risk").systems[0]
    >>> print(report.measure("c_index").value, report.pairs.concordant, report.pairs.discordant)
    0.7500 6 2
    """
    parts = {
        "time": time,
        "event": event,
        "weight": weight,
        "unit": unit,
        "grid": grid,
        "risk": risk,
        "survival": survival,
        "cif": cif,
        "survival_curve": survival_curve,
    }
    if like is not None and like not in LIKES:
        raise SettingError.choice("like", like, LIKES)
    settings, missing = Settings(level, 0, "percentile", 0, like), error_or_drop(missing)
    codes, names = _causes(cause), _names(causes)
    end, horizons = None if tau is None else _time("tau", tau), _times(at)
    bands = profile if isinstance(profile, Profile) else read_profile(profile)
    source, roles = follow_up_roles(data, parts, by, codes, encoding)
    progress("reading people", 0, 1)
    people = FollowUp.read(source, roles, missing, names)
    others = None if train is None else FollowUp.read(*training_roles(train, roles, encoding), missing, names)
    fix = like == TIMEFIXED if timefix is None else timefix
    training = None if others is None else others.timefixed(people, timefix=fix).outcomes
    people = people.timefixed(others, timefix=fix)
    progress("reading people", 1, 1)
    people.check_happen(codes, roles.event, source.origin)
    reports = Reports(people, roles, training, settings, bands, names or {}, end, horizons, progress)
    by_cause = {code: reports.of_cause(code, several=len(codes) > 1) for code in codes}
    systems = [system for of_cause in by_cause.values() for system in of_cause]
    metrics = {each.metric.text: each.metric for system in systems for each in system.estimates}
    result = SurvivalResult(
        headline={str(code): shared_headline(of_cause) for code, of_cause in by_cause.items()},
        metrics=cards(metrics.values(), bands),
        systems=tuple(system.report for system in systems),
        pairs=tuple(pair for of_cause in by_cause.values() for pair in reports.pairs(of_cause)),
        causes={str(code): reports.name(code) for code in codes},
        trained_on=None if training is None else len(training.time),
        provenance=provenance(
            source.origin,
            {
                "time": roles.time,
                "event": roles.event,
                "predictions": roles.predicted,
                "weight": roles.weight,
                "unit": roles.unit,
                "by": roles.by,
            },
            {
                "level": level,
                "like": like,
                "timefix": "on" if fix else "off",
                "missing": missing,
                "cause": ", ".join(map(str, codes)),
                "tau": end,
                "at": None if horizons is None else ", ".join(str(short(each)) for each in horizons),
            },
            bands,
        ),
        incidence=reports.incidence(max(system.report.tau for system in systems)),
        censoring=reports.censoring(),
    )
    return detecting(result, detect)


def _causes(written: object) -> tuple[int, ...]:
    """Codes of causes, each once.

    >>> _causes("1,2"), _causes([1.0])
    ((1, 2), (1,))
    """
    codes = [_code(each) for each in several(written)]
    if not codes or None in codes:
        raise FollowUpError.cause(written)
    return tuple(dict.fromkeys(code for code in codes if code is not None))


def _code(written: object) -> int | None:
    """The code of a cause, or None if it is none."""
    number = number_of(written)
    return int(number) if number is not None and number >= 1 and float(number).is_integer() else None


def _names(causes: object) -> dict[int, str] | None:
    """Names of the causes by code, if they were declared."""
    if causes is None:
        return None
    if not isinstance(causes, Mapping):
        raise SettingError.outside("causes", causes, NAMES)
    for written in causes:
        if _code(written) is None:
            raise SettingError.outside("causes", written, f"{NAMES}, with whole numbers from 1 on as codes")
    return {code: str(name) for written, name in causes.items() if (code := _code(written)) is not None}


def _times(written: object) -> tuple[float, ...] | None:
    """Horizons in their order, each once, if any were asked for.

    >>> _times("24,12")
    (12.0, 24.0)
    """
    if written is None:
        return None
    times = {_time("at", each) for each in several(written)}
    if not times:
        raise SettingError.outside("at", written, "one or more times")
    return tuple(sorted(times))


def _time(name: str, written: object) -> float:
    time = number_of(written)
    if time is None or not isfinite(time) or time < 0:
        raise SettingError.outside(name, written, "a time of at least 0")
    return float(time)
