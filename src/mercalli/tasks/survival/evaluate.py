"""Survival: whether those who were said to be hit first were, for one cause or several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.errors import SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.io.profiles import read_profile
from mercalli.metrics.survival.readings import LIKES
from mercalli.profiles.profile import Profile
from mercalli.tasks.survival.asked import causes_of, names_of, tau_of, times_of
from mercalli.tasks.survival.follow_up_data import follow_up_table, training_table
from mercalli.tasks.survival.job import SurvivalPlan, outcomes_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Literal

    from mercalli.tasks.survival.result import SurvivalResult


PROFILE = "survival"


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
    like: str | None = None,
    profile: str | Path | Profile = PROFILE,
    missing: Literal["error", "drop"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> SurvivalResult:
    """Whether those who were said to be hit first were: concordance, AUC and Brier scores over time.

    Which way predictions point must be said: `risk` or `cif` if higher means sooner, `survival` or `survival_curve` if
    higher means later. Several columns, or a dict name -> column, are several systems; a name with {cause} in it stands
    for one column for each cause.

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, or nothing if the roles are arrays.
        time: The column, or array, of how long each person was followed.
        event: The column of what happened then: 0 censored, 1, 2 ... the causes.
        risk: Numbers of which a higher one means sooner.
        survival: Numbers of which a higher one means later, such as predicted times.
        cif: Chances that it has happened by some times: a matrix, or what its columns begin with, as in `cif_12`.
        survival_curve: Chances that it has not happened yet by some times.
        grid: The times of the columns of a matrix that is given as an array.
        cause: The cause that predictions are about, or several.
        causes: Names of the causes by code; an event of another code is then an error.
        tau: Up to when events count; by itself up to the last event that can be weighed and that the grid covers.
        at: Horizons to look at; by itself the quartiles of the times of events.
        train: People from whom the chance to be censored is taken: a file, a frame, or a dict with time and event.
        by: One or more columns to slice by.
        unit: What belongs together: households, clinics, villages.
        weight: A column of weights: how many people each stands for.
        level: Confidence of the intervals.
        like: Read C weighed for censoring as "r_survival", "sksurv", "pec" or "deephit" does.
        profile: The bands in which values are read.
        missing: "drop" leaves out rows without time, event or prediction; by default they are an error.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Values with intervals, pairs and why they were left out, C over time, calibration, incidence by risk, slices,
        and differences between systems.

    >>> people = {"days": [1, 2, 2, 2, 3], "event": [1, 1, 1, 0, 0], "risk": [5, 4, 1, 3, 2]}
    >>> from mercalli import survival
    >>> found = survival(people, time="days", event="event", risk="risk").systems[0]
    >>> print(found.measure("c_index").value, found.pairs.concordant, found.pairs.discordant)
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
    end, horizons = tau_of(tau), times_of(at)
    settings, names = Settings(level, 0, "percentile", 0, like), names_of(causes)
    wanted = causes_of(cause)
    given = follow_up_table(data, parts, by, wanted, encoding)
    progress("reading people", 0, 1)
    people = given.people(missing, names)
    training = (
        None if train is None else outcomes_of(training_table(train, given.roles, encoding).people(missing, names))
    )
    progress("reading people", 1, 1)
    plan = SurvivalPlan(given, people, training, settings, _profile(profile), names or {}, progress)
    return plan.result(wanted, end, horizons, missing)


def _profile(profile: str | Path | Profile) -> Profile:
    return profile if isinstance(profile, Profile) else read_profile(profile)
