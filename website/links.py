"""Links between pages: some stand elsewhere on the site than in the repository, and files of code not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")


def relinked(page: str, source: str, places: Mapping[str, str]) -> str:
    """A page with links that lead to where other pages stand on the site; what is not on it stays as text.

    >>> places = {"docs/a.md": "a.md", "CHANGELOG.md": "project/changelog.md"}
    >>> relinked("[new](../CHANGELOG.md#010), [code](../src/x.py), [here](#here)", "docs/a.md", places)
    '[new](project/changelog.md#010), code, [here](#here)'
    """

    def link(found: re.Match[str]) -> str:
        target, sign, place = found["target"].partition("#")
        if not target or ":" in target:
            return found[0]
        stands = places.get(os.path.normpath(Path(source).parent / target))
        if stands is None:
            return found["text"]
        return f"[{found['text']}]({_from(places[source], stands)}{sign}{place})"

    return LINK.sub(link, page)


def _from(page: str, other: str) -> str:
    return Path(os.path.relpath(other, Path(page).parent)).as_posix()
