"""A table of truth against prediction, as papers print it, as rows with counts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.errors import LengthError, SettingError
from mercalli.io.profiles import read_profile
from mercalli.profiles.profile import Profile
from mercalli.stats.confusion import Confusion

TRUTH, PRED, COUNT = "truth", "pred", "count"
OUTSIDE = "(outside the classes)"
TWO = 2


def table_of(table: Confusion) -> dict[str, object]:
    """A row for every cell: the true class, the predicted one, and how many items there are."""
    if table.cells.ndim != TWO:
        raise LengthError.about(
            "a Confusion that is evaluated",
            f"must be one table; found {int(np.prod(table.cells.shape[:-2]))}. Add them up with `merged`.",
        )
    classes, labels = np.array(table.classes, object), np.array([*table.classes, OUTSIDE], object)
    size = len(classes)
    return {TRUTH: np.repeat(classes, size + 1), PRED: np.tile(labels, size), COUNT: table.cells.ravel()}


def declared(table: Confusion, profile: str | Path | Profile | None, classes: Any) -> Any:  # noqa: ANN401 - as evaluate
    """The classes as asked for, else those of the profile, else those of the table."""
    if classes is not None:
        return classes
    known = profile if isinstance(profile, Profile) or profile is None else read_profile(profile)
    return None if known is not None and known.classes else table.classes


def check_alone(roles: Mapping[str, object], what: str = "Confusion") -> None:
    """Refuse columns beside a table that has its own."""
    for name, value in roles.items():
        if value is not None:
            raise SettingError.named(name, f"is for rows, and the data is a {what}. Leave it out.")
