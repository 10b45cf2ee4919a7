"""From a file of a trial to a result, and what was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.inputs.usual_names import OUTCOME, TREATMENT, UPLIFT
from mercalli.plan.columns import Role, told
from mercalli.plan.tables import open_tables
from mercalli.tasks.uplift.evaluate import uplift

if TYPE_CHECKING:
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.uplift.result import UpliftResult

ROLES = (Role("treatment", TREATMENT), Role("outcome", OUTCOME), Role("score", UPLIFT))


def uplift_of_file(files: TableFiles, **settings: Any) -> tuple[UpliftResult, tuple[str, ...]]:  # noqa: ANN401 - as uplift
    """The trial in one file, or in several that a glob means; every column of scores is a system."""
    (table,) = open_tables(files, ROLES)
    columns = {role: table.columns[role] for role in ("outcome", "treatment", "score")}
    (outcome,), (treatment,), scores = columns.values()
    result = uplift(table.source, outcome=outcome, treatment=treatment, score=scores, **settings)
    return result, (told(columns),)
