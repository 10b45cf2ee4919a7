"""Score cards: normalisations and means as FireBench's, pooled fires, and what predicting nothing gets."""

import json

import firebench.benchmarks.c001_caldor as caldor
import firebench.metrics.kpi_normalization as theirs
import numpy as np
import pytest

import mercalli
from mercalli import burn_severity, fire_case
from mercalli.errors import MercalliError
from mercalli.tasks.wildfire.kpis import Normalisation
from mercalli.telling.kinds import files_of
from tests.tasks.wildfire.maps import severity, tiff, wrong

VALUES = (-2.0, -0.4, 0.0, 0.3, 0.5, 1.0, 2.5)
SIX = ("Accuracy", "Precision", "Recall", "Specificity", "Negative Predictive Value", "F1 Score")


@pytest.mark.parametrize("x", [0.0, 0.25, 1.0])
def test_bounded_linear_is_that_of_firebench(x):
    assert Normalisation("bounded_linear", {"a": 0.0, "b": 1.0}).score(x) == theirs.kpi_norm_bounded_linear(x, 0, 1)


@pytest.mark.parametrize("x", VALUES[2:])
@pytest.mark.parametrize("how", ["half_open_linear", "half_open_exponential"])
def test_half_open_normalisations_are_those_of_firebench(how, x):
    expected = getattr(theirs, f"kpi_norm_{how}")(x, 0.0, 2.0)
    assert Normalisation(how, {"a": 0.0, "m": 2.0}).score(x) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("x", VALUES)
@pytest.mark.parametrize("how", ["symmetric_open_linear", "symmetric_open_exponential"])
def test_symmetric_normalisations_are_those_of_firebench(how, x):
    assert Normalisation(how, {"m": 0.7}).score(x) == pytest.approx(
        getattr(theirs, f"kpi_norm_{how}")(x, 0.7), abs=1e-12
    )


def test_rounding_beyond_the_bounds_is_clipped_and_more_is_refused():
    assert [Normalisation().score(x) for x in (1 + 1e-13, -1e-13, None)] == [100.0, 0.0, None]
    with pytest.raises(MercalliError, match="between 0 and 1"):
        Normalisation().score(1.1)


@pytest.mark.parametrize(
    ("how", "ends"), [("cubic", {}), ("half_open_linear", {"a": 1.0}), ("half_open_linear", {"a": 1.0, "m": 0.5})]
)
def test_normalisations_that_cannot_be_are_refused(how, ends):
    with pytest.raises(MercalliError):
        Normalisation(how, ends)


@pytest.fixture
def case(tmp_path):
    """Two fires and a model of both."""
    (tmp_path / "model").mkdir()
    for at, name in enumerate(("north", "south")):
        values = severity(seed=at)
        tiff(tmp_path / f"{name}.tif", values)
        tiff(tmp_path / "model" / f"{name}.tif", wrong(values, seed=at + 5))
    return tmp_path


def written(folder, more=""):
    fires = "".join(
        f"[fires.{name}.severity]\nobserved = '{name}.tif'\nmodel = '{name}.tif'\n" for name in ("north", "south")
    )
    (folder / "case.toml").write_text(f"name = 'drill'\n{fires}{more}", encoding="utf-8")
    return folder / "case.toml"


def scored(folder, more="", **settings):
    return fire_case(written(folder, more), str(folder / "model"), **{"replicates": 0, **settings}).models[0]


def test_a_card_is_aggregated_as_firebench_does(case, monkeypatch):
    weights = dict(zip(SIX, (2, 1, 0, 1, 1, 3), strict=True))
    kpis = ", ".join(f"'Binary High Severity {name}' = {weight}" for name, weight in weights.items())
    card = scored(case, f"[groups.Burnt]\nweight = 2\nkpis = {{ {kpis} }}\n").fires[0]
    ids = {f"SV{at:02d}": weight for at, weight in enumerate(weights.values(), 1)}
    scheme = {"Burnt": {"weight": 2, "benchmarks": ids}}
    monkeypatch.setitem(caldor.AGGREGATION, "drill", scheme)
    monkeypatch.setattr(caldor, "_target_group_display_names", lambda _: {})
    given = {"benchmarks": {kpi.id: {"Score": kpi.score} for kpi in card.groups[0].kpis}}
    assert card.total == pytest.approx(caldor.aggregate_scores(given, "drill")["score_card"]["Score Total"])


