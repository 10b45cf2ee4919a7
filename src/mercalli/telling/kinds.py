"""How a result of any kind is told, as the record of its task says."""

from __future__ import annotations

from mercalli.registry import Kind, adapted, kind, load
from mercalli.results.seal import Result
from mercalli.results.verdict import Verdict, verdict
from mercalli.telling.article import Article, headed
from mercalli.telling.prompt import article_html, article_text


def article_of(result: Result) -> Article:
    """The article on any result."""
    article: Article = load(_kind(result).article)(result)
    return headed(article, result.verdict)


def verdict_of(result: Result) -> Verdict | None:
    """The verdict on any result, as far as its task says what it is made from."""
    registered = kind(result.sealed_as)
    grounds = "" if registered is None else registered.grounds
    return verdict(load(grounds)(result)) if grounds else None


def files_of(result: Result, *, latex: bool = False) -> dict[str, str | bytes]:
    """The files of the report folder on any result: names and contents, with tables for a paper where there are any."""
    registered = _kind(result)
    tables = load(registered.latex)(result) if latex and registered.latex else {}
    return {**load(registered.files)(result), **adapted_files(result.sealed_as, result), **tables}


def adapted_files(name: str, result: object) -> dict[str, str | bytes]:
    """The files of a kind of result in the shapes of other programs."""
    return {file: content for files in adapted("files", name) for file, content in files(result).items()}


def text_of(result: Result) -> str:
    """Any result in a few lines, for a prompt."""
    return article_text(article_of(result))


def html_of(result: Result) -> str:
    """Any result as small tables, for a notebook."""
    return article_html(article_of(result))


def _kind(result: Result) -> Kind:
    registered = kind(result.sealed_as)
    assert registered is not None, result.sealed_as  # noqa: S101 - a record without a kind is a fault of its task
    return registered
