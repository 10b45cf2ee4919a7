"""Pictures of results as figures, and their pages inside notebooks."""

from __future__ import annotations

import subprocess
import sys

import pytest
from matplotlib import rc_context
from matplotlib.figure import Figure

import mercalli
from mercalli.errors import FigureError
from mercalli.plan.results import from_json
from mercalli.registry import kind as registered
from mercalli.telling.kinds import files_of
from tests.results.mutations import KINDS, example

TRUTH = ["fire", "flood"] * 10


@pytest.fixture(scope="module")
def result():
    return mercalli.evaluate(truth=TRUTH, pred={"svm": TRUTH, "rules": ["fire"] * 20}, replicates=0)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_result_gives_figures_or_says_that_it_has_none(kind):
    result = from_json(example(kind))
    if not registered(kind).pictures:
        with pytest.raises(FigureError, match=rf"'{kind}' has no pictures"):
            result.figure()
    else:
        assert isinstance(result.figure(), Figure)


def test_a_figure_is_drawn_as_its_file_in_the_report(result):
    for name, file in files_of(result).items():
        if name.endswith(".png"):
            assert result.figure(name.removesuffix(".png"))._repr_png_() == file


def test_the_first_picture_is_taken_where_none_is_named(result):
    assert result.figure()._repr_png_() == result.figure("comprehensive_metrics_comparison")._repr_png_()


def test_an_unknown_picture_is_refused_with_those_that_there_are(result):
    with pytest.raises(FigureError, match=r"no picture 'correlation'.*There are: .*metrics_correlation\."):
        result.figure("correlation")


def test_a_figure_does_not_depend_on_what_the_user_set_since(result):
    before = result.figure("enhanced_confusion_matrices")
    with rc_context({"font.size": 30, "figure.facecolor": "red"}):
        assert before._repr_png_() == result.figure("enhanced_confusion_matrices")._repr_png_()


def test_figures_are_made_without_pyplot():
    script = """
import sys, mercalli
result = mercalli.evaluate(truth=["a", "b"], pred=["a", "a"], replicates=0)
print("matplotlib" in sys.modules)
result.figure()._repr_png_()
print("matplotlib.pyplot" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_page_stands_in_a_frame_of_its_own(result):
    page = result.show(height=300)
    assert str(page) == files_of(result)["index.html"]
    html = page._repr_html_()
    assert html.startswith('<iframe title="Report" sandbox="allow-scripts" style="width:100%;height:300px')
    assert html.count("<") == 2, "nothing of the page gets out"
    assert len(repr(page)) < 200
