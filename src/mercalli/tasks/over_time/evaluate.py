"""Over time: one or more systems in bins, in phases and under load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from mercalli.engines.keys import with_named_keys
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, SettingError
from mercalli.estimates.groups import Settled
from mercalli.estimates.judged import AllJudged
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.classes import ClassList
from mercalli.inputs.keys.key import key_text
from mercalli.inputs.keys.over_time import PHASES
from mercalli.inputs.labels import Policy
from mercalli.inputs.times import HOUR, in_units, positive
from mercalli.plan.blocks import sized_unit
from mercalli.plan.provenance import profile_of
from mercalli.plan.roles import TableRoles, roles_with
from mercalli.profiles.profile import Profile
from mercalli.tasks.labels.plan import plan
from mercalli.tasks.over_time.data import (
    BLOCK,
    ID_TIME,
    START,
    Timeline,
    TimeRoles,
    with_id_times,
    with_starts,
)
from mercalli.tasks.over_time.estimate import Wanted
from mercalli.tasks.over_time.gates import of_classes, timed_gates, timed_reports
from mercalli.tasks.over_time.inquiry import Inquiry
from mercalli.tasks.over_time.notes import timeline_notes
from mercalli.tasks.over_time.result import OverTime

READINGS = ("half_life", "trec_ts")
LEAST = 10


def over_time(
    data: object = None,
    *,
    time: object,
    truth: object,
    pred: object,
    event: object = None,
    start: object = None,
    width: str = "6h",
    timezone: str | None = None,
    time_from_id: str | None = None,
    urgent: Sequence[str] | str | None = None,
    exact: bool = False,
    decided: object = None,
    fact: object = None,
    half_life: str | None = None,
    reading: Literal["half_life", "trec_ts"] = "half_life",
    within: Sequence[str] | str = ("1h", "6h", "24h"),
    load: str | bool | None = None,
    stream: object = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    unit: object = None,
    metrics: Sequence[str] | str | None = None,
    gates: Sequence[str] = (),
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong", "drop"] = "error",
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> OverTime:
    """Follow systems over time: bins, phases, load, and how late urgent items are found.

    Args:
        data: A data frame, the path of files, a dict of arrays, or nothing if the roles are arrays themselves.
        time: The column of times of the items.
        truth: The column of true classes.
        pred: The column of predictions; several columns, or a dict name -> column, for several systems.
        event: The column of events; time is counted from the start of each.
        start: When events began: a column of times, or a table with the columns event and start; by default the first
            item of each event.
        width: How wide bins are, as in "6h" or "1d".
        timezone: The zone of times that do not say theirs.
        time_from_id: "twitter" if the column of times holds ids of that network, which contain the time.
        urgent: Classes that must not be missed; by default the critical ones of the profile, or its top level.
        exact: Whether an urgent item is found only if its own class is answered, and not any urgent one.
        decided: The column of times at which answers came, for latencies.
        fact: The column of facts, such as incidents or clusters, whose first find counts; events by default.
        half_life: After how long an item is worth half as much, as in "6h".
        reading: How worth falls in timely recall: by `half_life`, or as in TREC Temporal Summarization ("trec_ts").
        within: Horizons for what is found within a time.
        load: The width of the bins whose volume makes the load, as in "1h", or True for that.
        stream: A table with the times (and events) of all messages, of which the items are a part.
        profile: A built-in profile ("humaid"), or the path of a .toml file; its [phases] are used.
        classes: The declared classes in order, or a dict value in the data -> class name.
        unit: What is resampled as a whole; by default events, or blocks of time, for values over all items.
        metrics: Metrics wanted; those of the profile by default. Urgent recall and precision come with urgent classes.
        gates: Conditions to be met, such as "gap:bin.urgent_recall<=0.2" or "slice:phase.dua>=0.7".
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        invalid: "wrong" counts predictions outside the declared classes as wrong; by default they are an error.
        missing: "wrong" counts rows without a prediction as wrong; "drop" leaves out rows without truth or prediction.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Every bin, phase and band of load with its values, as they are and like for like, the gaps between them, where
        a system changes, and how late it finds what is urgent.

    >>> rows = {"ts": [f"2024-05-0{day}T12:00:00Z" for day in (1, 1, 2, 2)],
    ...         "is": ["help", "other", "help", "other"], "said": ["help", "other", "other", "other"]}
    >>> found = over_time(rows, time="ts", truth="is", pred="said", width="1d", metrics="accuracy", replicates=0)
    >>> [(part.values[0], part.measure("accuracy").value) for part in found["said"].parts("bin")]
    [('2024-05-01', 1.0), ('2024-05-02', 0.5)]
    """
    asked = timed_gates(gates)
    settings = Settings(level, replicates, "auto", seed)
    wanted = _wanted(settings, within, half_life, reading, exact=exact)
    domain = profile_of(profile)
    named = {"time": time, "event": event, "decided": decided, "fact": fact}
    roles, times = _roles(data, named, start, truth, pred, unit, (width, timezone), encoding)
    whole = None if stream is None else source_of(stream, encoding)
    bands = ("1h" if load is True else load) or ("1h" if whole is not None else None)
    phases = domain.phases or PHASES
    timeline = _timeline(roles, times, start, time_from_id, (phases, bands, whole), encoding)
    source, more = _with_blocks(timeline, roles)
    planned = plan(
        replace(roles, source=source, by=tuple(dict.fromkeys((*timeline.keys(), *more)))),
        domain,
        classes=classes,
        metrics=metrics,
        extra=of_classes(asked),
        settings=settings,
        policy=Policy(invalid, missing),
        progress=progress,
    )
    inquiry = Inquiry(planned, timeline, replace(wanted, phases=phases), urgent)
    said = tuple(timeline_notes(timeline, load=bands is not None, stream=whole is not None))
    judged = AllJudged([inquiry.report(name, said, progress) for name in roles.systems])
    settled = {
        "bin": in_units(times.width),
        "timezone": timezone,
        "time_from_id": time_from_id,
        "half_life": half_life,
        "reading": reading,
        "within": ", ".join([within] if isinstance(within, str) else within),
        "load": bands,
        "stream": None if whole is None else whole.origin,
        "exact": exact,
    }
    return OverTime(
        judged.headline(planned.headline),
        judged.cards(planned.profile, asked),
        judged.reports,
        judged.urgent,
        timeline.parts,
        inquiry.events,
        times.elapsed,
        tuple((name, None if end is None else end / HOUR) for name, end in phases),
        inquiry.provenance(settled),
        timed_reports(asked, judged.reports),
    )


def _wanted(
    settings: Settings, within: Sequence[str] | str, half_life: str | None, reading: str, *, exact: bool
) -> Wanted:
    if reading not in READINGS:
        raise SettingError.choice("reading", reading, READINGS)
    listed = within.split(",") if isinstance(within, str) else list(within)
    if not listed:
        raise SettingError.named("within", "names no time. Give at least one, as in 6h.")
    horizons = sorted({positive(each, "within") / HOUR for each in listed})
    half = None if half_life is None else positive(half_life, "half_life") / HOUR
    return Wanted(Settled(settings, least=LEAST), tuple(horizons), half, reading, exact, PHASES)


def _is_table(start: object, source: Source) -> bool:
    """Whether starts are a table, and not a column."""
    return start is not None and not (isinstance(start, str) and start in source.columns)


def _roles(  # noqa: PLR0917 - the roles as they were given
    data: object,
    parts: Mapping[str, object],
    start: object,
    truth: object,
    pred: object,
    unit: object,
    clock: tuple[str, str | None],
    encoding: str,
) -> tuple[TableRoles, TimeRoles]:
    """The source and the names of its columns; without a table, arrays are columns named after their roles."""
    if parts["time"] is None:
        raise ColumnError.not_given("time")
    roles, columns = roles_with(data, parts, truth=truth, pred=pred, unit=unit, encoding=encoding)
    if isinstance(start, str) and start in roles.source.columns:
        columns["start"] = start
    return roles, TimeRoles.check(*clock, columns)


def _timeline(  # noqa: PLR0917 - as it was given
    roles: TableRoles,
    times: TimeRoles,
    start: object,
    network: str | None,
    parts: tuple[tuple[tuple[str, int | None], ...], str | None, Source | None],
    encoding: str,
) -> Timeline:
    """Times from ids and starts from a table are columns too."""
    source, (phases, load, stream) = roles.source, parts
    if network is not None:
        stream = None if stream is None else with_id_times(stream, times.time, network)
        source, times = with_id_times(source, times.time, network), replace(times, time=ID_TIME)
    if _is_table(start, source):
        source = with_starts(source, times.event, source_of(start, encoding), times.zone)
        times = replace(times, start=START)
    return Timeline.of(source, times, roles.truth, phases, load=load, stream=stream)


def _with_blocks(timeline: Timeline, roles: TableRoles) -> tuple[Source, tuple[str, ...]]:
    """Blocks of time for the interval over all items, where there is one event and it is long enough."""
    source = timeline.source
    if timeline.roles.event is not None or roles.unit is not None:
        return source, ()
    try:
        text = sized_unit(
            source,
            key_text("bin", timeline.roles.time, zone=timeline.roles.zone),
            roles.truth,
            next(iter(roles.systems.values())),
        )
    except ColumnError:  # too short for blocks: items are drawn
        return source, ()
    return with_named_keys(source, {BLOCK: text or ""}), (BLOCK,)
