"""What a notebook and a prompt show of a result: short, the answer first, safe in every theme."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mercalli
from mercalli.plan.results import from_json
from mercalli.results.measure import Measure
from mercalli.telling.article import Article, Cell, Notes, Section, Verdicts, table
from mercalli.telling.notebook import MOST_BYTES, article_html
from mercalli.telling.svg.strip import Scale, Strip
from tests.frozen.kept import FIRST, KEPT
from tests.results.mutations import KINDS, example

FILES = sorted((KEPT / FIRST).glob("*.json"))
COLOURS = re.compile(r"(?:color|background|fill=\"|stroke=\")(?::(?!inherit|transparent)|(?<=\")(?!currentColor))")
RESULTS = {**{file.stem: file.read_text(encoding="utf-8") for file in FILES}, **dict.fromkeys(KINDS)}
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


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_of_every_kind_is_short_at_a_prompt_and_in_a_notebook(name):
    result = from_json(RESULTS[name] or example(name))
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


def test_a_value_has_its_interval_as_a_bar_in_the_colour_of_the_text():
    bars = re.findall(r'd="(M1[^"]*)"/><circle cx="([\d.]+)"', article_html(told(of_system("svm", "0.80"))))
    assert bars[0] == ("M14.6 3v6M14.6 6H75.4M75.4 3v6", "67.8"), "7 dots to 0, 83 to 1"


def test_a_bar_of_the_task_is_taken_before_what_is_printed():
    strip = Strip(Measure("lift", 3.0, 2.0, 4.0, None, 0), Scale(0.0, 4.0), line=1.0)
    shown = table("Lift", ("metric", "value", "drawn"), [("lift", "3.00", Cell("", strip=strip))])
    html = article_html(told(Section("svm", (shown,))))
    assert 'cx="64"' in html
    assert "M26 1v10" in html, "what to compare with"
    assert "drawn" not in html


def test_values_that_are_no_shares_and_have_no_scale_have_no_bar():
    shown = table("Worth", ("metric", "value", "95% interval"), [("worth", "3.10", "2.00 to 4.00"), ("f1", "0.5", "-")])
    assert "<svg" not in article_html(told(Section("svm", (shown,))))


def test_bars_make_room_for_rows():
    rows = [(f"f_beta(beta={at}) of a long name of a metric", "0.80", "0.10 to 0.90") for at in range(17)]
    shown = table("Metrics", ("metric", "value", "95% interval"), rows, most=17)
    words = Section("svm", (shown, Notes(tuple("x" * 480 for _ in range(12)))))
    html = article_html(told(words))
    assert "<svg" not in html
    assert "f_beta(beta=11)" in html


def test_numbers_stand_to_the_right_and_names_to_the_left():
    html = article_html(told(of_system("svm", "0.80")))
    assert re.search(r"text-align:left\">f1<", html)
    assert re.search(r"text-align:right\">0.80<svg", html)


def test_texts_of_the_data_stay_text_and_are_cut():
    html = article_html(told(of_system("<b>svm</b>", "0.80", "x" * 5_000)))
    assert "<b>" not in html
    assert "x" * 501 not in html
