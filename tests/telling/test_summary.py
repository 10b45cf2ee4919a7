"""A result on one page: what stands on it, what is left out and said to be, and nothing that is not in the report."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mercalli
from mercalli.plan.results import from_json
from mercalli.results.seal import seal_of
from mercalli.telling.kinds import article_of, files_of
from mercalli.telling.summary import LINES, summary_of
from tests.results.mutations import KINDS, example
from tests.telling.hostile import hostile_result

SEAL = f"sha256:{'0' * 64}"
CLASSES = ["calm", "flood", "fire"]


def evaluated(systems=1, name="model {}", classes=CLASSES, **settings):
    """Systems that are right less and less often."""
    rng = np.random.default_rng(5)
    names = np.array(classes, object)
    truth = names[rng.integers(0, len(names), 400)]
    preds = {}
    for at in range(systems):
        wrong = rng.random(400) < 0.15 + at / (3 * systems)
        preds[name.format(at)] = np.where(wrong, names[rng.integers(0, len(names), 400)], truth)
    return mercalli.evaluate(truth=truth, pred=preds, replicates=100, urgent=classes[:1], floor=0.99, **settings)


def page(result):
    return files_of(result)["summary.html"]


def test_it_begins_with_the_warnings_of_the_verdict():
    result = evaluated()
    summary = summary_of(article_of(result), SEAL)
    assert summary.verdict[0].warns
    assert summary.verdict[0] == result.verdict.lines[0]
    assert {line.topic for line in summary.verdict}.isdisjoint({"next", "caution", "scope"})


def test_one_system_has_three_metrics_with_their_intervals():
    result = evaluated()
    numbers = summary_of(article_of(result), SEAL).numbers
    assert len(numbers.rows) == 3
    for name, (cell,) in numbers.rows:
        assert cell.text == f"{result.systems[0].measure(name).value:.3f}"
        assert cell.strip.measure == result.systems[0].measure(name)


def test_several_systems_stand_side_by_side_the_best_first():
    numbers = summary_of(article_of(evaluated(4)), SEAL).numbers
    assert [name for name, _ in numbers.rows] == [f"model {at}" for at in range(4)]
    assert {len(cells) for _, cells in numbers.rows} == {3}


@pytest.mark.parametrize("systems", [1, 4, 40])
def test_it_fits_and_says_what_is_left_out(systems):
    result = evaluated(systems)
    summary = summary_of(article_of(result), SEAL)
    assert summary.lines <= LINES
    rest = systems - len(summary.numbers.rows)
    assert (f"{rest} more systems" in summary.rest) == (rest > 0 and systems > 1)


def test_what_stands_on_it_stands_in_the_report():
    result = evaluated(4)
    summary, report = summary_of(article_of(result), SEAL), files_of(result)["index.html"]
    plain = " ".join(re.sub("<[^>]+>", "", report).split())
    for text in (*(line.text for line in summary.verdict), *summary.know):
        assert " ".join(text.split()).replace(">", "&gt;") in plain


def test_the_seal_is_that_of_the_result():
    files = files_of(evaluated())
    seal = seal_of(files["result.json"])
    assert re.fullmatch("sha256:[0-9a-f]{64}", seal)
    assert seal in files["summary.html"]


def test_who_and_when_stand_above(tmp_path):
    mercalli.write_report(evaluated(), tmp_path / "report", title="Week 3", author="A. Ruiz", date="2026-11-19")
    text = (tmp_path / "report" / "summary.html").read_text(encoding="utf-8")
    assert '<h1 dir="auto">Week 3</h1>' in text
    assert "A. Ruiz, 2026-11-19" in text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_result_has_one_that_fits(kind):
    result = from_json(example(kind))
    assert summary_of(article_of(result), SEAL).lines <= LINES
    assert "<script" not in page(result)


def test_names_are_text():
    made = page(hostile_result())
    for sign in ("<script", "\u202e", "\x07"):
        assert sign not in made
    assert summary_of(article_of(hostile_result()), SEAL).lines <= LINES
