"""Reports on decisions: prices as they were given, slices in weights, bounds that a slice cannot keep."""

import numpy as np
import pytest
from rich.console import Console

import mercalli
from mercalli.tasks.scores.threshold.article import slice_cells
from mercalli.tasks.scores.threshold.html import decisions_html_page
from mercalli.tasks.scores.threshold.markdown import decisions_page
from mercalli.tasks.scores.threshold.plots import plots
from mercalli.tasks.scores.threshold.screen import show_decisions


def rows(count=400, seed=1):
    """Scores of two places; in the second they say nothing."""
    rng = np.random.default_rng(seed)
    truth, place = rng.integers(0, 2, count), rng.integers(0, 2, count)
    score = np.where(place == 0, rng.normal(0.4 + 0.3 * truth, 0.1), rng.random(count))
    return {"truth": truth, "score": np.clip(score, 0, 1), "place": place, "weight": rng.uniform(20, 60, count)}


def told(result):
    """The screen, the Markdown page and the HTML page of a result."""
    console = Console(width=200, record=True, quiet=False, file=None, force_terminal=False)
    with console.capture() as captured:
        show_decisions(console, result, [])
    return captured.get(), decisions_page(result), decisions_html_page(result)


@pytest.fixture(scope="module")
def strict():
    """Bounds that only one of two slices can keep."""
    asked = {"truth": "truth", "score": "score", "by": "place", "replicates": 0}
    return mercalli.threshold(rows(), **asked, max_fpr=0.02, min_recall=0.5)


def test_prices_are_told_with_all_their_digits():
    result = mercalli.threshold(
        rows(), truth="truth", score="score", replicates=0, value_tp=1234567.89, cost_fp=0.1234567
    )
    _, markdown, page = told(result)
    assert "value_tp 1234567.89, cost_fp 0.1234567." in markdown
    assert "value tp 1234567.89" in page
    assert 'data-price="value_tp" value="1234567.89"' in page
    assert 'data-price="cost_fp" value="0.1234567"' in page


def test_the_share_of_positives_in_a_slice_is_one_of_weights():
    data = rows()
    result = mercalli.threshold(data, truth="truth", score="score", by="place", weight="weight", replicates=0)
    for part in result.systems[0].slices:
        inside = data["place"] == int(part.values[0])
        share = np.average(data["truth"][inside], weights=data["weight"][inside])
        assert slice_cells(part, None)[2] == f"{share:.1%}"


def test_a_slice_that_cannot_keep_the_bounds_says_so_in_every_report(strict):
    for report in told(strict):
        assert report.count(", bound missed") == 1
        assert "no threshold keeps to all bounds in that slice alone" in " ".join(report.split())


def test_a_bound_on_many_alerts_is_told_in_whole_numbers():
    many = {"truth": [1, 0] * 3, "score": [0.5] * 6, "weight": [1234567.0] * 6}
    result = mercalli.threshold(many, truth="truth", score="score", weight="weight", capacity=1234567.0, min_recall=1.0)
    assert "reaches alerts 7,407,402 where at most 1234567 is wanted" in str(result)


def test_the_reliability_plot_has_an_interval_for_each_tenth_of_the_cases():
    data = rows()
    result = mercalli.threshold(data, truth="truth", score="score", replicates=100)
    tenths = result.systems[0].reliability.tenths
    (plot,) = (each for each in plots(result, result.systems[0]) if each.key == "reliability")
    assert (len(tenths), sum(each.total for each in tenths)) == (10, 400)
    assert sum(each.positives for each in tenths) == data["truth"].sum()
    shares = [each.positives / each.total for each in tenths]
    assert all(low < share < high or share in {0, 1} for share, (_, low, high) in zip(shares, plot.bars.T, strict=True))
    assert decisions_html_page(result).count('class="bar"') == 10


@pytest.mark.parametrize(
    "options", [{"replicates": 0}, {"weight": "weight", "replicates": 100}], ids=["none", "weights"]
)
def test_without_plain_rows_or_replicates_reliability_has_no_intervals(options):
    result = mercalli.threshold(rows(), truth="truth", score="score", **options)
    assert 'class="bar"' not in decisions_html_page(result)
