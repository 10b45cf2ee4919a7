"""An article is said once and written twice."""

import re
from dataclasses import replace

import pytest

import mercalli
from mercalli.telling.article import Article, Explorer, Notes, Picture, Section, Sentence, Verdicts, table
from mercalli.telling.kinds import article_of
from mercalli.telling.markdown import article_markdown
from mercalli.telling.page.article import article_page
from tests.telling.hostile import HOSTILE

PNG = {"a.png": bytes(24)}


@pytest.fixture(scope="module")
def told():
    data = {"truth": [0, 1] * 30, "score": [at / 60 for at in range(60)]}
    return mercalli.rank(data, truth="truth", score="score", k=[10], replicates=100)


@pytest.fixture
def hostile(told):
    """An article all of hostile texts."""
    rows = [[text, text] for text in HOSTILE]
    blocks = [table(text, [text, text], rows) for text in HOSTILE] + [Sentence(text) for text in HOSTILE]
    every = (*blocks, Verdicts.of(HOSTILE), Notes(HOSTILE), Picture("a.png", HOSTILE[0]))
    sections = tuple(Section(text, every) for text in HOSTILE[:3])
    return Article(HOSTILE[0], "what is asked", HOSTILE[1], sections, told.metrics, told.provenance, {})


def test_both_ways_hold_every_cell(told):
    article = article_of(told)
    cells = {
        cell
        for section in article.sections
        for block in section.blocks
        if block.kind == "table"
        for row in block.rows
        for cell in row
    }
    page, text = article_page(article, {"gains.png": bytes(24)}), article_markdown(article)
    assert cells
    assert all(cell in page and cell in text for cell in cells)


def test_hostile_texts_stay_text_on_the_page(hostile):
    page = article_page(hostile, PNG)
    assert page.count("<script>") == 1
    assert "<b>" not in page


def test_hostile_texts_stay_text_in_markdown(hostile):
    text = article_markdown(hostile)
    assert "<script" not in text
    assert not re.search(r"(?<!\\)`", text)
    widths = {line.count(" | ") for line in text.splitlines() if line.startswith("| ")}
    assert widths == {1}


def test_a_metric_with_several_options_is_explained_once():
    article = article_of(
        mercalli.rank({"truth": [0, 1] * 9, "score": range(18)}, truth="truth", score="score", k=[3, 5], replicates=0)
    )
    page = article_page(article, {"gains.png": bytes(24)})
    assert page.count("<h3>Precision at K") == 1


def test_no_text_in_an_explorer_can_end_the_element_of_its_numbers():
    data = {"truth": [0, 1] * 30, "score": [at / 60 for at in range(60)]}
    article = article_of(mercalli.threshold(data, truth="truth", score="score", replicates=100))
    blocks = [block for section in article.sections for block in section.blocks if isinstance(block, Explorer)]
    hostile = replace(blocks[0], thresholds=("</script><b>", *blocks[0].thresholds[1:]))
    page = article_page(replace(article, sections=(Section("d", (hostile,)),)), {})
    assert "\\u003c/script\\u003e\\u003cb\\u003e" in page
    assert "</script><b>" not in page
