"""An article is told in every way from the same blocks."""

import csv
from io import StringIO

import pytest
from rich.console import Console

import mercalli
from mercalli.results.measure import Provenance
from mercalli.telling.article import LONG, PAGE, PROMPT, Article, Notes, Section, Sentence, Verdicts, table
from mercalli.telling.files import MEASURE
from mercalli.telling.kinds import files_of
from mercalli.telling.notebook import article_html
from mercalli.telling.prompt import article_text
from mercalli.telling.terminal import show

HOW = Provenance("'rows.csv'", {}, "generic", "sha256:0", {}, {})

ODD = "<b>\x1b[31mfire</b>"


def told(*blocks, **options):
    """An article of one section."""
    return Article("rows.csv", "what it holds", "2 rows", (Section("svm", blocks, **options),), (), HOW, {})


def screen(article, width=80):
    """What a terminal shows."""
    console = Console(width=width)
    with console.capture() as captured:
        show(console, article)
    return captured.get()


def test_each_telling_says_what_is_meant_for_it():
    article = told(Sentence("short", on=PROMPT), Sentence("long", on=LONG), Sentence("page", on=PAGE))
    assert article_text(article) == "svm\nshort"
    assert screen(article) == "rows.csv: 2 rows\n\nsvm\nlong\n"
    assert [block.text for block in article.on(PAGE).sections[0].blocks] == ["long", "page"]


def test_what_is_empty_is_not_told():
    assert told(Notes(()), Verdicts(()), table("none", ["a"], [])).on(PAGE).sections == ()


def test_a_section_is_headed_by_what_it_is_about():
    assert article_text(told(Sentence("good"), about="2 rows")).startswith("svm: 2 rows\n")


def test_a_column_of_intervals_is_left_out_where_there_is_none():
    made = table("all", ["metric", "value", "95% interval"], [["f1", "0.5", "-"], ["mcc", "-", "-"]])
    assert made.header == ("metric", "value")


def test_a_table_too_wide_for_a_terminal_leaves_out_its_spare_columns():
    made = table("all", ["name", "spare", "kept"], [["a", "1" * 30, "2" * 30]], spare=["spare"])
    assert "spare" in screen(told(made), width=80)
    assert "spare" not in screen(told(made), width=60)


def test_of_many_rows_a_terminal_shows_the_first_and_says_how_many_there_are():
    made = table("all", ["event"], [[str(at)] for at in range(9)], most=4, each="event")
    assert screen(told(made)).endswith("3\n5 more events: see --json or --out.\n")


def test_texts_of_the_data_give_no_orders():
    article = told(Sentence(ODD), Notes((ODD,)), table(ODD, [ODD], [[ODD]]))
    assert "\x1b" not in screen(article) + article_text(article)
    assert "<b>" not in article_html(article)


DATA = {
    "truth": [0, 1] * 30,
    "score": [at / 60 for at in range(60)],
    "other": [at % 7 for at in range(60)],
    "treated": [0, 0, 1, 1] * 15,
    "priority": ["Low", "Critical"] * 30,
    "sets": [["a"], ["b"]] * 30,
    "said": [["a"], ["a", "b"]] * 30,
}
RESULTS = {
    "alerts.csv": lambda: mercalli.alerts(DATA, truth="priority", score="score", replicates=0),
    "metrics.csv": lambda: mercalli.multilabel(DATA, truth="sets", pred="said", replicates=0),
    "labels.csv": lambda: mercalli.multilabel(DATA, truth="sets", pred="said", replicates=0),
    "ranking.csv": lambda: mercalli.rank(DATA, truth="truth", score=["score", "other"], k=5, replicates=0),
    "scores.csv": lambda: mercalli.threshold(DATA, truth="truth", score="score", replicates=0),
    "classes.csv": lambda: mercalli.evaluate(DATA, truth="priority", pred="priority", replicates=0),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_table_of_measures_has_the_same_columns(name):
    header = next(csv.reader(StringIO(files_of(RESULTS[name]())[name])))
    assert header[: 3 + len(MEASURE)] == ["system", "slice", "class", *MEASURE]
