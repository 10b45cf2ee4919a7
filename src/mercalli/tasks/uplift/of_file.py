"""From a file of a trial to a result: open it, find the columns, and say what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mercalli.engines.frames import FrameSource
from mercalli.errors import ColumnError
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_table
from mercalli.plan.guess import guess_column
from mercalli.tasks.uplift.evaluate import uplift

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.tasks.uplift.result import UpliftResult

OUTCOME = ("outcome", "y", "response", "responded", "converted", "conversion", "target", "y_true", "label")
TREATMENT = ("treatment", "treated", "treat", "w", "treatment_group", "is_treated", "treatment_flg", "exposed")
SCORE = ("score", "uplift", "uplift_score", "pred_uplift", "cate", "ite", "tau", "y_score", "pred")


@dataclass(frozen=True)
class AskedUplift:
    """A file, and what was said about its columns."""

    file: str
    outcome: str | None = None
    treatment: str | None = None
    scores: Sequence[str] = ()
    encoding: str = UTF8


def uplift_of_file(asked: AskedUplift, **settings: Any) -> tuple[UpliftResult, tuple[str, ...]]:  # noqa: ANN401 - as uplift
    """The trial in one file, or in several that a glob means; every column of scores is a system."""
    table = open_table(asked.file, encoding=asked.encoding)
    source = FrameSource.check(table.relation, table.origin)
    named = [name for name in (asked.outcome, asked.treatment, *asked.scores) if name is not None]
    for name in named:
        if name not in source.columns:
            raise ColumnError.unknown(name, source.columns, source.origin)
    treatment = guess_column("treatment", TREATMENT, source, named) if asked.treatment is None else asked.treatment
    outcome = guess_column("outcome", OUTCOME, source, [*named, treatment]) if asked.outcome is None else asked.outcome
    scores = list(asked.scores) or [guess_column("score", SCORE, source, [outcome, treatment])]
    result = uplift(source, outcome=outcome, treatment=treatment, score=scores, **settings)
    said = f"outcome: {outcome!r}, treatment: {treatment!r}, score: {', '.join(map(repr, scores))}"
    return result, (said,)
