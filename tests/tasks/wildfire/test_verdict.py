"""What the verdicts on fires say."""

import numpy as np
import pytest
from shapely.geometry import box

from mercalli import burn_severity, fire_field, fire_perimeter, registry, structure_loss
from mercalli.results.difference import Difference, SystemPair
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.figures import _frame
from mercalli.telling.blocks import difference_table

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
        "model gives 1 false alarm, and misses 3 cells.",
    )


def test_a_model_below_the_best_trivial_rule_is_warned_of():
    line = next(line for line in severity([[4, 1, 1, 1], [1, 1, 1, 4]]).lines if line.topic == "baseline")
    assert line.warns
    assert line.text == "Predicting high severity everywhere gives csi 0.500; model is no better than that."


def test_a_perfect_map_of_one_kind_of_cells_is_not_called_useless():
    said = severity([[4, 4, 4, 4]], [[4, 4, 4, 4]])
    assert not any(line.warns for line in said.lines if line.topic == "baseline")


def test_a_model_without_any_error_leads_with_the_question_whether_it_is_the_observation():
    first = severity([[4, 4, 4, 4], [1, 1, 1, 1]]).lines[0]
    assert first.warns
    assert first.text == "model is equal to the observation everywhere: was the observation given as a model?"


def test_a_model_that_predicts_everything_is_no_better_than_that_rule():
    line = next(line for line in severity([[4, 4, 4, 4]] * 2, [[4, 1, 1, 1], [1, 1, 1, 4]]).lines if line.warns)
    assert line.text.endswith("model is no better than that.")


def arrival(*models):
    observed = np.ones((6, 64))
    return fire_field(observed, dict(zip("ab", models, strict=True)), kind="arrival", tile=6, time_unit="hours")


def test_a_model_that_misses_most_of_the_fire_leads_with_what_it_misses():
    small, whole = np.full((6, 64), np.nan), np.full((6, 64), 3.0)
    small[:, :16] = 1.5
    said = arrival(small, whole)
    assert said.verdict.lines[0].warns
    assert said.verdict.lines[0].text.startswith("a finds 25% of burned cells (96 of 384")
    assert said.comparison.n == 96
    assert said.comparison.notes[0] == (
        "The times of models are compared on the 96 of 384 burned cells where all of them burned."
    )


def test_a_model_whose_fire_comes_late_says_so():
    observed = np.arange(144.0).reshape(12, 12)
    said = fire_field(observed, observed + 2, kind="arrival", tile=6, time_unit="hours").verdict
    assert "In model, the fire comes 2 hours late on average." in said.texts("missed")


def test_times_are_compared_on_cells_that_all_models_have():
    early, late = np.full((6, 64), np.nan), np.full((6, 64), 9.0)
    early[:, :32], late[:, :32] = 3.0, 1.5
    pair = arrival(early, late).comparison.pairs[0]
    assert (pair.first, pair.difference("mae").first, pair.difference("mae").second) == ("b", 0.5, 2.0)


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


def test_how_structures_were_matched_is_said_once_for_all_models():
    seen = {"id": [1, 2, 3], "damage": ["Destroyed", "Major (26-50%)", "No Damage"]}
    models = {name: {"id": [1, 2, 3], "pred": [1, 0, at]} for at, name in enumerate(("one", "two"))}
    assert str(structure_loss(seen, models, replicates=0)).count("Structures were matched") == 1


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


def placed(ids, longitudes, **columns):
    return {"id": ids, "longitude": longitudes, "latitude": [34.0] * len(ids), **columns}


def test_ids_that_name_structures_far_apart_are_refused():
    seen = placed([1, 2, 3], [-118.0, -118.1, -118.2], damage=["Destroyed (>50%)", "No Damage", "No Damage"])
    other = placed([1, 2, 3], [-121.0, -121.1, -118.2], pred=[1, 0, 0])
    with pytest.raises(FireError, match=r"2 of 3 structures .* more than 1 km apart, the farthest 277 km"):
        structure_loss(seen, other)


def test_a_few_partners_far_apart_are_warned_of_first():
    seen = placed([1, 2, 3], [-118.0, -118.1, -118.2], damage=["Destroyed (>50%)", "No Damage", "No Damage"])
    other = placed([1, 2, 3], [-121.0, -118.1, -118.2], pred=[1, 1, 0])
    first = structure_loss(seen, other, replicates=0).verdict.lines[0]
    assert first.warns
    assert first.text.startswith("33% of the pairs of model with the same id (1 of 3) are more than 1 km apart")


def test_few_partners_are_warned_of_and_the_columns_are_named():
    seen = {"id": [1, 2, 3, 4, 5], "damage": ["Destroyed (>50%)", *["No Damage"] * 4]}
    result = structure_loss(seen, {"id": [1, 2], "pred": [1, 1]}, replicates=0)
    first = result.verdict.lines[0]
    assert first.warns
    assert first.text == "Only 40% of the inspected structures (2 of 5) have a partner in model."
    assert result.systems[0].columns == ("damage", "pred")
    assert "Read as observed damage: 'damage' of" in str(result)


def test_outlines_that_never_touch_are_asked_about_and_get_no_threshold():
    said = fire_perimeter(squares(1000), squares(500, east=50_000)).verdict
    assert said.lines[0].warns
    assert said.lines[0].text == "The outlines of model and the observed ones do not touch (50 km apart): same fire?"
    assert not any("threshold" in text for text in said.texts("next"))


def test_times_without_an_outline_are_told_first():
    said = fire_perimeter(squares(1000, 2000, 3000), squares(900), time="day").verdict
    assert said.lines[0].warns
    assert said.lines[0].text.startswith("model has no outline at 2 of 3 times (1 and 2)")


def test_small_differences_keep_their_sign_in_tables():
    found = Difference("csi", 0.5002, 0.5, 0.0002, -0.0004, 0.0078, "t", 0.06, 0.06, None)
    pair = SystemPair("a", "b", 100, (found,))
    provenance = burn_severity(np.array([[4, 1]]), np.array([[4, 4]]), replicates=0).provenance
    assert difference_table([pair], ["csi"], provenance).rows[0][1:3] == ("+0.0002", "-0.0004 to 0.0078")


def test_maps_of_perimeters_have_one_frame():
    result = fire_perimeter(squares(1000), {"near": squares(900), "far": squares(1000, east=3000)})
    near, far = (step for system in result.systems for step in system.steps)
    assert (_frame([near, far])[1] - _frame([near, far])[0])[0] == pytest.approx(4000 * 1.12, rel=0.01)
