"""uplift(): from a trial to a result."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import mercalli
from mercalli.errors import SystemNameError

ASKED = {"outcome": "y", "treatment": "t", "score": "s"}


def people(n=600, seed=0, **more):
    """A trial in which treating people with a score above 0 helps."""
    rng = np.random.default_rng(seed)
    score, treated = rng.normal(size=n).round(2), rng.random(n) < 0.5
    outcome = (rng.random(n) < 0.3 + 0.3 * treated * (score > 0)).astype(int)
    other = {"random": rng.random(n), "site": rng.integers(0, 40, n), "sex": rng.choice(["f", "m"], n)}
    return {"s": score, "t": treated.astype(int), "y": outcome, **other, **more}


def found(data=None, **given):
    return mercalli.uplift(people() if data is None else data, **{**ASKED, "replicates": 200, **given})


def system(data=None, **given):
    return found(data, **given).systems[0]


def value(metric, data=None, **given):
    return system(data, **{"replicates": 0, **given}).measure(metric).value


def test_arms_are_counted_and_their_means_told():
    data, report = people(), system(replicates=0)
    treated = data["t"] == 1
    assert (report.treated.n, report.control.n) == (treated.sum(), (~treated).sum())
    assert report.treated.outcome == pytest.approx(data["y"][treated].mean())
    assert report.measure("average_treatment_effect").value == pytest.approx(
        data["y"][treated].mean() - data["y"][~treated].mean()
    )


def test_the_curve_ends_at_the_average_effect_and_its_random_line_is_straight():
    report = system(replicates=0)
    assert (report.curve.share[0], report.curve.share[-1], len(report.curve.share)) == (0.0, 1.0, 101)
    assert report.curve.uplift[-1] == pytest.approx(report.measure("average_treatment_effect").value)
    assert report.curve.random[0][50] == pytest.approx(report.curve.uplift[-1] / 2)


def test_the_area_is_that_between_the_curve_and_the_random_line():
    curve = system(people(20_000), replicates=0).curve
    above = np.trapezoid(np.array(curve.uplift) - np.array(curve.random[0]), curve.share)
    assert above == pytest.approx(value("auuc", people(20_000)), abs=1e-4)


def test_gains_are_per_thousand_treated_with_their_interval():
    target = system(k=0.1).targets[0]
    assert target.per_1000 == pytest.approx(
        [1000 * each for each in (target.uplift.value, target.uplift.low, target.uplift.high)]
    )
    assert target.uplift.low < target.uplift.value < target.uplift.high


def test_the_k_that_was_used_is_told_as_are_the_arms_in_it():
    share, count = system(k=["10%", 25], replicates=0).targets
    assert (share.asked, share.k, count.asked, count.k) == (0.1, (60.0,), 25, (25.0,))
    assert count.treated + count.control == pytest.approx(25)


def test_k_may_be_taken_from_each_arm():
    report = system(k=0.1, by_group=True, replicates=0)
    target = report.targets[0]
    assert target.k == (report.treated.n // 10, report.control.n // 10)
    assert target.uplift.metric == "uplift_at_k(k=0.1, by_group=True)"


def test_a_score_that_knows_who_gains_is_better_than_one_that_does_not():
    result = found(people(5000), score=["s", "random"])
    assert result["s"].measure("auuc").low > 0
    random = result["random"].measure("auuc")
    assert random.low < 0 < random.high
    assert any("was not shown" in note for note in result["random"].notes)


def test_systems_have_the_names_that_were_given():
    result = found(score={"model": "s", "chance": "random"}, replicates=0)
    assert [(each.name, each.score) for each in result.systems] == [("model", "s"), ("chance", "random")]
    with pytest.raises(SystemNameError):
        result["modl"]


def test_arrays_are_as_good_as_a_table():
    data = people()
    arrays = mercalli.uplift(
        outcome=data["y"], treatment=data["t"], score=data["s"], by={"sex": data["sex"]}, replicates=200
    )
    assert arrays.systems[0].measures == system(by="sex").measures
    assert [part.measures for part in arrays.systems[0].slices] == [part.measures for part in system(by="sex").slices]


def test_the_order_of_rows_does_not_change_a_byte():
    weighed = people(gain=np.random.default_rng(1).normal(100, 5, 600), w=np.random.default_rng(2).uniform(1, 2, 600))
    order = np.random.default_rng(3).permutation(600)
    moved = {name: column[order] for name, column in weighed.items()}
    asked = {"outcome": "gain", "weight": "w", "by": "sex", "unit": "site"}
    for more in ({}, {"by": "sex"}, asked, {**asked, "unit": None}):
        assert mercalli.to_json(found(moved, **more)) == mercalli.to_json(found(weighed, **more))


def test_slices_are_trials_of_their_own():
    data = people()
    part = next(each for each in system(by="sex").slices if each.values == ("f",))
    alone = {name: column[data["sex"] == "f"] for name, column in data.items()}
    assert part.n == part.treated + part.control == (data["sex"] == "f").sum()
    assert part.measures[0].value == pytest.approx(value("auuc", alone))


def test_a_slice_without_an_arm_says_why_it_has_no_number():
    data = people(place=np.where(people()["t"] == 1, "north", "south"))
    for part in system(data, by="place").slices:
        assert part.measures[0].value is None
        assert "no treated people or no controls" in part.measures[0].undefined
        assert part.few


def test_equal_scores_for_all_are_the_random_line():
    report = system(people(s=np.ones(600)))
    assert report.measure("auuc").value == pytest.approx(0)
    assert report.curve.uplift == pytest.approx(report.curve.random[0])
    assert any("All scores are equal" in note for note in report.notes)


def test_outcomes_may_be_any_numbers():
    data = people(gain=people()["y"] * 7.5 - 2)
    assert value("auuc", data, outcome="gain") == pytest.approx(7.5 * value("auuc"))


def test_weights_count_people():
    twice = {name: np.repeat(column, 2) for name, column in people().items()}
    weighed = people(w=np.full(600, 2.0))
    assert value("qini", weighed, weight="w") == pytest.approx(value("qini", twice))
    assert system(weighed, weight="w", replicates=0).treated.people == 2 * system(replicates=0).treated.people


def test_propensities_undo_a_choice_and_a_choice_is_noticed():
    rng = np.random.default_rng(5)
    score = rng.normal(size=4000)
    chance = 1 / (1 + np.exp(-score))
    treated = rng.random(4000) < chance
    outcome = (rng.random(4000) < np.clip(0.3 + 0.1 * score, 0, 1)).astype(int)
    data = {"s": score, "t": treated, "y": outcome, "p": chance}
    plain, weighed = system(data), system(data, propensity="p")
    assert plain.measure("average_treatment_effect").low > 0
    assert weighed.measure("average_treatment_effect").low < 0 < weighed.measure("average_treatment_effect").high
    assert any("more than chance explains" in note for note in plain.notes)
    assert not any("more than chance explains" in note for note in weighed.notes)


def test_people_who_stand_for_many_others_are_told():
    rng = np.random.default_rng(6)
    chance = np.where(rng.random(2000) < 0.5, 0.01, 0.9)
    data = people(2000, p=chance)
    data["t"] = (rng.random(2000) < chance).astype(int)
    assert any("a few have large weights" in note for note in system(data, propensity="p").notes)


@pytest.mark.parametrize("like", ["sklift", "causalml"])
def test_the_reading_stands_in_the_name_of_the_metric(like):
    result = found(like=like, replicates=0)
    assert result.headline[:2] == (f"auuc(like={like!r})", f"qini(like={like!r})")
    assert result.provenance.settings["like"] == like


def test_rows_with_gaps_are_left_out_if_asked_and_counted():
    data = pd.DataFrame(people()).astype({"y": float})
    data.loc[:4, "y"] = np.nan
    data.loc[5:6, "random"] = np.nan
    result = found(data, score=["s", "random"], missing="drop", replicates=0)
    assert [each.dropped for each in result.systems] == [7, 7]
    assert any("left out: 7" in note for note in result.systems[0].notes)


def test_true_and_false_are_a_treatment_and_an_outcome():
    data = people()
    told = pd.DataFrame({**data, "t": data["t"] == 1, "y": np.where(data["y"] == 1, "True", "False")})
    assert value("auuc", told) == value("auuc")


def test_units_make_intervals_over_units():
    assert system(unit="site").measure("auuc").method == "t over units left out in turn"


def test_an_arm_of_one_unit_has_no_interval_and_says_so():
    data = people(site=people()["t"] + 1)
    report = system(data, unit="site")
    assert report.measure("auuc").low is None
    assert any("single unit" in note for note in report.notes)


def test_few_people_are_told():
    data = {name: column[:30] for name, column in people().items()}
    assert any(note.startswith("Only ") for note in system(data).notes)


def test_a_result_is_sealed_and_comes_back(tmp_path):
    result = found(by=["sex", "site"], k=[0.1, 50])
    mercalli.write_result(result, tmp_path / "result.json")
    assert mercalli.read_result(tmp_path / "result.json") == result


def test_the_same_seed_gives_the_same_bytes_and_another_gives_others():
    assert mercalli.to_json(found()) == mercalli.to_json(found())
    assert mercalli.to_json(found()) != mercalli.to_json(found(seed=1))


def test_results_print_what_matters():
    text = str(found(k="10%"))
    assert "controls" in text
    assert "per 1,000 treated" in text
    assert "<table>" in found(replicates=0)._repr_html_()


@pytest.mark.parametrize(
    ("change", "given", "says"),
    [
        ({"y": np.full(600, np.nan)}, {"missing": "drop"}, "so nothing is left"),
        ({"p": np.full(600, 0.0)}, {"propensity": "p"}, "above 0 and below 1; found 0"),
        ({"p": np.r_[np.nan, np.full(599, 0.5)]}, {"propensity": "p"}, "no propensity in 'p'"),
        ({"w": np.zeros(600)}, {"weight": "w"}, "All weights"),
        ({"w": np.full(600, -1.0)}, {"weight": "w"}, "at least 0; found -1"),
        (
            {"w": np.full(600, 1e308)},
            {"weight": "w"},
            r"must be at most 1e\+15; found 1e\+308 \(first at index 0, 1, 2\)",
        ),
        ({"w": np.full(600, 1e-200)}, {"weight": "w"}, "too small to be squared"),
        ({"y": np.r_[1e308, -1e308, np.zeros(598)]}, {}, r"at most 1e\+50 in size"),
        ({"t": np.full(600, 2)}, {}, "found '2'"),
        ({"t": np.ones(600)}, {}, "Everybody"),
        ({"s": np.r_[np.inf, np.zeros(599)]}, {}, "first at index 0"),
        ({}, {"score": []}, "`score` names no column"),
        ({}, {"score": None}, "`score` was not given"),
        ({}, {"outcome": 3}, "must be the name of a column"),
        ({}, {"k": 601}, "only 600 people"),
        ({}, {"like": "sklearn"}, "'sklift', 'causalml'"),
    ],
)
def test_what_cannot_be_is_refused_by_name(change, given, says):
    with pytest.raises(mercalli.MercalliError, match=says):
        found(people(**change), **given)


def test_names_without_a_table_are_refused():
    with pytest.raises(mercalli.MercalliError, match="no table to look that column up in"):
        mercalli.uplift(outcome="y", treatment="t", score="s")


def test_lower_outcomes_are_better_where_that_is_said():
    data = people()
    turned = found({**data, "y": 1 - data["y"]}).systems[0]
    lower = found(lower_is_better=True).systems[0]
    assert lower.measures == turned.measures
    assert lower.targets == turned.targets
    assert lower.curve == turned.curve


def test_the_effect_is_then_how_much_lower_the_outcome_is():
    data = people()
    treated = data["t"] == 1
    avoided = data["y"][~treated].mean() - data["y"][treated].mean()
    assert value("average_treatment_effect", lower_is_better=True) == pytest.approx(avoided)


def test_numbers_of_which_less_is_better_are_turned_and_arms_told_as_given():
    days = people(y=-(np.arange(600.0) % 2))  # 0 and -1, which turned are 0 and 1
    treated = days["t"] == 1
    report = system(days, lower_is_better=True, replicates=0)
    assert report.treated.outcome == pytest.approx(days["y"][treated].mean())
    effect = days["y"][~treated].mean() - days["y"][treated].mean()
    assert report.measure("average_treatment_effect").value == pytest.approx(effect)
    given = system(replicates=0).treated.outcome
    assert system(replicates=0, lower_is_better=True).treated.outcome == pytest.approx(given)


def test_a_result_says_that_lower_is_better_and_else_nothing():
    said = found(lower_is_better=True, replicates=0)
    assert said.provenance.settings["lower_is_better"] == "true"
    assert said.systems[0].notes[0].startswith("Lower outcomes are better here")
    assert "lower_is_better" not in found(replicates=0).provenance.settings
    assert mercalli.from_json(mercalli.to_json(said)) == said


def test_another_programs_reading_takes_turned_outcomes():
    assert found(lower_is_better=True, like="sklift", replicates=0).systems[0].measure("auuc(like='sklift')")
