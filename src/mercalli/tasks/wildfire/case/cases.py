"""Cases from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.io.toml import toml_text
from mercalli.tasks.wildfire.case.data import check_case

if TYPE_CHECKING:
    from mercalli.tasks.wildfire.case.data import CaseSpec


def read_case(path: str | Path) -> CaseSpec:
    """A case from its TOML file."""
    return check_case(toml_text(path, "the TOML file of a case"), repr(Path(path).name))
