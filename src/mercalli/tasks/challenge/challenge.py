"""`challenge.toml`: everything that a challenge is, in one file; what is wrong in it is told with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from mercalli.profiles.table import Table
from mercalli.profiles.toml import Toml
from mercalli.registry import Run, run, run_names
from mercalli.text.words import suggestion

KEYS = (
    *("name", "title", "text", "task", "gold", "key", "unit", "rank_by", "companions", "finals", "join"),
    *("options", "minimum", "phases", "baselines"),
)
CAPS = ("runs_per_day", "runs", "invalid_per_day", "invalid", "failed_per_day", "failed")
PHASE = ("opens", "closes", *CAPS, "feedback", "public_share")
FEEDBACK = ("full", "improvements", "ladder", "none")
JOIN = ("code", "open", "closed")
DATE = "a date and time in UTC, as in 2026-12-01T12:00:00Z"
MOST_NAME, MOST_RUNS = 40, 1_000_000
TIME = "%Y-%m-%dT%H:%M:%S.%fZ"


@dataclass(frozen=True)
class Phase:
    """A stretch of time in which runs are taken; times are UTC texts that sort by time.

    Attributes:
        name: What it is called.
        opens: From when on runs are taken.
        closes: Until when.
        runs_per_day: Scored runs of a team on one UTC day.
        runs: Scored runs of a team in all.
        invalid_per_day: Runs that break the rules, on one UTC day; they do not use the cap of scored runs.
        invalid: Such runs in all.
        failed_per_day: Runs that could not be scored, on one UTC day; beyond it no more runs are taken.
        failed: Such runs in all.
        feedback: What a team is told of a score: "full", "improvements", "ladder" or "none".
        public_share: The share of units in the public part; the others stay private until the close.
    """

    name: str
    opens: str
    closes: str
    runs_per_day: int = 5
    runs: int = 100
    invalid_per_day: int = 20
    invalid: int = 400
    failed_per_day: int = 10
    failed: int = 100
    feedback: str = "ladder"
    public_share: float = 0.5


@dataclass(frozen=True)
class Challenge:
    """A challenge as its file says it.

    Attributes:
        name: A short name.
        title: What stands above it.
        text: What it is about, in Markdown.
        task: What is scored, by its name among the runs of the registry.
        gold: The file with the truth.
        key: The public key file, if it is not made from the gold file.
        unit: The column of what belongs together; items by themselves if empty.
        rank_by: The metric that decides.
        companions: Metrics shown beside it.
        minimum: What a run must reach to be ranked, by metric.
        finals: How many runs a team may choose for the private board.
        join: Who may join: with a "code", everybody ("open"), or nobody ("closed").
        options: Options of the task.
        phases: The phases by name, in the order of the file.
        baselines: Files of baseline runs by name.
        source: The text of the file.
    """

    name: str
    title: str
    text: str
    task: str
    gold: str
    key: str
    unit: str
    rank_by: str
    companions: tuple[str, ...]
    minimum: Mapping[str, float]
    finals: int
    join: str
    options: Mapping[str, Any]
    phases: Mapping[str, Phase]
    baselines: Mapping[str, str]
    source: str

    @property
    def metrics(self) -> list[str]:
        """All metrics that are shown or looked at, the one that decides first."""
        return list(dict.fromkeys((self.rank_by, *self.companions, *self.minimum)))

    @property
    def run(self) -> Run:
        """How its runs are checked and scored."""
        found = run(self.task)
        if found is None:  # a package that had it is gone since the file was checked
            raise Toml(self.source, "challenge.toml").error(f"there is no task {self.task!r}.", "task")
        return found

    @property
    def files(self) -> list[str]:
        """Options that are paths of files."""
        paths = (str(self.options[name]) for name in self.run.files if name in self.options)
        return [path for path in paths if path.endswith((".toml", ".json"))]


def check_challenge(text: str, origin: str = "challenge.toml") -> Challenge:
    """The record of a challenge, checked."""
    toml = Toml(text, origin)
    top = Table(toml.content(), toml, "the challenge")
    top.only(KEYS)
    name = _needed(top, "name", "a short name, as in floods-2026")
    _check_word(top, "name", name)
    task = _needed(top, "task", f"one of {', '.join(run_names())}")
    top.one_of("task", task, run_names())
    how: Any = run(task)
    options = _options(top.table("options", "'options'"), task, how)
    phases = {key: _phase(key, table) for key, table in top.table("phases").tables("phase")}
    for key in phases:
        _check_word(top.table("phases"), key, key)
    if not phases:
        top.fail("the challenge has no phase. Add a table [phases.main] with opens and closes.")
    _check_order(top, phases)
    return Challenge(
        name=name,
        title=top.text("title") or name,
        text=top.text("text"),
        task=task,
        gold=_needed(top, "gold", "the file with the truth"),
        key=top.text("key"),
        unit=top.text("unit") or str(options.get("unit") or how.unit),
        rank_by=top.text("rank_by") or how.metric,
        companions=top.texts("companions") or how.beside,
        minimum={key: top.table("minimum").number(key) for key in top.table("minimum").content},
        finals=_count(top, "finals", 2, 1),
        join=top.one_of("join", top.text("join") or JOIN[0], JOIN),
        options=options,
        phases=phases,
        baselines={key: _needed(top.table("baselines"), key, "a file") for key in top.table("baselines").content},
        source=text,
    )


def _needed(table: Table, key: str, what: str) -> str:
    found = table.text(key)
    if not found:
        table.fail(f"{table.noun} needs {key!r}: {what}.", key)
    return found


def _check_word(table: Table, key: str, word: str) -> None:
    """Names of challenges and phases are also names of folders and parts of addresses."""
    if len(word) > MOST_NAME or not word.isascii() or not word.replace("-", "").replace("_", "").isalnum():
        table.fail(f"a name may have at most {MOST_NAME} letters, digits, - and _; found {word!r}.", key)


def _options(table: Table, task: str, how: Run) -> dict[str, Any]:
    """Options that the task knows, with all that it needs."""
    known = (*how.needs, *how.options)
    for key in table.content:
        if key not in known:
            table.fail(f"the task {task!r} has no option {key!r}.{suggestion(key, known)}", key)
    for key in how.needs:
        if key not in table.content:
            table.fail(f"the task {task!r} needs the option {key!r} in [options].")
    return dict(table.content)


def _phase(name: str, table: Table) -> Phase:
    table.only(PHASE)
    usual = Phase(name, _time(table, "opens"), _time(table, "closes"))
    if usual.closes <= usual.opens:
        table.fail("'closes' must be later than 'opens'.", "closes")
    feedback = table.one_of("feedback", table.text("feedback") or usual.feedback, FEEDBACK)
    share = table.number("public_share") if "public_share" in table.content else usual.public_share
    if not 0 < share <= 1:
        table.fail(f"'public_share' must be above 0 and at most 1; found {share:g}.", "public_share")
    counts = {key: _count(table, key, getattr(usual, key), 0) for key in CAPS}
    return Phase(name, usual.opens, usual.closes, **counts, feedback=feedback, public_share=share)


def _count(table: Table, key: str, usual: int, least: int) -> int:
    found = table.whole_number(key) if key in table.content else usual
    if not least <= found <= MOST_RUNS:
        table.fail(f"{key!r} must be from {least} to {MOST_RUNS:,}; found {found}.", key)
    return found


def _time(table: Table, key: str) -> str:
    return utc_text(table.content.get(key)) or table.fail(f"{key!r} of {table.noun} must be {DATE}.", key)


def utc_text(time: object) -> str | None:
    """A time with its zone as a UTC text that sorts by time; nothing for one without a zone, which may mean any.

    >>> utc_text("0999-12-01T12:00+01:00"), utc_text("2026-12-01T12:00"), utc_text("9999-12-31T23:00-09:00")
    ('0999-12-01T11:00:00.000000Z', None, None)
    """
    try:
        found = datetime.fromisoformat(time) if isinstance(time, str) else time
        if not isinstance(found, datetime) or found.tzinfo is None:
            return None
        return found.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    except (ValueError, OverflowError):
        return None


def _check_order(top: Table, phases: Mapping[str, Phase]) -> None:
    """Phases may not overlap: a run belongs to one."""
    ordered = sorted(phases.values(), key=lambda phase: phase.opens)
    for before, after in pairwise(ordered):
        if after.opens < before.closes:
            top.fail(
                f"the phases {before.name!r} and {after.name!r} overlap. Close one before the other opens.",
                *("phases", after.name, "opens"),
            )
