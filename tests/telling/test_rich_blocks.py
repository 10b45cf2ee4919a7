"""Blocks with a look of their own on a page are told as tables and sentences everywhere else."""

from dataclasses import replace

import pytest

from mercalli.results.difference import Ranking
from mercalli.results.gates import GateReport
from mercalli.results.measure import Measure, Provenance
from mercalli.telling.article import LONG, PAGE, Article, Cell, Choice, Fold, Gates, Rankings, Section, Sentence, table
from mercalli.telling.markdown import article_markdown
from mercalli.telling.page.article import article_page
from mercalli.telling.svg.strip import Scale, Strip
from tests.telling.test_article import screen

MEASURE = Measure("f1", 0.5, 0.4, 0.6, "wilson", 9)
STRIP = Strip(MEASURE, Scale(0.0, 1.0))


def told(*blocks):
    """An article of one section."""
    made = Provenance("rows.csv", {}, "generic", "", {}, {})
    return Article("rows.csv", "what it holds", "2 rows", (Section("All", blocks),), (), made, {}).on(PAGE)


def page(*blocks):
    return article_page(told(*blocks), {}).partition("<main")[2].partition("<script>")[0]


def gate(at, *, passed):
    return GateReport("slice:event.f1>=0.5", f"model {at}", "f1", 0.4 + 0.2 * passed, passed)


def test_a_drawing_is_only_on_a_page():
    drawn = table("all", ["metric", "value", "drawn"], [["f1", "0.5", Cell("", strip=STRIP)]])
    assert "<svg" in page(drawn)
    assert "drawn" not in screen(told(drawn)) + article_markdown(told(drawn))


def test_a_terminal_shows_the_first_text_of_a_brief_column():
    made = table("all", ["system", "f1"], [["svm", Cell("0.5", "0.4 to 0.6", "fair")]])
    assert "0.5 [0.4 to 0.6] fair" in screen(told(made))
    assert "0.4" not in screen(told(replace(made, brief=("f1",))))


def test_what_is_folded_has_a_heading_in_markdown_and_can_be_opened_on_a_page():
    fold = Fold("svm", (Sentence("good"),), key="s0", on=LONG)
    assert "### svm\n\ngood" in article_markdown(told(fold))
    assert '<details class="system" data-system="s0">' in page(fold)


def test_a_page_without_scripts_shows_every_view():
    views = [replace(table(name, ["a"], [["1"]]), view=name) for name in ("place", "hour")]
    shown = page(Choice("By", ("place", "hour")), *views)
    assert '<div class="tools" hidden>' in shown
    assert '<div data-view="place">' in shown


def test_gates_that_are_missed_come_first():
    gates = Gates((gate(0, passed=True), gate(1, passed=False)))
    lines = screen(told(gates)).splitlines()
    assert "Gates: model 0 passes its gate, model 1 misses its gate" in lines
    assert [line.split()[-1] for line in lines[-2:]] == ["missed", "passed"]


def test_of_many_places_where_a_gate_is_missed_a_page_folds_all_but_the_first():
    shown = page(Gates(tuple(gate(at, passed=False) for at in range(120))))
    assert "in 120 of 120: model 0" in shown
    assert "<summary>114 more</summary>" in shown
    assert "20 more are in result.json" in shown


@pytest.mark.parametrize("tell", [page, lambda *blocks: screen(told(*blocks))])
def test_a_ranking_names_everybody(tell):
    shown = tell(Rankings((Ranking("f1", (("svm", "bayes"), ("gpt",))),)))
    assert all(name in shown for name in ("svm", "bayes", "gpt"))
