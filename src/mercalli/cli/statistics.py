"""Counts that travel: `mercalli count` makes a file of them, `show` says what is in it, `merge` adds files up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mercalli.cli.signatures import ENDING
from mercalli.console import calls, options

if TYPE_CHECKING:
    from mercalli.stats.statistic import Statistic

FEWEST_SITES = 3  # of fewer, each knows what the other has
SMALL = ((1, 1), (2, 4), (5, 10))  # the counts that an officer asks about: from, to
OutFile = Annotated[str, typer.Option(metavar="FILE", help="Where to write the counts: a .stat or .stat.gz file.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a file of counts that exists.")]
Counts = Annotated[str, typer.Argument(metavar="COUNTS", help="A file that mercalli count wrote, as in a.stat.")]


@calls.with_records
def count(
    file: options.Table,
    *,
    out: OutFile,
    task: Annotated[str, typer.Option(metavar="NAME", help="What the counts are for.")] = "labels",
    truth: options.Truth = None,
    pred: options.Pred = None,
    score: options.Score = None,
    positive: options.Positive = None,
    bins: options.Bins = None,
    profile: options.Profile = None,
    classes: options.Classes = None,
    labels: options.Labels = None,
    separator: options.Separator = None,
    slicing: options.CountedSlicing,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="File with a secret key: that of the study puts units into groups; --share takes one of this site.",
        ),
    ] = None,
    groups: Annotated[
        int | None,
        typer.Option(metavar="N", help="Into how many groups units are put: 16 to 256; 256 if not given."),
    ] = None,
    public_units: Annotated[
        bool, typer.Option("--public-units", help="Keep the names of units, which are no secret, as those of events.")
    ] = False,
    site: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the site that counts, so that nothing is counted twice.")
    ] = None,
    period: Annotated[
        str | None,
        typer.Option(metavar="DAYS", help="The days that are counted, as in 2026-11-01/2026-11-08, the last left out."),
    ] = None,
    invalid: Annotated[
        Literal["error", "wrong"] | None,
        typer.Option(metavar="HOW", help="How to treat a prediction outside the declared classes: error or wrong."),
    ] = None,
    missing: Annotated[
        Literal["error", "wrong", "drop", "empty"] | None,
        typer.Option(metavar="HOW", help="How to treat rows without an answer or a truth, as the task's own command."),
    ] = None,
    unknown: Annotated[
        Literal["error", "default"] | None,
        typer.Option(metavar="HOW", help="How to treat a true class outside the profile: error or default."),
    ] = None,
    share: Annotated[
        bool,
        typer.Option(
            "--share", help="Make it fit to leave the house: fewer counts, each rounded at random. Needs --key."
        ),
    ] = False,
    least: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --share: values of a slice with fewer rows are one; 10 if not given."),
    ] = None,
    round_to: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="With --share: counts are multiples of it; 5 if not given."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES", help="With --share: metrics that others are to compute; fewer may need fewer counts."
        ),
    ] = None,
    form: options.TableForm,
    overwrite: Overwrite = False,
) -> None:
    """Count rows into a file without rows, to be added up and evaluated elsewhere.

    The counts are exact, unless --share rounds them. mercalli show says what others can compute from them.
    """
    from mercalli.console.lists import listed_all
    from mercalli.io.statistics import content_for, kind_for
    from mercalli.plan.statistics import count_file

    target = calls.claim_file(out, kind_for(out), overwrite=overwrite)
    asked = {
        "truth": truth,
        "pred": listed_all(pred, "pred"),
        "score": listed_all(score, "score"),
        "positive": positive,
        "bins": bins,
        "profile": profile,
        "classes": listed_all(classes, "classes"),
        "labels": listed_all(labels, "labels"),
        "separator": separator,
        **slicing.settings,
        "groups": groups,
        "public_units": public_units,
        "invalid": invalid,
        "missing": missing,
        "unknown": unknown,
    }
    given = {name: value for name, value in asked.items() if value not in (None, False, (), [])}
    sharing = {"share": share, "least": least, "round": round_to, "only": listed_all(only, "only") or None}
    settings = {"site": site, "period": period, "key": key, **sharing}
    statistic, lines = count_file(file, given, task=task, encoding=form.encoding, **settings)
    target.write(content_for(out, statistic))
    _say(*lines, *_written(statistic, out))


def show(counts: Counts, as_json: options.Json = False) -> None:
    """Show what is in a file of counts, and what others can compute from it."""
    from mercalli.console.streams import print_json
    from mercalli.plan.statistics import read_statistic, told

    statistic = read_statistic(counts)
    holds, gives = told(statistic)
    if as_json:
        sizes = {f"{low} to {high}": entries for (low, high), entries in _smallest(statistic).items()}
        print_json(
            {
                "counts": statistic.counts,
                **statistic.ruled,
                "task": statistic.task,
                "rows": statistic.rows,
                "entries": len(statistic.entries.rows),
                "parts": [part.json for part in statistic.parts],
                "question": statistic.question,
                **({"small_entries": sizes, "smallest": _fewest(statistic)} if statistic.rule is None else {}),
                "holds": holds,
                "gives": gives,
            }
        )
    else:
        _say(*_lines(statistic, holds, gives))


@calls.with_records
def merge(
    counts: Annotated[list[str], typer.Argument(metavar="COUNTS...", help="Files that mercalli count or merge wrote.")],
    *,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where to write the sum: a .stat or .stat.gz file.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the files fit.")] = False,
    signers: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Whom you trust: every file must have the signature of one of them."),
    ] = None,
    allow_overlap: Annotated[
        bool, typer.Option("--allow-overlap", help="Accept files of one site for the same days.")
    ] = False,
    by_site: Annotated[
        bool, typer.Option("--by-site", help="Keep the sites apart, for evaluate --sites site.")
    ] = False,
    overwrite: Overwrite = False,
) -> None:
    """Add up files of counts, as if all their rows had been counted at once.

    What was not counted alike, or may count twice, is refused; nothing is left out.
    """
    from mercalli.errors import SettingError
    from mercalli.io.statistics import content_for, kind_for
    from mercalli.io.targets import Target
    from mercalli.plan.statistics import merge as merged

    if (out is None) != check:
        raise SettingError.named(
            "out", "says where to write the sum; with `check` nothing is written. Give one of both."
        )
    target = None if out is None else Target(out, kind_for(out), overwrite)
    if target is not None:
        target.check()
    signed = [] if signers is None else [_signed(path, signers) for path in counts]
    statistic = merged(*counts, allow_overlap=allow_overlap, by_site=by_site)
    if target is None or out is None:
        _say(*signed, f"The files fit: {statistic.rows:,} rows in {len(statistic.parts):,} parts. Nothing was written.")
    else:
        target.write(content_for(out, statistic))
        _say(*signed, *_written(statistic, out))


def _signed(path: str, signers: str) -> str:
    """Who signed a file, or an error."""
    from mercalli.io.signatures import check_signers, signature_text, signer
    from mercalli.plan.statistics import read_signable

    check_signers(signers)
    content, _ = read_signable(path)
    who, key = signer(content, signature_text(f"{path}{ENDING}", repr(path)), signers, repr(path))
    return f"{path}: signed by {who} ({key})"


def _say(*lines: str) -> None:
    from mercalli.text.words import visible

    for line in lines:
        typer.echo(visible(line))


def _written(statistic: Statistic, out: str) -> Iterator[str]:
    """What was written, and whether its counts are exact."""
    from mercalli.text.words import counted

    parts, entries = counted(len(statistic.parts), "part"), counted(len(statistic.entries.rows), "entry")
    yield f"{statistic.counts} counts: {out} ({counted(statistic.rows, 'row')}, {parts}, {entries})"
    done = "Nothing is rounded or hidden" if statistic.rule is None else f"They are {statistic.rule.text}"
    yield f"{done}. Before you send it: mercalli show {out}"
    if statistic.rule is not None and len(statistic.parts) > 1 and len(statistic.sites) < FEWEST_SITES:
        yield f"It is of fewer than {FEWEST_SITES} sites: each can take its own counts away, and see what is left."


def _lines(statistic: Statistic, holds: list[str], gives: list[str]) -> Iterator[str]:
    """Everything about it; whether the counts are exact comes first."""
    from mercalli.registry import counting

    commands = getattr(counting(statistic.task), "commands" if statistic.rule is None else "sharing", ())
    if statistic.rule is None:
        yield f"Exact counts: nothing in {statistic.origin} is rounded, hidden or changed."
    else:
        yield f"Rounded counts: those in {statistic.origin} are {statistic.rule.text}."
    yield f"for: {', '.join(f'mercalli {name}' for name in commands)}"
    yield f"{statistic.rows:,} rows in {len(statistic.entries.rows):,} entries, counted in these parts:"
    yield from (f"  {part.text}" for part in statistic.parts)
    yield from holds
    yield from _small(statistic)
    yield "What others can compute from it:"
    yield from (f"  {line}" for line in gives)


def _small(statistic: Statistic) -> Iterator[str]:
    """Counts that say something about few."""
    if statistic.rule is not None:
        base = statistic.rule.base
        few = int((statistic.entries.rows == base).sum())
        yield f"Small counts: {few:,} of {len(statistic.entries.rows):,} entries are {base}: at least one row is there."
        return
    yield "Small counts: whoever knows that somebody is in the data may learn what these say."
    for (low, high), entries in _smallest(statistic).items():
        yield f"  {entries:,} entries of {f'{low} row' if low == high else f'{low} to {high} rows'}"
    yield from (
        f"  fewest rows of one value of {name.partition(':')[2] or name}: {fewest['rows']:,} ({fewest['value']})"
        for name, fewest in _fewest(statistic).items()
    )


def _smallest(statistic: Statistic) -> dict[tuple[int, int], int]:
    """How many entries stand for few rows."""
    rows = statistic.entries.rows
    return {(low, high): int(((rows >= low) & (rows <= high)).sum()) for low, high in SMALL}


def _fewest(statistic: Statistic) -> dict[str, dict[str, Any]]:
    """For each column, the value with the fewest rows."""
    import numpy as np

    found: dict[str, dict[str, Any]] = {}
    for name, column in statistic.entries.columns.items():
        if column.values:
            there = column.codes >= 0
            rows = np.bincount(column.codes[there], statistic.entries.rows[there], len(column.values))
            at = int(rows.argmin())
            found[name] = {"value": column.values[at], "rows": int(rows[at])}
    return found
