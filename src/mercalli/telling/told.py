"""Which functions tell a kind of result: the only list of them, by dotted names, so that nothing is imported early."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mercalli.registry import kind_of
from mercalli.telling.notebook import article_html
from mercalli.telling.text import article_text

if TYPE_CHECKING:
    from mercalli.registry import Result
    from mercalli.telling.article import Article

REPORTS = "mercalli.reports"


@dataclass(frozen=True)
class Kind:
    """Functions of a result, as in "package.module:name".

    Attributes:
        files: The files of its report folder.
        article: Its article; none where it still has a screen of its own.
        latex: Its tables for a paper.
    """

    files: str
    article: str = ""
    latex: str = ""


KINDS = {
    "evaluation": Kind(f"{REPORTS}.folder:evaluation_files", latex=f"{REPORTS}.latex:evaluation_tables"),
    "comparison": Kind(f"{REPORTS}.folder:comparison_files", latex=f"{REPORTS}.latex:comparison_tables"),
    "decisions": Kind(f"{REPORTS}.decisions_folder:decisions_files"),
    "ranked": Kind(f"{REPORTS}.rank_article:files", f"{REPORTS}.rank_article:article"),
    "alerts": Kind(f"{REPORTS}.alerts_article:files", f"{REPORTS}.alerts_article:article"),
    "uplift": Kind(f"{REPORTS}.uplift_article:files", f"{REPORTS}.uplift_article:article"),
    "survival": Kind(f"{REPORTS}.survival_article:files", f"{REPORTS}.survival_article:article"),
    "cheers": Kind(f"{REPORTS}.cheers_folder:cheers_files"),
    "multilabel": Kind(f"{REPORTS}.multilabel_article:files", f"{REPORTS}.multilabel_article:article"),
    "fire": Kind(f"{REPORTS}.fire_folder:fire_files"),
    "perimeters": Kind(f"{REPORTS}.perimeters_folder:perimeters_files"),
    "fire_case": Kind(f"{REPORTS}.case_folder:case_files"),
    "fire_field": Kind(f"{REPORTS}.field_folder:field_files"),
    "advice": Kind(f"{REPORTS}.advice_article:files", f"{REPORTS}.advice_article:article"),
    "feedback": Kind(f"{REPORTS}.feedback_article:files", f"{REPORTS}.feedback_article:article"),
}


def article_of(result: Result) -> Article:
    """The article on any result."""
    article: Article = _named(KINDS[kind_of(result)].article)(result)
    return article


def files_of(result: Result, *, latex: bool = False) -> dict[str, str | bytes]:
    """The files of the report folder on any result: names and contents, with tables for a paper where there are any."""
    kind = KINDS[kind_of(result)]
    tables = _named(kind.latex)(result) if latex and kind.latex else {}
    return {**_named(kind.files)(result), **tables}


def text_of(result: Result) -> str:
    """Any result in a few lines, for a prompt."""
    return article_text(article_of(result))


def html_of(result: Result) -> str:
    """Any result as small tables, for a notebook."""
    return article_html(article_of(result))


def _named(dotted: str) -> Any:  # noqa: ANN401 - whatever has that name
    module, _, name = dotted.partition(":")
    return getattr(import_module(module), name)