def test_pooled_counts_are_the_sum_of_all_fires(case):
    model = scored(case)
    whole = np.concatenate([severity(seed=at) for at in (0, 1)])
    said = np.concatenate([wrong(severity(seed=at), seed=at + 5) for at in (0, 1)])
    expected = {kpi.name: kpi.value for kpi in burn_severity(whole, said, replicates=0).systems[0].kpis}
    assert {kpi.name: kpi.value for kpi in model.pooled.groups[0].kpis} == pytest.approx(expected)


def test_a_model_that_sees_nothing_is_no_better_than_predicting_nothing(case):
    for name in ("north", "south"):
        tiff(case / "model" / f"{name}.tif", np.ones((40, 60), np.uint8))
    card = scored(case, like="firebench").pooled
    assert card.total == card.nothing > 39
    assert card.groups[0].left_out == ()


def test_an_undefined_kpi_is_left_out_and_listed(case):
    for name in ("north", "south"):
        tiff(case / "model" / f"{name}.tif", np.ones((40, 60), np.uint8))
    group = scored(case).pooled.groups[0]
    assert group.left_out == ("Binary High Severity Precision",)
    assert group.score == pytest.approx(np.mean([kpi.score for kpi in group.kpis if kpi.score is not None]))


def test_weight_zero_is_shown_and_not_scored(case):
    kpis = "{ 'Binary High Severity Recall' = 1, 'Binary High Severity Accuracy' = 0 }"
    card = scored(case, f"[groups.x]\nkpis = {kpis}\n").fires[0]
    assert card.total == card.groups[0].kpis[0].score
    assert card.groups[0].kpis[1].score > 0


def test_the_file_has_the_shape_of_firebench_and_is_strict_json(case):
    result = fire_case(written(case), str(case / "model"), replicates=200)
    assert mercalli.from_json(mercalli.to_json(result)) == result
    content = json.loads(files_of(result)["benchmarks.json"], parse_constant=pytest.fail)["models"]["model"]
    assert content["score_card"].keys() >= {"Scheme", "Score Burn Severity", "Score Total"}
    assert content["fires"]["north"]["benchmarks"]["SV03"]["Binary High Severity Recall"] <= 1


def test_every_kind_of_part_has_its_group(case):
    (case / "seen.csv").write_text("id,damage\n1,Destroyed\n2,No Damage\n", encoding="utf-8")
    (case / "model" / "said.csv").write_text("id,pred\n1,1\n2,1\n", encoding="utf-8")
    parts = "[fires.north.structures]\nobserved = 'seen.csv'\nmodel = 'said.csv'\n"
    shapes = "[fires.north.perimeter]\nobserved = 'north.tif'\nmodel = 'north.tif'\nburned = [1, 2, 3, 4]\n"
    card = scored(case, parts + shapes).fires[0]
    assert [group.name for group in card.groups] == ["Burn Severity", "Structure Damage", "Fire Perimeter"]
    assert card.total == pytest.approx(np.mean([group.score for group in card.groups]))


def test_a_note_says_which_part_it_is_about(case):
    shapes = "tile = 4\n[fires.south.perimeter]\nobserved = 'south.tif'\nmodel = 'south.tif'\nthreshold = 3\n"
    card = scored(case, shapes, replicates=200).fires[1]
    assert card.groups[0].kpis[0].low is not None
    assert [note for note in card.notes if "intervals" in note] == [
        "Fire Perimeter: There are no intervals: one pair of outlines, or of growths, has no parts to resample.",
    ]


