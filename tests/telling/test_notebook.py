"""What a notebook and a prompt show of a result: short, the answer first, safe in every theme."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mercalli
from mercalli.telling.article import Article, Notes, Section, Verdicts, table
from mercalli.telling.notebook import MOST_BYTES, article_html
from tests.frozen.kept import FIRST, KEPT

FILES = sorted((KEPT / FIRST).glob("*.json"))
COLOURS = re.compile(r"(?:color|background):(?!inherit|transparent)")
HEADER = ("metric", "value", "95% interval", "constant")


def told(*sections):
    return Article("rows.csv", "", "", sections, (), None, {})


def of_system(name, value, *notes):
    shown = table("Metrics", HEADER, [("f1", value, "0.10 to 0.90", "0.50"), ("mcc", value, "-", "0.00")])
    return Section(name, (Verdicts.of((f"{name} will do.",)), shown, Notes(notes)))


def many(systems, classes=30):
    rng = np.random.default_rng(0)
    names = [f"a rather long name of a class, number {at}" for at in range(classes)]
    truth = rng.choice(names, 300)
    pred = {f"system number {at} with a long name": rng.choice(names, 300) for at in range(systems)}
    return mercalli.evaluate(truth=truth, pred=pred, replicates=0)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_result_is_short_at_a_prompt_and_in_a_notebook(file):
    result = mercalli.read_result(file)
    text, html = repr(result), result._repr_html_()
    assert len(text) < 2_000
    assert text.splitlines()[0] == str(result).splitlines()[0]
    assert len(html.encode()) < MOST_BYTES
    assert not COLOURS.search(html), "the theme decides about colours"
    assert "<script" not in html


@pytest.mark.parametrize("systems", [1, 2, 12, 40])
def test_many_systems_and_long_names_stay_short(systems):
    result = many(systems)
    assert len(repr(result)) < 2_000
    assert len(result._repr_html_().encode()) < MOST_BYTES


def test_a_result_that_is_cut_says_so():
    assert repr(many(12)).splitlines()[-1].endswith("print(result) shows it all")


def test_repr_is_not_that_of_all_fields():
    assert "Evaluation(" not in repr(many(1))


def test_what_stands_first_in_an_article_stands_first_in_a_notebook():
    verdict = Section("Verdict", (Verdicts.of(("svm is ahead.",)),))
    html = article_html(told(verdict, of_system("svm", "0.80"), of_system("rules", "0.70")))
    assert html.index("svm is ahead.") < html.index("<table")


def test_several_systems_share_one_table():
    html = article_html(told(of_system("svm", "0.80"), of_system("rules", "0.70")))
    assert html.count("<table") == 1
    cells = re.findall(r"<t[hd] [^>]*>([^<]*)<", html)
    assert cells[:3] == ["metric", "svm", "rules"]
    assert cells[3:6] == ["f1", "0.80 [0.10 to 0.90]", "0.70 [0.10 to 0.90]"]


def test_where_there_are_more_systems_than_metrics_these_stand_above():
    html = article_html(told(*(of_system(name, "0.80") for name in "abc")))
    assert re.findall(r"<th [^>]*>([^<]*)<", html) == ["of", "f1", "mcc"]


def test_a_note_on_all_systems_is_shown_once_and_others_name_theirs():
    html = article_html(told(of_system("svm", "0.80", "few rows", "odd"), of_system("rules", "0.70", "few rows")))
    assert html.count("few rows") == 1
    assert "! svm: odd" in html


def test_numbers_stand_to_the_right_and_names_to_the_left():
    html = article_html(told(of_system("svm", "0.80")))
    assert re.search(r"text-align:left\">f1<", html)
    assert re.search(r"text-align:right\">0.80<", html)


def test_texts_of_the_data_stay_text_and_are_cut():
    html = article_html(told(of_system("<b>svm</b>", "0.80", "x" * 5_000)))
    assert "<b>" not in html
    assert "x" * 501 not in html
