"""The Markdown page: read by a Markdown reader, texts of the data stay text."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

import mercalli
from mercalli.telling.article import PAGE
from mercalli.telling.kinds import article_of
from mercalli.telling.markdown import article_markdown, escape
from mercalli.text.names import one_line
from tests.telling.hostile import HOSTILE, hostile_result

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
OURS = {"text", "softbreak", "strong_open", "strong_close"}


def markdown(result):
    """The page."""
    return article_markdown(article_of(result).on(PAGE))


def read(page):
    """The tokens of a page, those inside lines too."""
    return [inner for token in READER.parse(page) for inner in (token, *(token.children or ()))]


def shown(page):
    return "".join(token.content for token in read(page) if token.type in ("text", "text_special"))


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("around", ["{}", "- {}", "| a | {} |\n| --- | --- |", "**{}**"])
def test_a_text_is_shown_as_it_is_and_does_nothing(text, around):
    page = around.format(escape(text))
    assert one_line(text).strip() in shown(page)
    assert {token.type for token in read(page) if not token.children and token.level > 0} <= OURS | {
        *("inline", "paragraph_open", "paragraph_close", "list_item_open", "list_item_close"),
        *("thead_open", "thead_close", "tr_open", "tr_close", "th_open", "th_close", "text_special"),
    }


@pytest.mark.parametrize("part", [lambda result: result, lambda result: result.comparison])
def test_a_whole_page_of_such_texts_has_our_markup_only(part):
    tokens = {token.type for token in read(markdown(part(hostile_result())))}
    assert not tokens & {
        "html_inline",
        "html_block",
        "link_open",
        "image",
        "code_inline",
        "fence",
        "code_block",
        "s_open",
    }


def test_every_table_has_as_many_cells_in_each_row():
    page = markdown(hostile_result())
    rows = [line for line in page.splitlines() if line.startswith("|")]
    tokens = [token.type for token in read(page)]
    assert tokens.count("tr_open") == len(rows) - tokens.count("table_open")
    assert page.count("\n| --- |") == tokens.count("table_open")


def test_links_and_mentions_are_broken_up():
    found = escape("http://evil.example www.evil.example @somebody $x$")
    assert not any(sign in found for sign in ("://", "www.", "@", "$"))


def test_what_is_undefined_says_why():
    found = mercalli.evaluate(truth=["a"] * 50, pred=["a"] * 50, classes=["a", "b"], metrics="mcc", replicates=0)
    page = markdown(found)
    assert "| mcc | - (truth and predictions are both constant) |" in page
    assert "| - (the class has no true items)" in page


def test_the_page_says_who_is_best_at_what_and_what_to_do():
    page = markdown(hostile_result())
    for part in ("## Which is better", "## What to do next", "## Worst errors"):
        assert f"\n{part}\n" in page


def test_the_page_has_the_matrix_as_a_table():
    truth = ["a", "b"] * 30
    page = markdown(mercalli.evaluate(truth=truth, pred=["a"] * 60, replicates=0))
    assert "| true class | a | b |\n| --- | --- | --- |\n| a | 30 | 0 |\n| b | 30 | 0 |" in page
