"""Statistics for everybody: counted, read, written and added up, whatever their task."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from inspect import signature
from pathlib import Path
from typing import Any, TypeGuard

from mercalli.errors import SettingError, StatisticError
from mercalli.io.statistics import (
    INSTEAD,
    MOST_BYTES,
    checked_key,
    content_for,
    is_statistic,
    kind_for,
    read_key,
    read_text,
)
from mercalli.io.targets import Target
from mercalli.io.whole_files import file_bytes
from mercalli.plan.projection import Projection
from mercalli.plan.results import read_sealed
from mercalli.registry import Counting, counting, load, statistic_names
from mercalli.stats.counted_parts import Part, is_site
from mercalli.stats.entries import Entries
from mercalli.stats.sharing import BASE, LEAST, Rule
from mercalli.stats.statistic import KIND, Statistic
from mercalli.text.words import counted, shown
from mercalli.version import __version__

ROLES = {"pred": "system", "score": "system", "by": "slice"}  # what is counted, by its option
BESIDE = ("data", "key", "encoding", "progress")
PLAIN = "sha256:"
UNNAMED = f"{PLAIN}{'0' * 64}"  # while the id of a part is made from the rest


def count(
    data: object = None,
    *,
    task: str = "labels",
    site: str | None = None,
    period: str | None = None,
    key: str | Path | bytes | None = None,
    share: bool = False,
    least: int | None = None,
    round: int | None = None,  # noqa: A002 - as on the command line
    only: Sequence[str] | str | None = None,
    **roles: Any,  # noqa: ANN401 - as the function of the task takes them
) -> Statistic:
    """Count rows into a statistic, which holds no row and adds up with those of others.

    Args:
        data: As the function of the task takes it.
        task: What the counts are for: "labels", for `evaluate` and `compare`, "scores", for `threshold` and `rank`, or
            "multilabel", for `multilabel`.
        site: Who counted, so that nothing counts twice when statistics are added up.
        period: The days that were counted: "2026-11-01/2026-11-08" is from the first until before the last;
            "2026-11-01" is one day.
        key: The file of a secret key that all sites of a study share. Units are put into groups by it, and the id of
            the part does not tell what was counted.
        share: Make it fit to be shared: fewer numbers, each rounded at random without bias. It takes a `key`, which
            should be this site's own.
        least: Where counts are shared, the fewest rows of all, and of a value of a slice that is named: 10.
        round: Where counts are shared, what they are multiples of: 5.
        only: Where counts are shared, the metrics that others are to compute: the fewer numbers they need, the fewer
            are shared. By default all metrics that need what is right, missed and wrongly named of each class.
        **roles: The columns, and the options that say what counts: for labels `truth`, `pred`, `by`, `unit`, `weight`,
            `count`, `profile`, `classes`, `invalid`, `missing` and `unknown` as for `evaluate`; for scores `truth`,
            `score`, `positive`, `by`, `unit`, `weight`, `missing` and `bins` (32) as for `threshold`; for multilabel
            `truth`, `pred`, `labels`, `separator`, `by`, `unit` and `missing` as for `multilabel`. For all of them
            `groups` (256), into which units are put; `public_units=True` where units keep their names.

    >>> monday = count(truth=["fire", "calm"], pred=["fire", "fire"], classes=["calm", "fire"], site="A")
    >>> tuesday = count(truth=["calm", "calm"], pred=["calm", "fire"], classes=["calm", "fire"], site="B")
    >>> monday + tuesday
    <Statistic of labels: 4 rows in 2 parts; exact counts in 3 entries>
    """
    label = _part(site, period)
    _check_asked(task, roles)
    secret = read_key(key) if isinstance(key, str | Path) else None if key is None else checked_key(key)
    rule = _rule(share, secret, least=least, round=round, only=only)
    question, entries = load(_counting(task).count)(data, key=secret, **roles)
    rows = entries.total
    if rule is not None and secret is not None:
        projection: Projection = load(_shared(task))(question, entries, roles, only, rule.least)
        question, entries = projection.question, rule.rounded(projection.entries, secret, entries.text)
        rows = projection.rows(entries)
    return _named(Statistic(task, question, (replace(label, rows=rows),), entries, rule=rule), secret)


def one_part(
    statistic: Statistic, entries: Entries, *, site: str | None = None, period: str | None = None
) -> Statistic:
    """Entries that were counted by the rules of a statistic, as if they had been counted at once."""
    part = replace(_part(site, period), rows=entries.total)
    return _named(replace(statistic, parts=(part,), entries=entries), None)


def _part(site: str | None, period: str | None) -> Part:
    """A part that is still to be counted."""
    start, end = (None, None) if period is None else days_of(period)
    if site is not None and not is_site(site):
        raise SettingError.outside("site", site, "a name that can be printed, without blanks around it")
    return Part(UNNAMED, 0, site, start, end)


def _named(counted: Statistic, key: bytes | None) -> Statistic:
    """The same with the id of its part."""
    return replace(counted, parts=(replace(counted.parts[0], id=_id(counted, key), version=__version__),))


def _rule(share: bool, key: bytes | None, **asked: Any) -> Rule | None:  # noqa: ANN401, FBT001 - as count
    """How counts are rounded, if they are to be shared."""
    if not share:
        for name, value in asked.items():
            if value is not None:
                raise SettingError.named(name, "is for counts that are shared. Say so with `share`, or leave it out.")
        return None
    if key is None:
        raise SettingError.named(
            "share",
            "needs a secret key of this site, so that nobody can try out which counts were rounded. Make one with: "
            "openssl rand -hex 32 > site.key; chmod 600 site.key. Name it with `key`, and keep it.",
        )
    return Rule(LEAST if asked["least"] is None else asked["least"], BASE if asked["round"] is None else asked["round"])


def _shared(task: str) -> str:
    """What makes counts of a task fit to be shared."""
    found = _counting(task).shared
    if found is None:
        known = [name for name in statistic_names() if _counting(name).shared is not None]
        raise SettingError.named("share", f"is not there for {task!r} yet, only for {', '.join(known)}. Leave it out.")
    return found


def count_file(
    path: str,
    asked: Mapping[str, Any],
    *,
    task: str,
    encoding: str,
    **settings: Any,  # noqa: ANN401 - as count
) -> tuple[Statistic, list[str]]:
    """A file counted as was asked, whose columns are found where they were not named; and what to say about that."""
    _check_asked(task, asked)
    data, roles, lines = load(_counting(task).files)(path, asked, {"encoding": encoding})
    return count(data, task=task, **roles, **settings), lines


def _check_asked(task: str, asked: Iterable[str]) -> None:
    """Refuse what is not for a task."""
    known = list(signature(load(_counting(task).count)).parameters)
    for name in asked:
        if name not in known:
            listed = ", ".join(each for each in known if each not in BESIDE)
            raise SettingError.named(name, f"is not counted for {task!r}. Leave it out; {task!r} takes: {listed}.")


def days_of(period: str) -> tuple[str, str]:
    """The first day, and the day before which the period ends.

    >>> days_of("2026-11-01/2026-11-08"), days_of("2026-12-31")
    (('2026-11-01', '2026-11-08'), ('2026-12-31', '2027-01-01'))
    """
    first, slash, last = period.partition("/")
    try:
        start = date.fromisoformat(first)
        end = date.fromisoformat(last) if slash else start + timedelta(days=1)
    except (ValueError, OverflowError):
        raise _no_period(period) from None
    if start >= end:
        raise _no_period(period)
    return str(start), str(end)


def _no_period(period: str) -> SettingError:
    return SettingError.outside("period", period, "a day, or two with / between them, as in 2026-11-01/2026-11-08")


def read_statistic(path: str | Path) -> Statistic:
    """The statistic in a file that `mercalli count` or `write_statistic` wrote; an error if it is broken."""
    return _checked(read_text(path))


def write_statistic(
    statistic: Statistic, path: str | Path, *, overwrite: bool = False, inputs: Sequence[str | Path] = ()
) -> None:
    """Write a statistic whole or not at all, packed if the name ends in .gz; `inputs` are never replaced."""
    Target(path, kind_for(path), overwrite, inputs).write(content_for(path, statistic))


def read_signable(path: str | Path) -> tuple[bytes, str]:
    """The bytes of a file that somebody may sign, and what it is: a statistic, or the kind of a result."""
    if not is_statistic(path):
        content, record = read_sealed(path)
        return content, record.sealed_as
    read_statistic(path)
    return file_bytes(path, "a statistic", INSTEAD, MOST_BYTES), KIND


def origin_of(statistic: Statistic) -> str:
    """The name of a statistic with whose counts it holds."""
    sites = list(statistic.sites)
    parts = counted(len(statistic.parts), "part")
    return f"{statistic.origin} ({parts}{f': {shown(sites)}' if sites else ''})"


def is_counted(data: object) -> TypeGuard[Statistic | str | Path]:
    """Whether data is a statistic, or the path of one."""
    return isinstance(data, Statistic) or is_statistic(data)


def check_task(statistic: Statistic, task: str) -> None:
    """Refuse what was counted for another task."""
    if statistic.task != task:
        commands = [f"mercalli {name}" for name in getattr(counting(statistic.task), "commands", ())]
        raise StatisticError.other_task(statistic.origin, statistic.task, task, " or ".join(commands))


def check_counted(statistic: Statistic, option: str, asked: Sequence[str], there: Sequence[str]) -> None:
    """Refuse what was not counted, by the option that would have it counted."""
    for name in asked:
        if name not in there:
            raise StatisticError.lacks(statistic.origin, ROLES[option], name, shown(there), f"--{option} {name}")


def merge(*statistics: Statistic | str | Path, allow_overlap: bool = False, by_site: bool = False) -> Statistic:
    """Add statistics up, or files of them; what was not counted alike or may count twice is an error.

    Args:
        *statistics: What to add up, in any order.
        allow_overlap: Accept files of one site for the same days.
        by_site: Keep the sites apart, as the slices of a column "site"; each statistic is of one site, or of sites
            that were kept apart.
    """
    read = [each if isinstance(each, Statistic) else read_statistic(each) for each in statistics]
    return Statistic.merged([_by_site(each) for each in read] if by_site else read, allow_overlap=allow_overlap)


def _by_site(statistic: Statistic) -> Statistic:
    """The same with its site as a column."""
    found = _counting(statistic.task).by_site
    if found is None:
        raise SettingError.named("by_site", f"is not there for {statistic.task!r}. Leave it out.")
    made: Statistic = load(found)(statistic)
    return made


def told(statistic: Statistic) -> tuple[list[str], list[str]]:
    """What is in a statistic, and what others can compute from it."""
    lines: tuple[list[str], list[str]] = load(_counting(statistic.task).told)(statistic)
    return lines


def _checked(statistic: Statistic) -> Statistic:
    """The same, if its header fits its task."""
    registered = counting(statistic.task)
    if registered is None:
        raise StatisticError.task(statistic.origin, statistic.task, ", ".join(statistic_names()))
    check: Callable[[Statistic], object] = load(registered.check)
    check(statistic)
    first = statistic.parts[0].id
    if len(statistic.parts) == 1 and first.startswith(PLAIN) and first != _id(statistic, None):
        raise StatisticError.broken(statistic.origin, "the id of its part is not that of its counts")
    return statistic


def _counting(task: str) -> Counting:
    registered = counting(task)
    if registered is None:
        raise SettingError.choice("task", task, statistic_names())
    return registered


def _id(statistic: Statistic, key: bytes | None) -> str:
    """What tells a part from others; with a key, nobody else can try out which counts it is of.

    Without one it is a plain digest, of exact counts that stand beside it anyway.
    """
    unnamed = replace(statistic.parts[0], id=UNNAMED, version="")
    content = replace(statistic, parts=(unnamed,)).text.encode()
    if key is None:
        return f"{PLAIN}{sha256(content).hexdigest()}"
    return f"hmac-sha256:{hmac.digest(key, b'mercalli part: ' + content, 'sha256').hex()}"
