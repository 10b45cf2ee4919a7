"""From a file to the start of a profile."""

from __future__ import annotations

from mercalli.errors import ClassError, EmptyError, SettingError
from mercalli.inputs.classes import FEWEST_CLASSES, ClassList
from mercalli.inputs.usual_names import TRUTH
from mercalli.io.headers import UTF8
from mercalli.plan.columns import Role
from mercalli.plan.guess import labels_in
from mercalli.plan.tables import TableFiles, open_tables
from mercalli.profiles.scaffold import scaffold


def new_profile(file: str, name: str, truth: str | None = None, encoding: str = UTF8) -> str:
    """A profile in TOML with the classes of a file, each with weight 1."""
    if not name.strip():
        raise SettingError.outside("name", name, "a non-empty text")
    (table,) = open_tables(TableFiles.of(file, encoding, truth=truth), [Role("truth", TRUTH)])
    source, column = table.source, table.truth
    classes = ClassList.inferred(labels_in(source, [column])).names
    if not classes:
        raise EmptyError.in_column(
            column, source.origin, "holds no labels, so there are no classes. Check the column and the file."
        )
    if len(classes) < FEWEST_CLASSES:
        raise ClassError.in_column(
            column,
            source.origin,
            f"holds one class only, {classes[0]!r}, and a profile needs at least two. "
            f"Give a file in which all classes occur.",
        )
    return scaffold(name, classes)
