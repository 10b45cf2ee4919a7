"""Reports on decisions: prices as they were given, slices in weights, bounds that a slice cannot keep."""

import numpy as np
import pytest

import mercalli
from mercalli.tasks.scores.threshold.figures import plots
from mercalli.telling.kinds import article_of, files_of
from tests.telling.screens import screen


def rows(count=400, seed=1):
    """Scores of two places; in the second they say nothing."""
    rng = np.random.default_rng(seed)
    truth, place = rng.integers(0, 2, count), rng.integers(0, 2, count)
    score = np.where(place == 0, rng.normal(0.4 + 0.3 * truth, 0.1), rng.random(count))
    return {"truth": truth, "score": np.clip(score, 0, 1), "place": place, "weight": rng.uniform(20, 60, count)}


def page(result):
    """The HTML page of a result."""
    return files_of(result)["index.html"]


def told(result):
    """The screen, the Markdown page and the HTML page of a result."""
    return screen(result), files_of(result)["report.md"], page(result)


def tables(result, caption):
    """Tables of an article by the start of their caption."""
    blocks = [block for section in article_of(result).sections for block in section.blocks if block.kind == "table"]
    return [block for block in blocks if block.caption.startswith(caption)]


@pytest.fixture(scope="module")
def strict():
    """Bounds that only one of two slices can keep."""
    asked = {"truth": "truth", "score": "score", "by": "place", "replicates": 0}
    return mercalli.threshold(rows(), **asked, max_fpr=0.02, min_recall=0.5)


def test_prices_are_told_with_all_their_digits():
    result = mercalli.threshold(
        rows(), truth="truth", score="score", replicates=0, value_tp=1234567.89, cost_fp=0.1234567
    )
    for report in told(result):
        assert "value_tp 1234567.89, cost_fp 0.1234567" in report.replace("\\", "").replace("<wbr>", "")
    assert 'data-price="value_tp" value="1234567.89"' in page(result)
    assert 'data-price="cost_fp" value="0.1234567"' in page(result)


def test_the_share_of_positives_in_a_slice_is_one_of_weights():
    data = rows()
    result = mercalli.threshold(data, truth="truth", score="score", by="place", weight="weight", replicates=0)
    (slices,) = tables(result, "Slices")
    for name, _, positive, _ in slices.rows:
        inside = data["place"] == int(name.removeprefix("place="))
        assert positive == f"{np.average(data['truth'][inside], weights=data['weight'][inside]):.1%}"


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
    assert page(result).count('class="bar"') == 10


@pytest.mark.parametrize(
    "options", [{"replicates": 0}, {"weight": "weight", "replicates": 100}], ids=["none", "weights"]
)
def test_without_plain_rows_or_replicates_reliability_has_no_intervals(options):
    result = mercalli.threshold(rows(), truth="truth", score="score", **options)
    assert 'class="bar"' not in page(result)


def board(result):
    """The systems of a result as they are ranked."""
    (found,) = tables(result, "Best first by")
    return [row[0] for row in found.rows]


def test_where_lower_is_better_the_lowest_value_comes_first_and_one_without_a_value_last():
    data = rows()
    scores = {"no_probabilities": data["score"] * 7 - 3, "noise": 1 - data["score"], "good": data["score"]}
    result = mercalli.threshold({**data, **scores}, truth="truth", score=list(scores), metrics="brier", replicates=0)
    assert board(result) == ["good", "noise", "no_probabilities"]
    assert "Details of good." in screen(result)


def test_with_prices_the_system_that_is_worth_most_comes_first():
    data = rows()
    scores = {"noise": 1 - data["score"], "good": data["score"]}
    wish = {"truth": "truth", "score": list(scores), "value_tp": 10, "cost_fp": 10, "replicates": 0}
    assert board(mercalli.threshold({**data, **scores}, **wish)) == ["good", "noise"]
