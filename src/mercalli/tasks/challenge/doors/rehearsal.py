"""Before the opening: whether everything fits, by scoring a run that always says the same, and the baselines."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mercalli.errors import FileError, MetricError
from mercalli.inputs.runs import RunField
from mercalli.io.cells import csv_columns
from mercalli.io.runs import blocks_of_file
from mercalli.registry import load
from mercalli.results.scored import Scored
from mercalli.tasks.challenge.check import check_run
from mercalli.tasks.challenge.doors.opening import Sources, read_sources
from mercalli.text.words import counted


def rehearse(folder: str | Path) -> list[str]:
    """What was found, line by line; what does not fit is an error."""
    sources = read_sources(folder)
    challenge, units = sources.challenge, len(set(sources.units))
    _check_metrics(sources, _scored(sources))
    for name, path in challenge.baselines.items():
        _check_baseline(sources, name, path)
    split = f"{units:,} units ({challenge.unit or 'each item by itself'})"
    baselines = counted(len(challenge.baselines), "baseline")
    return [
        f"{challenge.title}: {challenge.task}, ranked by {challenge.rank_by}",
        f"gold: {counted(len(sources.key.items), 'item')}, {split}; {baselines}, all valid",
        f"runs have the columns {', '.join(sources.key.form.columns)}",
    ]


def _check_baseline(sources: Sources, name: str, path: str) -> None:
    file = sources.folder / path
    if not file.is_file():
        raise FileError.named(path, f"is not there: it is the baseline {name!r} of the challenge.")
    check_run(blocks_of_file(file), sources.key).checked(path)


def _scored(sources: Sources) -> Scored:
    """The gold file scored with a run that says the same of every item."""
    key, challenge = sources.key, sources.challenge
    same = [[_some(field)] * len(key.items) for field in key.form.fields]
    options = {**challenge.options, **dict(_option_files(sources))}
    with tempfile.TemporaryDirectory(prefix="mercalli-") as name:
        run = Path(name) / "first.csv"
        ids: list[Any] = [list(column) for column in zip(*key.items, strict=True)]
        header = ",".join(key.form.columns)
        run.write_text(f"{header}\n{csv_columns([*ids, *same])}", encoding="utf-8", newline="")
        found: Scored = load(challenge.run.score)(
            str(sources.gold), {"first": str(run)}, key.form, options, challenge.metrics, level=0.95, replicates=0
        )
    return found


def _option_files(sources: Sources) -> Iterator[tuple[str, str]]:
    challenge = sources.challenge
    for name in challenge.run.files:
        if challenge.options.get(name) in challenge.files:
            yield name, str(sources.folder / str(challenge.options[name]))


def _some(field: RunField) -> str:
    return field.values[0] if field.values else str(field.lowest or 0.0)


def _check_metrics(sources: Sources, scored: Scored) -> None:
    """The metrics that the challenge names are computed, and the one that decides has a direction."""
    known = [measure.metric for measure in scored.measures["first"]]
    for metric in sources.challenge.metrics:
        if metric not in known and metric not in {each.partition("(")[0] for each in known}:
            raise MetricError.unknown(metric, known)
    if not scored.card(sources.challenge.rank_by).direction:
        raise MetricError.named(sources.challenge.rank_by, "has no best direction, so nothing can be ranked by it.")
