"""Fields: against the library `scores`, scikit-learn and brute force."""

import numpy as np
import pytest
from scores.spatial import fss_2d_single_field
from sklearn.metrics import average_precision_score, brier_score_loss, cohen_kappa_score

import mercalli
from mercalli import fire_field
from mercalli.errors import FireError, MercalliError
from mercalli.metrics.fractions_skill_score import fractions_skill_score
from mercalli.reports.any_folder import folder_files
from mercalli.stats.fractions import Fractions
from tests.wildfire.maps import severity, wrong


def values(report):
    return {each.name: each.value for each in report.quantities}


@pytest.mark.parametrize("window", [1, 2, 5, 11])
def test_the_fractions_skill_score_is_that_of_scores(window):
    truth, pred = severity() == 4, wrong(severity()) == 4
    expected = fss_2d_single_field(
        pred.astype(float), truth.astype(float), event_threshold=0.5, window_size=(window, window)
    )
    assert float(fractions_skill_score(Fractions.of(truth, pred, window))) == pytest.approx(float(expected))


def test_shares_are_of_the_cells_that_are_known():
    rng = np.random.default_rng(0)
    truth, pred, known = (rng.random((9, 8)) < share for share in (0.4, 0.4, 0.7))
    apart = both = 0.0
    for row in range(7):
        for column in range(6):
            at = np.s_[row : row + 3, column : column + 3]
            size = known[at].sum()
            one, two = ((part & known)[at].sum() / size if size else 0.0 for part in (truth, pred))
            apart, both = apart + (one - two) ** 2, both + one**2 + two**2
    found = Fractions.of(truth, pred, 3, known)
    assert (found.apart, found.both) == pytest.approx((apart, both))


def test_a_window_larger_than_the_map_is_undefined():
    rows = fire_field(severity((20, 30)), severity((20, 30)), kind="fss", windows=[5, 21]).systems[0].table.rows
    assert rows == ((5.0, 1.0), (21.0, None))


def test_the_smallest_useful_window_is_told():
    truth = np.ones((60, 60), np.uint8)
    truth[20:30, 20:30] = 4
    report = fire_field(truth, np.roll(truth, 6, axis=1), kind="fss", windows=[1, 5, 15, 25]).systems[0]
    useful = values(report)["useful"]
    first = next(window for window, score in report.table.rows if score >= useful)
    assert values(report)["useful_window"] == first > 1


def test_arrival_errors_are_of_cells_that_burned_in_both():
    observed = np.array([[1.0, 2.0, np.nan, np.nan]])
    modelled = np.array([[2.0, np.nan, 3.0, np.nan]])
    found = values(fire_field(observed, modelled, kind="arrival", time_unit="h").systems[0])
    assert (found["bias"], found["mae"], found["rmse"]) == (1, 1, 1)
    assert (found["both"], found["observed_only"], found["model_only"], found["neither"]) == (1, 1, 1, 1)


def test_arrival_errors_are_those_of_numpy():
    rng = np.random.default_rng(0)
    observed, modelled = rng.random((30, 20)) * 48, rng.random((30, 20)) * 48
    found = values(fire_field(observed, modelled, kind="arrival").systems[0])
    error = modelled - observed
    assert (found["bias"], found["rmse"]) == pytest.approx((error.mean(), np.sqrt((error**2).mean())))


def test_fires_that_never_meet_have_no_arrival_error():
    report = fire_field(np.array([[1.0, np.nan]]), np.array([[np.nan, 1.0]]), kind="arrival").systems[0]
    assert report.quantity("mae").value is None
    assert report.quantity("mae").undefined == "no cell burned in both"


def test_an_infinite_time_means_that_the_fire_never_came():
    observed, modelled = np.array([[1.0, np.inf, np.inf]]), np.array([[np.inf, 2.0, np.inf]])
    result = fire_field(observed, modelled, kind="arrival")
    found = values(result.systems[0])
    assert (found["observed_only"], found["model_only"], found["neither"], found["bias"]) == (1, 1, 1, None)
    assert mercalli.from_json(mercalli.to_json(result)) == result


def chances(seed=0):
    rng = np.random.default_rng(seed)
    truth = severity()
    return truth, np.clip((truth == 4) * 0.4 + rng.random(truth.shape) * 0.6, 0, 1).round(2)


def test_probabilities_are_judged_as_scikit_learn_does():
    truth, chance = chances()
    found = values(fire_field(truth, chance, kind="probability").systems[0])
    assert found["average_precision"] == pytest.approx(average_precision_score((truth == 4).ravel(), chance.ravel()))
    assert found["brier"] == pytest.approx(brier_score_loss((truth == 4).ravel(), chance.ravel()))
    assert found["brier_skill"] == pytest.approx(1 - found["brier"] / (truth == 4).var())


