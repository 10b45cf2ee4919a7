"""From a file of label sets to a result, and what was guessed about its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.inputs.usual_names import PRED, TRUTH
from mercalli.plan.columns import Role, told
from mercalli.plan.tables import open_tables
from mercalli.tasks.label_sets.evaluate import multilabel

if TYPE_CHECKING:
    from mercalli.plan.tables import TableFiles
    from mercalli.tasks.label_sets.result import MultiLabel

ROLES = (Role("truth", TRUTH), Role("pred", PRED))


def multilabel_of_file(files: TableFiles, **settings: Any) -> tuple[MultiLabel, tuple[str, ...]]:  # noqa: ANN401 - as multilabel
    """The label sets of one file, or of several that a glob means."""
    (table,) = open_tables(files, ROLES)
    truth, preds = table.columns.values()
    result = multilabel(table.source, truth=truth[0] if len(truth) == 1 else truth, pred=preds, **settings)
    guessed = told({role: columns for role, columns in table.columns.items() if not files.named.get(role)})
    return result, (guessed,) if guessed else ()
