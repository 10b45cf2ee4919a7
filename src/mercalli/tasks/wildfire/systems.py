"""Systems of a wildfire evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mercalli.plan.systems import MODEL, systems_of
from mercalli.tasks.wildfire.errors import FireError


def table_systems(model: object) -> dict[str, object]:
    """The same where a model may be a dict of columns: that is one model, and a dict of tables or files is several."""
    if not isinstance(model, Mapping):
        return systems_of(model)
    tables = [str(name) for name, each in model.items() if _is_table(each)]
    if tables and len(tables) < len(model):
        raise FireError.mixed_tables(tables, [str(name) for name in model if str(name) not in tables])
    return systems_of(model) if tables else {MODEL: model}


def _is_table(source: object) -> bool:
    """A file, a dict of columns or a frame, not a column; a lazy frame would have to work to tell its columns."""
    named = any(hasattr(type(source), each) for each in ("columns", "column_names"))
    return isinstance(source, str | Path | Mapping) or named