def test_skill_is_against_the_reference_that_is_given():
    truth, chance = chances()
    persistence = (wrong(truth) == 4).astype(float)
    report = fire_field(truth, chance, kind="probability", reference=persistence).systems[0]
    expected = ((persistence - (truth == 4)) ** 2).mean()
    assert values(report)["brier_reference"] == pytest.approx(expected)


def test_cells_without_a_reference_are_left_out_and_told():
    truth, chance = chances()
    persistence = np.ma.masked_array(np.full(truth.shape, 0.5), np.zeros(truth.shape, bool))
    persistence[0], persistence[1] = np.nan, -9999.0
    persistence[1] = np.ma.masked
    report = fire_field(truth, chance, kind="probability", reference=persistence).systems[0]
    assert values(report)["brier_reference"] == pytest.approx(0.25)
    assert [(each.reason, each.n) for each in report.excluded] == [("no value in the reference", 120)]
    assert values(report)["brier"] == pytest.approx(((chance - (truth == 4)) ** 2)[2:].mean())


@pytest.mark.parametrize("odd", [-9999.0, 30.0, np.inf])
def test_a_reference_holds_probabilities(odd):
    truth, chance = chances()
    with pytest.raises(FireError, match="from 0 to 1"):
        fire_field(truth, chance, kind="probability", reference=np.full(truth.shape, odd))


def test_a_map_no_better_than_its_reference_is_flagged():
    truth, _ = chances()
    report = fire_field(truth, np.full(truth.shape, 0.9), kind="probability").systems[0]
    assert report.notes == ("No better than the reference, by the Brier score.",)


def test_reliability_counts_every_cell_once():
    truth, chance = chances()
    rows = fire_field(truth, chance, kind="probability").systems[0].table.rows
    assert sum(row[2] for row in rows) == truth.size
    assert sum(row[2] * row[4] for row in rows) == pytest.approx((truth == 4).sum())


def test_percentages_are_no_probabilities():
    truth, chance = chances()
    with pytest.raises(FireError, match="from 0 to 1"):
        fire_field(truth, chance * 100, kind="probability")


def test_ordered_classes_are_judged_as_scikit_learn_does():
    truth, pred = severity(), wrong(severity(), 0.5)
    found = values(fire_field(truth, pred, kind="ordinal").systems[0])
    expected = cohen_kappa_score(truth.ravel(), pred.ravel(), weights="quadratic")
    assert found["quadratic_kappa"] == pytest.approx(expected)
    step = np.abs(truth.astype(int) - pred)
    assert (found["exact"], found["within_one"]) == pytest.approx(((step == 0).mean(), (step <= 1).mean()))
    assert found["mean_error"] == pytest.approx((pred.astype(int) - truth).mean())


def test_classes_keep_the_order_they_are_given_in():
    truth, pred = severity(), wrong(severity(), 0.5)
    place = np.array([0, 3, 0, 2, 1])  # of codes 2, 4, 3, 1
    report = fire_field(truth, pred, kind="ordinal", classes=[2, 4, 3, 1]).systems[0]
    expected = cohen_kappa_score(place[truth].ravel(), place[pred].ravel(), weights="quadratic")
    assert values(report)["quadratic_kappa"] == pytest.approx(expected)
    assert values(report)["mean_error"] == pytest.approx((place[pred] - place[truth]).mean())
    assert [row[0] for row in report.table.rows] == [2, 4, 3, 1]


def test_codes_outside_the_classes_are_left_out_and_told():
    truth, pred = severity(), wrong(severity())
    truth[0], pred[1] = 5, 0
    report = fire_field(truth, pred, kind="ordinal").systems[0]
    assert [(each.reason, each.n) for each in report.excluded] == [("not observed", 60), ("no answer of the model", 60)]


@pytest.mark.parametrize(
    ("kind", "field"), [("fss", wrong(severity())), ("ordinal", wrong(severity())), ("probability", chances()[1])]
)
def test_a_result_is_sealed_and_its_folder_is_made_again(kind, field):
    result = fire_field(severity(), {"a": field, "b": field}, kind=kind, windows=[1, 3])
    again = mercalli.from_json(mercalli.to_json(result))
    assert again == result
    assert folder_files(again) == folder_files(result)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"kind": "shape"}, "kind"),
        ({"kind": "fss", "windows": []}, "windows"),
        ({"kind": "ordinal", "classes": [1, 2, 1]}, "each once"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, words):
    with pytest.raises(MercalliError, match=words):
        fire_field(severity(), severity(), **settings)
