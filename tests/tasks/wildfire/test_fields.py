"""Fields: against the library `scores`, scikit-learn and brute force."""

import tracemalloc

import numpy as np
import pytest
import rasterio
from scores.spatial import fss_2d_single_field
from sklearn.metrics import average_precision_score, brier_score_loss, cohen_kappa_score, roc_auc_score

import mercalli
from mercalli import fire_field
from mercalli.errors import MapError, MercalliError
from mercalli.metrics.maps.fractions_skill_score import fractions_skill_score
from mercalli.stats.fractions import Fractions, TileFractions
from mercalli.tasks.wildfire.cells import strips
from mercalli.telling.kinds import files_of
from tests.tasks.wildfire.maps import HERE, UTM, severity, tiff, wrong


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
    assert rows == ((5.0, 1.0, None, None), (21.0, None, None, None))


def test_the_smallest_useful_window_is_told():
    truth = np.ones((60, 60), np.uint8)
    truth[20:30, 20:30] = 4
    report = fire_field(truth, np.roll(truth, 6, axis=1), kind="fss", windows=[1, 5, 15, 25]).systems[0]
    useful = values(report)["useful"]
    first = next(window for window, score, *_ in report.table.rows if score >= useful)
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
    with pytest.raises(MapError, match="from 0 to 1"):
        fire_field(truth, chance, kind="probability", reference=np.full(truth.shape, odd))


def test_a_map_no_better_than_its_reference_is_flagged():
    truth, _ = chances()
    report = fire_field(truth, np.full(truth.shape, 0.9), kind="probability").systems[0]
    assert "No better than the reference, by the Brier score." in report.notes


def test_reliability_counts_every_cell_once():
    truth, chance = chances()
    rows = fire_field(truth, chance, kind="probability").systems[0].table.rows
    assert sum(row[2] for row in rows) == truth.size
    assert sum(row[2] * row[4] for row in rows) == pytest.approx((truth == 4).sum())


def test_percentages_are_no_probabilities():
    truth, chance = chances()
    with pytest.raises(MapError, match="from 0 to 1"):
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
    truth[0], truth[1], pred[2], pred[3] = 5, 6, 0, 5
    report = fire_field(truth, pred, kind="ordinal", model_missing=0).systems[0]
    assert [(each.reason, each.n) for each in report.excluded] == [
        ("not observed", 60),
        ("code not among the classes (5)", 60),
        ("code of the model not among the classes (5)", 60),
        ("no answer of the model", 60),
    ]


def test_only_the_first_of_many_codes_outside_the_classes_are_told():
    truth = np.arange(20, dtype=np.uint8).reshape(4, 5)
    report = fire_field(truth, np.ones((4, 5)), kind="ordinal").systems[0]
    assert [each.reason for each in report.excluded] == [
        "not observed",
        "code not among the classes (5, 7, 8, 9, 10, ...)",
    ]


@pytest.mark.parametrize(
    ("kind", "field"), [("fss", wrong(severity())), ("ordinal", wrong(severity())), ("probability", chances()[1])]
)
def test_a_result_is_sealed_and_its_folder_is_made_again(kind, field):
    result = fire_field(severity(), {"a": field, "b": field}, kind=kind, windows=[1, 3])
    again = mercalli.from_json(mercalli.to_json(result))
    assert again == result
    assert files_of(again) == files_of(result)


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


FIELDS = {
    "fss": (wrong(severity()), {"windows": [1]}),
    "ordinal": (wrong(severity()), {}),
    "probability": (chances()[1], {}),
    "arrival": (wrong(severity()).astype(float), {}),
}
HALVES = np.s_[:40], np.s_[40:]
CORNERS = [(row, column) for row in (0, 20) for column in (0, 20, 40)]


@pytest.mark.parametrize("kind", FIELDS)
def test_intervals_come_from_tiles(kind):
    model, more = FIELDS[kind]
    whole, halved = (
        fire_field(severity(), model, replicates=500, kind=kind, tile=tile, **more).systems[0] for tile in (10, 40)
    )
    sure = [each for each in whole.quantities if each.low is not None]
    assert sure
    assert all(each.low <= each.value <= each.high for each in sure)
    assert halved.units == 2
    assert all(each.low is None for each in halved.quantities)
    few = "Only 2 units to be resampled: too few to say how units vary, so there is no interval."
    assert few in halved.notes


def test_windows_and_tenths_have_intervals_too():
    truth, chance = chances()
    windows = fire_field(truth, wrong(truth), kind="fss", windows=[1, 3], tile=10).systems[0].table.rows
    assert all(low < score < high for _, score, low, high in windows)
    tenths = fire_field(truth, chance, kind="probability", tile=10).systems[0].table.rows
    assert all(row[5] <= row[4] <= row[6] for row in tenths)


