"""Runs of CHEERS in a challenge: two columns, checked against sectors alone, and scored as `cheers score` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mercalli.inputs.runs import RunField, RunForm, RunRule
from mercalli.results.scored import Scored
from mercalli.tasks.cheers.evaluate import score_cheers
from mercalli.tasks.cheers.rules import WITHOUT_SECTOR
from mercalli.tasks.cheers.sectors import CHEERS, NO_SECTOR, read_sectors
from mercalli.tasks.cheers.tables import IDS, RUN

RELEVANT, SECTOR = RUN[len(IDS) :]
NONE = str(NO_SECTOR)


def form(_gold: str, options: Mapping[str, Any]) -> RunForm:
    """Relevant or not, and a sector or -1."""
    named = tuple(map(str, read_sectors(options.get("sectors", CHEERS)).ids))
    rules = (
        RunRule("irrelevant_with_sector", RELEVANT, "0", SECTOR, (NONE,)),
        RunRule(WITHOUT_SECTOR, RELEVANT, "1", SECTOR, named, warns=not options.get("strict")),
    )
    return RunForm(IDS, (RunField(RELEVANT, ("0", "1")), RunField(SECTOR, (NONE, *named))), rules)


def score(
    gold: str,
    runs: Mapping[str, str],
    _form: RunForm,
    options: Mapping[str, Any],
    _metrics: Sequence[str],
    *,
    level: float,
    replicates: int,
) -> Scored:
    """As the command scores them."""
    settings: dict[str, Any] = {"sectors": CHEERS, **options, "level": level, "replicates": replicates}
    result = score_cheers(list(runs.values()), gold=gold, **settings)
    return Scored.of(result.metrics, list(runs), result.systems, result.pairs)
