"""Models of a fire against each other: differences by hand, intervals, p-values, ties, and what all of them answer."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t
from sklearn.metrics import jaccard_score

from mercalli import burn_severity, fire_case, fire_field, from_json, structure_loss, to_json
from mercalli.estimates.settings import Settings
from mercalli.tasks.wildfire.compare import Compared, Number, comparison

SIDE = 16


def maps(tiles=4, seed=0, **kept):
    """What was observed on so many tiles a side, and a model for each share of cells that it keeps."""
    rng = np.random.default_rng(seed)
    shape = (tiles * SIDE, tiles * SIDE)
    truth = rng.integers(1, 5, shape)
    return truth, {
        name: np.where(rng.random(shape) < share, truth, rng.integers(1, 5, shape)) for name, share in kept.items()
    }


def severity(truth, models, **settings):
    return burn_severity(truth, models, **{"tile": SIDE, "replicates": 500, **settings})


def csi(truth, model):
    return jaccard_score((truth == 4).ravel(), (model == 4).ravel())


def tiles_of(values):
    """A part of a map for each tile."""
    return [
        each for rows in np.split(values, len(values) // SIDE) for each in np.split(rows, rows.shape[1] // SIDE, axis=1)
    ]


def test_the_difference_is_that_of_both_values_as_scikit_learn_has_them():
    truth, models = maps(a=0.7, b=0.4)
    found = severity(truth, models).comparison.pairs[0].difference("csi")
    assert found.difference == pytest.approx(csi(truth, models["a"]) - csi(truth, models["b"]), abs=1e-12)


def test_the_interval_over_few_tiles_leaves_one_out_in_turn():
    truth, models = maps(a=0.7, b=0.65)
    found = severity(truth, models).comparison.pairs[0].difference("csi")
    parts = [tiles_of(each) for each in (truth, models["a"], models["b"])]
    without = []
    for at in range(len(parts[0])):
        seen, one, two = (np.concatenate([each for place, each in enumerate(part) if place != at]) for part in parts)
        without.append(csi(seen, one) - csi(seen, two))
    n = len(without)
    error = np.sqrt((n - 1) / n * ((without - np.mean(without)) ** 2).sum())
    reach = t.ppf(0.975, n - 1) * error
    assert (found.low, found.high) == pytest.approx((found.difference - reach, found.difference + reach))
    assert found.method == "t over units left out in turn"


def test_from_a_hundred_tiles_on_tiles_are_drawn_again():
    found = severity(*maps(tiles=10, a=0.7, b=0.65)).comparison.pairs[0].difference("csi")
    assert found.method == "percentile over units"
    assert found.low < found.difference < found.high


def test_the_p_value_is_the_share_of_exchanges_that_differ_as_much():
    rng = np.random.default_rng(3)
    first, second = rng.normal(0.4, 1, (8, 1)), rng.normal(0, 1, (8, 1))
    units = {"a": first, "b": second}
    found = comparison(
        units, Compared((Number("sum", 1),), lambda sums: sums), Settings(0.95, 20_000, "percentile", 0), 8
    )
    signs = np.array(np.meshgrid(*[[1, -1]] * 8)).reshape(8, -1)
    apart = (first - second).ravel()
    exact = np.mean(np.abs(apart @ signs) >= abs(apart.sum()) - 1e-12)
    assert found.pairs[0].difference("sum").p == pytest.approx(exact, abs=0.01)


def test_below_six_tiles_there_is_no_p_value_and_nobody_is_better():
    result = severity(*maps(tiles=2, a=0.9, b=0.3))
    found = result.comparison.pairs[0].difference("csi")
    assert (found.p, found.better, result.comparison.units) == (None, None, 4)
    assert "4 tiles are too few to show a difference between systems" in result.verdict.texts("answer")[0]


def test_models_alike_are_tied_and_others_are_not():
    truth, models = maps(tiles=5, a=0.8, b=0.8, c=0.3)
    by_csi = next(each for each in severity(truth, models).comparison.rankings if each.metric == "csi")
    assert by_csi.groups[1] == ("c",)
    assert set(by_csi.groups[0]) == {"a", "b"}


def test_the_better_model_stands_first_in_a_pair_whatever_the_order_in_which_models_were_given():
    truth, models = maps(a=0.4, b=0.8)
    pair = severity(truth, models).comparison.pairs[0]
    assert (pair.first, pair.second) == ("b", "a")


def test_models_are_compared_on_cells_for_which_all_have_an_answer():
    truth, models = maps(a=0.7, b=0.6)
    holes = np.random.default_rng(5).random(truth.shape) < 0.2
    models["b"] = np.where(holes, 9, models["b"])
    result = severity(truth, models, model_missing=9)
    found = result.comparison.pairs[0].difference("csi")
    there = ~holes
    expected = csi(truth[there], models["a"][there]), csi(truth[there], models["b"][there])
    assert (found.first, found.second) == pytest.approx(expected)
    assert result.comparison.notes == (
        f"Models are compared on the {there.sum():,} cells for which all of them have an answer.",
    )
    assert result.verdict.texts("caution")[0] == result.comparison.notes[0]


def test_structures_are_compared_on_those_for_which_all_models_have_an_answer():
    rng = np.random.default_rng(1)
    lost = rng.random(200) < 0.4
    seen = {"id": list(range(200)), "damage": ["Destroyed" if each else "No Damage" for each in lost]}
    a, b = (np.where(rng.random(200) < keep, lost, ~lost) for keep in (0.9, 0.6))
    said = {
        "a": {"id": list(range(200)), "pred": a.astype(int).tolist()},
        "b": {"id": list(range(50, 200)), "pred": b[50:].astype(int).tolist()},
    }
    compared = structure_loss(seen, said, replicates=500).comparison
    found = compared.pairs[0].difference("csi")
    assert (compared.n, compared.units) == (150, 150)
    assert (found.first, found.second) == pytest.approx(
        (jaccard_score(lost[50:], a[50:]), jaccard_score(lost[50:], b[50:]))
    )


def test_one_model_is_compared_with_nobody():
    truth, models = maps(a=0.7)
    assert severity(truth, models).comparison is None


def test_without_replicates_there_are_differences_and_no_word_on_chance():
    result = severity(*maps(a=0.7, b=0.3), replicates=0)
    found = result.comparison.pairs[0].difference("csi")
    assert (found.low, found.p) == (None, None)
    assert result.verdict.texts("answer")[0].endswith("this lead was not tested for significance.")


def test_the_same_seed_gives_the_same_bytes_and_a_sealed_result_reads_back():
    truth, models = maps(a=0.7, b=0.6)
    texts = [to_json(severity(truth, models)) for _ in range(2)]
    assert texts[0] == texts[1]
    assert to_json(from_json(texts[0])) == texts[0]


def test_baselines_are_predicting_none_predicting_all_and_guessing_at_the_observed_rate():
    truth, models = maps(a=0.7)
    report = severity(truth, models).systems[0]
    rate = (truth == 4).mean()
    accuracy = report.measure("accuracy").baselines
    assert accuracy == pytest.approx(
        {"all_negative": 1 - rate, "all_positive": rate, "observed_rate": rate**2 + (1 - rate) ** 2}
    )
    assert report.measure("csi").baselines["all_positive"] == pytest.approx(csi(truth, np.full_like(truth, 4)))


def test_probabilities_are_compared_by_their_brier_scores():
    truth, _ = maps(a=0.7)
    rng = np.random.default_rng(2)
    good, poor = (np.clip((truth == 4) * pull + rng.random(truth.shape) * (1 - pull), 0, 1) for pull in (0.7, 0.2))
    result = fire_field(truth, {"poor": poor, "good": good}, kind="probability", tile=SIDE, replicates=500)
    found = result.comparison.pairs[0].difference("brier")
    brier = [np.mean((each - (truth == 4)) ** 2) for each in (good, poor)]
    assert (found.first, found.second, found.better) == (*map(pytest.approx, brier), "good")


@pytest.mark.parametrize(
    ("kind", "metric"), [("fss", "FSS (3 cells)"), ("ordinal", "quadratic_kappa"), ("arrival", "mae")]
)
def test_fields_of_every_kind_are_compared(kind, metric):
    truth, models = maps(a=0.8, b=0.3)
    more = {"windows": [1, 3, 5]} if kind == "fss" else {}
    as_numbers = {name: each.astype(float) for name, each in models.items()} if kind == "arrival" else models
    result = fire_field(
        truth.astype(float) if kind == "arrival" else truth, as_numbers, kind=kind, tile=SIDE, replicates=500, **more
    )
    found = result.comparison.pairs[0].difference(metric)
    assert found.better == result.verdict.best == "a"


def test_fields_with_answers_for_other_cells_are_not_compared_and_the_reason_is_said():
    truth, models = maps(a=0.8, b=0.3)
    models["b"][0, :5] = 9
    result = fire_field(truth, models, kind="ordinal", tile=SIDE, replicates=200, model_missing=9)
    assert result.comparison.pairs == ()
    assert result.verdict.texts("caution")[0].startswith(
        "Models are not compared, because they have answers for different cells"
    )


@pytest.fixture
def case(tmp_path):
    """A case of so many fires on which model a keeps more cells than model b."""

    def written(fires):
        lines = ["name = 'made'"]
        for folder in ("a", "b"):
            (tmp_path / folder).mkdir()
        for at in range(fires):
            truth, models = maps(tiles=2, seed=at, a=0.8, b=0.5)
            np.save(tmp_path / f"{at}.npy", truth)
            for name, each in models.items():
                np.save(tmp_path / name / f"{at}.npy", each)
            lines += [f"[fires.f{at}.severity]", f"observed = '{at}.npy'", f"model = '{at}.npy'", f"tile = {SIDE}"]
        (tmp_path / "case.toml").write_text("\n".join(lines), encoding="utf-8")
        return fire_case(tmp_path / "case.toml", [str(tmp_path / "b"), str(tmp_path / "a")], replicates=200)

    return written


def test_models_of_a_case_are_compared_by_their_totals_on_all_fires(case):
    result = case(6)
    found = result.comparison.pairs[0].difference("total score")
    assert (found.first, found.second) == pytest.approx((result["a"].pooled.total, result["b"].pooled.total))
    assert (found.better, result.comparison.units, result.verdict.best) == ("a", 6, "a")
    assert result.verdict.texts("scope") == ("This applies to new fires like these 6.",)


def test_two_fires_are_too_few_to_show_a_difference_between_fires(case):
    result = case(2)
    said = result.verdict
    assert said.best is None
    assert said.texts("answer")[0].startswith(
        "2 fires are too few to show a difference between systems; on these fires a is better"
    )
    assert said.texts("scope")[0].startswith("This applies to these 2 fires only, not to new fires.")


def test_models_of_a_case_with_answers_for_other_cells_are_told(case, tmp_path):
    case(2)
    values = np.load(tmp_path / "b" / "0.npy").astype(float)
    values[0, 0] = np.nan
    np.save(tmp_path / "b" / "0.npy", values)
    result = fire_case(tmp_path / "case.toml", [str(tmp_path / "b"), str(tmp_path / "a")], replicates=0)
    assert result.verdict.texts("caution")[0].startswith("Models have answers for different cells or structures")


def test_a_result_without_a_comparison_still_has_a_verdict():
    truth, models = maps(a=0.7, b=0.6)
    old = replace(severity(truth, models), comparison=None)
    assert old.verdict.texts("answer")[0].startswith("a has the best csi")


def means(*units):
    """Models a and b by the mean of units."""
    numbers = {name: np.array(each, np.float64)[:, None] for name, each in zip("ab", units, strict=True)}
    compared = Compared((Number("mean", 1),), lambda sums: sums / len(units[0]))
    return comparison(numbers, compared, Settings(0.95, 1000, "percentile", 0), len(units[0]))


def test_all_ways_to_exchange_few_units_are_counted():
    found = means([2, 3, 4, 5, 6, 7, 8, 9], [1, 1, 1, 1, 1, 1, 1, 1]).pairs[0].differences[0]
    assert found.p == 2 / 2**8


def test_no_p_value_where_too_few_units_differ():
    found = means([1, 1, 1, 5, 5, 5, 5, 5], [1, 1, 1, 5, 1, 1, 1, 1])
    assert found.pairs[0].differences[0].p is None
    assert found.notes[0].startswith(
        "a and b differ in 4 of 8 tiles: exchanging so few cannot give a p-value below 0.125"
    )
    assert not found.rankings


def test_a_unit_that_decides_alone_is_told():
    found = means([900, 2, 1, 2, 1, 2, 1, 2], [1, 1, 2, 1, 2, 1, 2, 1])
    assert found.notes[0].startswith(
        "One of the 8 tiles changes the difference between a and b more than all others together"
    )
