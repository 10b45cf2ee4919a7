"""Cases from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mercalli.errors import FileError
from mercalli.tasks.wildfire.case.data import check_case

if TYPE_CHECKING:
    from mercalli.tasks.wildfire.case.data import CaseSpec


def read_case(path: str | Path) -> CaseSpec:
    """A case from its TOML file."""
    file = Path(path)
    try:
        return check_case(file.read_text(encoding="utf-8"), repr(file.name))
    except FileNotFoundError:
        raise FileError.absent(str(path)) from None
    except IsADirectoryError:
        raise FileError.folder(str(path), "the TOML file of a case") from None
    except (OSError, ValueError) as error:
        raise FileError.unopened(file.name, "TOML", error) from None