@pytest.mark.parametrize("kind", FIELDS)
@pytest.mark.parametrize("tile", [1, 7, 300])
def test_the_size_of_tiles_changes_no_value(kind, tile):
    model, more = FIELDS[kind]
    more = {**more, "windows": [1, 4, 9]}
    found, expected = (
        fire_field(severity(), model, kind=kind, tile=side, replicates=0, **more).systems[0] for side in (tile, 64)
    )
    assert values(found) == pytest.approx(values(expected))
    rows = [[] if each.table is None else [row[:2] for row in each.table.rows] for each in (found, expected)]
    assert np.array(rows[0]) == pytest.approx(np.array(rows[1]))


@pytest.mark.parametrize("window", [1, 2, 5, 11, 40])
@pytest.mark.parametrize("tile", [3, 16, 300])
def test_fractions_by_tile_add_up_to_those_of_the_map(window, tile):
    rng = np.random.default_rng(0)
    truth, pred, known = (rng.random((40, 60)) < share for share in (0.4, 0.4, 0.9))
    tiles = TileFractions((40, 60), tile, (window,))
    for start, stop in strips(40, tile):
        tiles.add(start, *(part[start:stop] for part in (truth & known, pred & known, known)))
    whole = Fractions.of(truth, pred, window, known)
    assert tiles.sums.units.sum(axis=0) == pytest.approx([known.sum(), (truth & known).sum(), whole.apart, whole.both])


def test_all_tiles_of_fractions_hold_known_cells():
    rng = np.random.default_rng(0)
    truth, pred = (rng.random((40, 60)) < 0.4 for _ in range(2))
    known = np.zeros((40, 60), np.bool_)
    known[21:33, 30:50] = True
    tiles = TileFractions((40, 60), 8, (1, 5, 9))
    for start, stop in strips(40, 8):
        tiles.add(start, *(part[start:stop] for part in (truth & known, pred & known, known)))
    assert (tiles.sums.units[:, 0] > 0).all()
    parts = [part for window in (1, 5, 9) for part in vars(Fractions.of(truth, pred, window, known)).values()]
    assert tiles.sums.units.sum(axis=0)[2:] == pytest.approx(parts)


def test_memory_does_not_grow_with_the_rows(tmp_path):
    peaks = []
    for rows in (1000, 6000):
        for name in ("a", "b"):
            np.save(tmp_path / f"{name}.npy", severity((rows, 100), seed=rows))
        tracemalloc.start()
        fire_field(str(tmp_path / "a.npy"), str(tmp_path / "b.npy"), kind="fss", windows=[1, 9], replicates=0)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_very_many_probabilities_are_read_in_steps_and_told(monkeypatch):
    truth, _ = chances()
    chance = np.random.default_rng(0).random(truth.shape) * 0.5 + (truth == 4) * 0.3
    exact = fire_field(truth, chance, kind="probability", tile=10).systems[0]
    monkeypatch.setattr("mercalli.tasks.wildfire.field.probability.MOST_SCORES", 1000)
    coarse = fire_field(truth, chance, kind="probability", tile=10).systems[0]
    assert any("in steps of 1/1,000" in note for note in coarse.notes)
    assert coarse.quantity("brier") == exact.quantity("brier")
    assert coarse.quantity("roc_auc").value == pytest.approx(exact.quantity("roc_auc").value, abs=1e-3)


def test_intervals_of_ranking_are_those_of_drawing_tiles_of_cells():
    truth, chance = chances()
    found = fire_field(truth, chance, kind="probability", tile=20, replicates=2000).systems[0].quantity("roc_auc")
    tiles = [(truth[r : r + 20, c : c + 20].ravel() == 4, chance[r : r + 20, c : c + 20].ravel()) for r, c in CORNERS]
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(500):
        chosen = [tiles[at] for at in rng.integers(0, len(tiles), len(tiles))]
        drawn.append(roc_auc_score(*(np.concatenate(parts) for parts in zip(*chosen, strict=True))))
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.005)


def test_what_is_said_of_maps_is_said_of_fields_too(tmp_path):
    bands = np.stack([wrong(severity())] * 2)
    about = {"height": 40, "width": 60, "count": 2, "dtype": "uint8", "crs": UTM, "transform": HERE}
    with rasterio.open(tmp_path / "two.tif", "w", driver="GTiff", **about) as made:
        made.write(bands)
    observed = tiff(tmp_path / "observed.tif", severity())
    report = fire_field(observed, str(tmp_path / "two.tif"), kind="ordinal").systems[0]
    assert "'two.tif' has 2 bands; the first was read." in report.notes


def test_infinite_numbers_of_a_field_are_left_out_and_told():
    chance = (wrong(severity()) == 4).astype(float)
    chance[0] = np.inf
    report = fire_field(severity(), chance, kind="fss", threshold=0.5, windows=[1]).systems[0]
    assert [(each.reason, each.n) for each in report.excluded] == [("infinite in the model", 60)]


def test_classes_of_ravg_are_those_of_canopy_loss():
    truth = severity(codes=(1, 2, 3, 4, 5, 9))
    pred = np.where(truth == 9, 1, truth).astype(np.uint8)
    report = fire_field(truth, pred, kind="ordinal", product="ravg").systems[0]
    assert [row[0] for row in report.table.rows] == [1, 2, 3, 4, 5]
    assert [(each.reason, each.n) for each in report.excluded] == [("not observed", int((truth == 9).sum()))]
