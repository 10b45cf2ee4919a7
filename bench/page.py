"""bench/README.md: each bench rewrites its own part, between its markers."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent / "README.md"


def rewrite(name: str, content: str) -> None:
    """Replaces what stands between the markers of `name`."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
    page = PAGE.read_text(encoding="utf-8")
    part = f"{start}\n{content}\n{end}"
    PAGE.write_text(pattern.sub(lambda _: part, page), encoding="utf-8")
