"""What the verdicts on fires say."""

import numpy as np
import pytest
from shapely.geometry import box

from mercalli import burn_severity, fire_perimeter, registry, structure_loss

geopandas = pytest.importorskip("geopandas")


def severity(predicted, observed=((4, 4, 4, 4), (1, 1, 1, 1))):
    return burn_severity(np.array(observed), np.array(predicted), replicates=0).verdict


def squares(*sides, east=0.0):
    """A square perimeter for each day."""
    shapes = [box(500_000 + east, 4_400_000, 500_000 + east + side, 4_400_000 + side) for side in sides]
    return geopandas.GeoDataFrame({"day": list(range(len(sides)))}, geometry=shapes, crs="EPSG:32613")


def test_it_says_how_much_high_severity_is_found_and_missed():
    said = severity([[4, 1, 1, 1], [1, 1, 1, 4]])
    assert said.texts("missed") == (
        "model finds 25% of high severity cells (1 of 4).",
        "It gives 1 false alarm, and misses 3 cells.",
    )


def test_a_model_below_the_best_trivial_rule_is_warned_of():
    line = next(line for line in severity([[4, 1, 1, 1], [1, 1, 1, 4]]).lines if line.topic == "baseline")
    assert line.warns
    assert line.text == "Predicting high severity everywhere gives csi 0.500; model is no better than that."


def test_a_perfect_map_of_one_kind_of_cells_is_not_warned_of():
    said = severity([[4, 4, 4, 4]], [[4, 4, 4, 4]])
    assert not any(line.warns for line in said.lines)


def test_too_small_an_area_is_told_as_what_to_do():
    assert (
        severity([[4, 1, 1, 1], [1, 1, 1, 1]])
        .texts("next")[0]
        .startswith("model predicts 0.25 times as much high severity as was observed: lower its threshold")
    )


def test_it_speaks_for_this_fire_and_not_for_others():
    assert severity([[4, 1, 1, 1], [1, 1, 1, 1]]).texts("scope") == ("This applies to this fire only (8 cells).",)


def test_another_model_that_finds_more_is_named():
    truth = np.array([[4, 4, 4, 4], [1, 1, 1, 1], [1, 1, 1, 1]])
    models = {"exact": np.where(np.arange(4) < 3, truth, 1), "all": np.full_like(truth, 4)}
    said = burn_severity(truth, models, replicates=0).verdict
    assert "all finds more of them: 100%." in said.texts("missed")


def test_structures_are_called_what_counts_as_lost():
    seen = {"id": [1, 2, 3], "damage": ["Destroyed", "Major (26-50%)", "No Damage"]}
    said = structure_loss(
        seen, {"id": [1, 2, 3], "pred": [1, 0, 0]}, positive="major_or_destroyed", replicates=0
    ).verdict
    assert said.texts("missed")[0] == "model finds 50% of major or destroyed structures (1 of 2)."


def test_one_outline_cannot_show_a_difference():
    said = fire_perimeter(squares(1000), {"far": squares(1000, east=300), "near": squares(1000, east=100)}).verdict
    assert said.texts("answer") == ("near has the best jaccard 0.818; this lead was not tested for significance.",)
    assert said.texts("missed")[0] == "near finds 90% of the burned hectares (90 of 100)."


def test_the_perimeter_before_is_what_to_beat():
    said = fire_perimeter(squares(1000), squares(1000, east=100), before=squares(960)).verdict
    line = next(line for line in said.lines if line.topic == "baseline")
    assert line.text == "The perimeter before, unchanged, gives jaccard 0.922; model is no better than that."
    assert line.warns


def test_growth_decides_where_there_are_several_steps():
    days = (1000, 1300, 1600, 1900)
    models = {"slow": squares(1000, 1100, 1300, 1500), "near": squares(1000, 1290, 1610, 1880)}
    said = fire_perimeter(squares(*days), models, time="day").verdict
    assert said.texts("answer")[0].startswith(
        "3 steps are too few to show a difference between systems; on these steps near is"
    )


@pytest.mark.parametrize("name", ["fire", "perimeters", "fire_case", "fire_field"])
def test_every_kind_has_grounds(name):
    assert registry.kind(name).grounds
