"""PDF files: what they need, and which of them are ours."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from mercalli.errors import ExtraError
from mercalli.io.targets import FileKind

WRITER, EXTRA = "typst", "pdf"
MADE_BY = "Made by Mercalli"  # a keyword of the file
FIRST = b"%PDF"


class OwnPdf(FileKind):
    """A PDF of ours, told from those of other programs by its keyword."""

    def fits(self, file: Path) -> bool:
        """Whether a file is one; an empty one may become one."""
        content = file.read_bytes()
        return not content or (content.startswith(FIRST) and MADE_BY.encode() in content)


OWN_PDF = OwnPdf("a PDF of Mercalli", re.compile(""))


def check_extra() -> None:
    """Refuse PDF files where nothing is installed that writes them."""
    if find_spec(WRITER) is None:
        raise ExtraError.missing(WRITER, EXTRA)