def test_intervals_of_pooled_fires_resample_the_fires(case):
    card = scored(case, replicates=500).pooled
    by_fire = [scored(case).fires[at].groups[0].kpis for at in (0, 1)]
    for at, kpi in enumerate(card.groups[0].kpis):
        ends = sorted(kpis[at].value for kpis in by_fire)
        assert [kpi.low, kpi.high] == pytest.approx(ends)
        assert kpi.method == "percentile over fires and their tiles"
    assert card.notes == (
        "Burn Severity: intervals come from resampling fires and their tiles, and there are only 2 fires: they are "
        "rough, and tend to be too narrow.",
    )


def test_what_to_know_of_all_fires_is_said_once(case):
    shown = " ".join(str(fire_case(written(case), str(case / "model"), replicates=200)).split())
    assert shown.count("only 2 fires: they are rough") == 1


def test_pooled_perimeters_of_two_fires_have_no_interval(case):
    shapes = "".join(
        f"[fires.{name}.perimeter]\nobserved = '{name}.tif'\nmodel = '{name}.tif'\nthreshold = 3\n"
        for name in ("north", "south")
    )
    model = scored(case, shapes, replicates=500)
    pooled = model.pooled.groups[1].kpis[0]
    assert pooled.value is not None
    assert (pooled.low, pooled.high, pooled.method) == (None, None, None)


@pytest.mark.parametrize("folder", [".", "../model.v2", "deeper/.."])
def test_a_folder_is_called_by_its_own_name(case, folder, monkeypatch):
    (case / "model").rename(case / "model.v2")
    (case / "model.v2" / "deeper").mkdir()
    monkeypatch.chdir(case / "model.v2")
    assert [model.name for model in fire_case(written(case), folder, replicates=0).models] == ["model.v2"]


def test_intervals_of_pooled_fires_hold_what_is_unsure_within_a_fire(case):
    """Two fires that are alike differ by their tiles alone: as wide as for a map of both of them."""
    for name in ("north", "south"):
        tiff(case / f"{name}.tif", severity())
        tiff(case / "model" / f"{name}.tif", wrong(severity()))
    text = written(case).read_text(encoding="utf-8").replace("model = ", "tile = 8\nmodel = ")
    (case / "case.toml").write_text(text, encoding="utf-8")
    pooled = fire_case(case / "case.toml", str(case / "model"), replicates=2000).models[0].pooled.groups[0].kpis
    both = [np.tile(each, (2, 1)) for each in (severity(), wrong(severity()))]
    whole = burn_severity(*both, tile=8, replicates=2000).systems[0]
    for kpi, metric in zip(pooled, ("accuracy", "precision", "recall"), strict=False):
        expected = whole.measure(metric)
        assert (kpi.low, kpi.high) == pytest.approx((expected.low, expected.high), abs=0.005)


def test_pooled_structures_without_a_place_are_drawn_one_by_one_within_a_fire(tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "seen.csv").write_text("id,damage\n1,Destroyed\n2,No Damage\n3,Destroyed\n4,Minor\n", encoding="utf-8")
    (tmp_path / "model" / "said.csv").write_text("id,pred\n1,1\n2,1\n3,0\n4,0\n", encoding="utf-8")
    fires = "".join(f"[fires.{at}.structures]\nobserved = 'seen.csv'\nmodel = 'said.csv'\n" for at in ("a", "b"))
    (tmp_path / "case.toml").write_text(fires, encoding="utf-8")
    pooled = fire_case(tmp_path / "case.toml", str(tmp_path / "model"), replicates=500).models[0].pooled
    accuracy = pooled.groups[0].kpis[0]
    assert accuracy.low < accuracy.value == 0.5 < accuracy.high
    assert accuracy.method == "percentile over fires and their structures"
    assert pooled.notes[0].startswith("Structure Damage: intervals come from resampling fires and their structures")


def test_what_is_wrong_with_a_part_is_told_with_its_place_in_the_case(case):
    values = severity(seed=1)
    values[0, 0] = 15
    tiff(case / "model" / "south.tif", values)
    with pytest.raises(MercalliError, match=r"For the model 'model': .* give 'model_missing' as 15\. \(line 5 of"):
        scored(case)
