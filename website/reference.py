"""Pages that are made: every public name, task by task, and one table of all metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import mercalli
from mercalli.cli.metrics.lessons import Chapter, chapters
from mercalli.registry import own_tasks, public_names

PROFILE = "humaid"
SHARED = "Profiles, metrics, results and errors: names that belong to no task."
PYTHON = """# Python: every public name

Everything is in `mercalli`, and nothing heavy is imported before it is used. [Results in Python](../../python.md) says
what all results can do. What is not listed here is not public and [may change](../../policy.md).

| page | for | names |
| --- | --- | --- |
"""
METRICS = """# Every metric in one table

What each metric means, when it misleads, and where it comes from. In Python each is a function of its statistic:
`mercalli.parse("csi")`; on the command line `--metrics csi`, and `mercalli metrics csi` explains it. The names lead to
formulas, ranges and options.

"""


def pages() -> dict[str, str]:
    """Every page that is made, by its path."""
    titled = list(_titled())
    of_names = {f"reference/python/{page}.md": _names(title, about, names) for page, title, about, names in titled}
    rows = (f"| [{title}]({page}.md) | {about} | {_listed(names)} |" for page, title, about, names in titled)
    return {
        **of_names,
        "reference/python/index.md": PYTHON + "\n".join(rows) + "\n",
        "reference/metrics.md": METRICS + "\n".join(map(_chapter, chapters(PROFILE))),
    }


def _titled() -> Iterator[tuple[str, str, str, list[str]]]:
    """A page for each task that has public names, and one for all others."""
    yield "shared", "What tasks share", SHARED, sorted({*mercalli.__all__} - {*public_names(), "__version__"})
    for task in own_tasks():
        if task.public:
            yield task.name, task.name.replace("_", " ").capitalize(), task.about, sorted(task.public)


def _names(title: str, about: str, names: Iterable[str]) -> str:
    return f"# {title}\n\n{about}\n\n" + "\n\n".join(f"::: mercalli.{name}" for name in names) + "\n"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _chapter(chapter: Chapter) -> str:
    rows = (
        f"| [{card.metric}](../metrics.md#{card.metric}) | {card.meaning} | {card.misleads} | {card.reference} |"
        for card in chapter.metrics
    )
    return "\n".join(
        [f"## {chapter.title}", "", "| metric | meaning | misleads | from |", "| --- | --- | --- | --- |", *rows, ""]
    )
