"""Where a table comes from: files, what to call them, and what to say if they cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mercalli.errors import FileError
from mercalli.io.headers import UTF8
from mercalli.io.lines import check_objects, check_records, usual_name
from mercalli.io.paths import JSON, PARQUET, files_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Origin:
    """Files of one kind; `name` has quotes already."""

    files: Sequence[Path]
    kind: str
    name: str
    encoding: str
    headed: bool = True

    @classmethod
    def of(
        cls,
        paths: str | Path | Sequence[str | Path],
        encoding: str = UTF8,
        called: str | None = None,
        *,
        headed: bool = True,
    ) -> Origin:
        """The files that paths and globs mean, called by their names if not otherwise; `headed`, their columns too."""
        files, kind, name = files_of(paths)
        return cls(files, kind, called or name, usual_name(encoding), headed)

    def error(self, said: str) -> FileError:
        """What an engine said about the files, in our words, and with the line where it can be found."""
        return self.fault() or FileError.engine(self.name, self.kind, said)

    def fault(self) -> FileError | None:
        """The first thing that is wrong with the files, if they are text; it reads them to the end."""
        try:
            if self.kind == JSON:
                check_objects(self.files, self.encoding)
            elif self.kind != PARQUET:
                check_records(self.files, self.encoding, headed=self.headed)
        except FileError as found:
            return found
        return None
