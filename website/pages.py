"""Where each page of the repository stands on the site, and what is changed on the way there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from website.formulas import drawn
from website.gallery import write_gallery
from website.links import relinked
from website.reference import pages as made

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
DECISIONS = DOCS / "decisions"
# Pages outside docs/, and where they stand on the site.
ELSEWHERE = {
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "bench/README.md": "project/speed.md",
}
# Pages that repeat what others say better; the search leaves them out.
UNSEARCHED = ("project/", "decisions/", "reference/metrics")
LEFT_OUT = "---\nsearch:\n  exclude: true\n---\n"
HEADING = re.compile(r"^# (.+)$", re.MULTILINE)
HEAD = "# Decisions\n\nWhy it is built this way: the question, the choice, and what was given up.\n\n"


def write_pages(folder: Path) -> None:
    """Every page and picture of the site, for its builder."""
    own = {_path(path): path.relative_to(DOCS).as_posix() for path in _files()} | ELSEWHERE
    places = own | {_path(DECISIONS): "decisions/index.md"}
    for source, place in own.items():
        target = _room(folder / place)
        if source.endswith(".md"):
            target.write_text(_searched(place) + _page(source, places), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / source, target)
    for place, page in {**made(), "decisions/index.md": HEAD + "\n".join(_decisions())}.items():
        _room(folder / place).write_text(_searched(place) + page, encoding="utf-8")
    write_gallery(folder)


def _files() -> Iterator[Path]:
    return (path for path in sorted(DOCS.rglob("*")) if path.suffix in (".md", ".png", ".svg"))


def _path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _room(target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def _searched(place: str) -> str:
    """What tells the builder whether the search should find a page."""
    return LEFT_OUT if place.startswith(UNSEARCHED) else ""


def _page(source: str, places: Mapping[str, str]) -> str:
    return drawn(relinked((ROOT / source).read_text(encoding="utf-8"), source, places))


def _decisions() -> Iterator[str]:
    """A line for each decision, with its heading."""
    for path in sorted(DECISIONS.glob("*.md")):
        found = HEADING.search(path.read_text(encoding="utf-8"))
        yield f"- [{found[1] if found else path.stem}]({path.name})"
