"""survival(): from people who were followed to a result."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.special import stdtrit

import mercalli
from mercalli.errors import (
    ColumnError,
    EmptyError,
    LengthError,
    SettingError,
    SurvivalError,
    SystemNameError,
    WeightError,
)
from mercalli.stats.survival import Survival
from mercalli.tasks.survival.estimate import estimate
from mercalli.uncertainty.few_units import jackknife_error
from mercalli.uncertainty.influence import chance_p, share_interval, share_within, standard_error

ASKED = {"time": "days", "event": "event", "risk": "risk"}
GRID = [12.0, 24.0]


def people(n=300, seed=0, **more):
    """People with a good risk and a bad one, chances by two times, two causes and clinics."""
    rng = np.random.default_rng(seed)
    risk = rng.normal(size=n).round(2)
    days = rng.exponential(24 * np.exp(-risk)).clip(0.1, 60).round(1)
    chances = {f"cif_{month:g}": 1 - np.exp(-month * np.exp(risk) / 40) for month in GRID}
    return {
        "days": days,
        "event": rng.choice([0, 1, 2], n, p=[0.3, 0.5, 0.2]),
        "risk": risk,
        "guess": rng.normal(size=n),
        "clinic": rng.integers(0, 40, n),
        "sex": rng.choice(["f", "m"], n),
        **chances,
        **more,
    }


def found(data=None, **given):
    return mercalli.survival(people() if data is None else data, **{**ASKED, **given})


def report(data=None, **given):
    return found(data, **given).systems[0]


def value(metric, data=None, **given):
    return report(data, **given).measure(metric).value


def test_a_prediction_of_later_is_the_same_with_its_sign_turned():
    data = people()
    turned = {**data, "late": -data["risk"]}
    assert report(turned, risk=None, survival="late").measures == report(data).measures


def test_every_kind_of_data_gives_the_same_result():
    data = people()
    frames = [found(data), found(pd.DataFrame(data)), found(pl.DataFrame(data))]
    assert len({str(each.systems) for each in frames}) == 1
    arrays = mercalli.survival(time=data["days"], event=data["event"], risk=data["risk"])
    assert arrays.systems[0].measures == frames[0].systems[0].measures


def test_the_order_of_people_changes_nothing():
    frame = pd.DataFrame(people())
    one, two = found(frame), found(frame.sample(frac=1, random_state=1).reset_index(drop=True))
    assert one.systems[0].digest == two.systems[0].digest
    values = [[each.value for each in result.systems[0].measures] for result in (one, two)]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


def test_a_result_comes_back_from_its_json():
    result = found(cif="cif_", by="sex", cause=[1, 2], unit="clinic")
    assert mercalli.from_json(mercalli.to_json(result)) == result


def test_chances_of_survival_are_the_other_side_of_chances():
    data = people()
    matrix = np.column_stack([data["cif_12"], data["cif_24"]])
    asked = {"time": data["days"], "event": data["event"], "grid": GRID}
    one = mercalli.survival(**asked, cif={"m": matrix}).systems[0]
    two = mercalli.survival(**asked, survival_curve={"m": 1 - matrix}).systems[0]
    assert [each.value for each in one.measures] == pytest.approx([each.value for each in two.measures])


def test_columns_of_chances_are_found_by_how_they_begin():
    assert report(risk=None, cif="cif_").columns == ("cif_12", "cif_24")


def test_a_name_may_stand_for_one_column_for_each_cause():
    data = people()
    data |= {"risk_1": data["risk"], "risk_2": data["guess"]}
    result = found(data, risk="risk_{cause}", cause=[1, 2])
    assert [(each.name, each.columns) for each in result.systems] == [
        ("risk (cause 1)", ("risk_1",)),
        ("risk (cause 2)", ("risk_2",)),
    ]


def test_arrays_may_differ_by_cause():
    data = people()
    given = {"m": {1: data["risk"], 2: data["guess"]}}
    result = mercalli.survival(time=data["days"], event=data["event"], risk=given, cause=[1, 2])
    assert result.systems[1].measure("c_index").value == value("c_index", risk="guess", cause=2)


def test_declared_causes_are_named():
    result = found(causes={1: "relapse", 2: "death"}, cause=[1, 2])
    assert [each.name for each in result.systems] == ["risk (relapse)", "risk (death)"]


def test_pairs_and_why_they_are_left_out_add_up():
    for given in ({}, {"tau": 20.0}):
        pairs = report(**given).pairs
        assert pairs.total == 300 * 299 // 2
        assert pairs.comparable + sum(pairs.excluded.values()) == pairs.total
        assert pairs.concordant + pairs.discordant + pairs.tied_risk == pairs.comparable


def test_reasons_of_pairs_that_are_left_out_are_those_of_brute_force():
    data = people(60)
    data["days"] = np.ceil(data["days"] / 6)
    time, event = data["days"], data["event"]
    reasons = [why(time, event, i, j) for i in range(60) for j in range(i)]
    expected = {reason: reasons.count(reason) for reason in dict.fromkeys(reasons) if reason}
    assert report(data, tau=3.0).pairs.excluded == expected


def why(time, event, i, j):
    """Why two people are not compared by events up to 3, or nothing."""
    first, second = (i, j) if (time[i], event[i] != 1) <= (time[j], event[j] != 1) else (j, i)
    same = time[i] == time[j]
    if event[first] == 1:
        tied = same and event[second] == 1
        return "two events at one time" if tied else "the event came after tau" if time[first] > 3 else ""
    competing = event[first] == 2 or (same and event[second] == 2)
    return "a competing event came first" if competing else "the first of both was censored"


def test_intervals_are_wider_over_units_that_are_alike():
    data = {name: np.repeat(column, 3) for name, column in people(100).items()}
    data["house"] = np.repeat(np.arange(100), 3)
    plain, housed = report(data), report(data, unit="house")
    ratio = housed.standard_errors["c_index"] / plain.standard_errors["c_index"]
    assert ratio == pytest.approx(3**0.5, rel=1e-6)
    assert housed.measure("c_index").method == "influence, log odds, t over units"


def test_few_units_are_left_out_in_turn():
    data = people(200, house=np.arange(200) % 10)
    survival, metric = Survival.of(data["days"], data["event"], data["risk"]), mercalli.parse("c_index_ipcw(tau=20)")
    without = [
        float(metric(Survival.of(*(data[name][data["house"] != house] for name in ("days", "event", "risk")))))
        for house in range(10)
    ]
    reach = stdtrit(9, 0.975) * float(jackknife_error(np.array(without)))
    low, high = share_within(float(metric(survival)), reach)
    measure = report(data, unit="house", tau=20.0).measure("c_index_ipcw(tau=20)")
    assert measure.method == "t over units left out in turn"
    assert (measure.low, measure.high) == pytest.approx((low, high))


def test_many_people_in_few_units_are_not_left_out_one_unit_after_the_other(monkeypatch):
    monkeypatch.setattr("mercalli.tasks.survival.estimate.MOST_LEFT", 1000)
    assert report(unit="clinic").measure("c_index").method == "influence, log odds, t over units"


def few_events(rng, n=300):
    """A strong risk and some ten events."""
    risk = rng.normal(size=n)
    time, censored = rng.exponential(60_000 * np.exp(-4 * risk)), rng.uniform(0, 40, n)
    return Survival.of(np.minimum(time, censored), (time <= censored).astype(int), risk)


@pytest.mark.parametrize("metric", ["c_index", "auc_at(at=12)"])
def test_intervals_near_one_hold_with_few_events(metric):
    rng, wanted = np.random.default_rng(6), mercalli.parse(metric)
    truth = float(wanted(few_events(rng, 100_000)))
    intervals = [estimate(wanted, few_events(rng), None).interval(0.95) for _ in range(200)]
    assert np.mean([each.low <= truth <= each.high for each in intervals]) >= 0.93


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Risks and times from one law, with a true C of 0.5 plus what many people show."""
    truth = value("c_index", simple(40_000, 99))
    held = sum(holds(simple(150, seed), truth) for seed in range(300))
    assert 0.91 <= held / 300 <= 0.98


def simple(n, seed):
    """One cause, and nobody seen for longer than a while."""
    rng = np.random.default_rng(seed)
    risk = rng.normal(size=n)
    time, end = rng.exponential(np.exp(-risk)), rng.uniform(0, 3, n)
    return {"days": np.minimum(time, end), "event": (time <= end).astype(int), "risk": risk}


def holds(data, truth):
    survival = mercalli.parse("c_index")
    people = Survival.of(data["days"], data["event"], data["risk"])
    low, high = share_interval(float(survival(people)), standard_error(survival.influence(people)), 0.95)
    return low <= truth <= high


def test_systems_are_compared_on_the_same_people():
    result = found(risk=["risk", "guess"])
    difference = result.pairs[0].difference("c_index")
    values = [each.measure("c_index").value for each in result.systems]
    assert difference.difference == pytest.approx(values[0] - values[1])
    assert (difference.better, difference.low > 0) == ("risk", True)


def test_the_error_of_a_difference_is_that_of_the_bootstrap():
    data, rng = pd.DataFrame(people(400)), np.random.default_rng(3)
    difference = found(data, risk=["risk", "guess"]).pairs[0].difference("c_index")
    drawn = []
    for _ in range(200):
        again = data.iloc[rng.integers(0, len(data), len(data))]
        values = [mercalli.parse("c_index")(statistic(again, name)) for name in ("risk", "guess")]
        drawn.append(values[0] - values[1])
    assert (difference.high - difference.low) / (2 * 1.96) == pytest.approx(np.std(drawn), rel=0.15)


def statistic(frame, name):
    return Survival.of(frame["days"].to_numpy(), frame["event"].to_numpy(), frame[name].to_numpy())


def test_a_system_is_as_good_as_itself():
    result = found(risk={"one": "risk", "two": "risk"})
    difference = result.pairs[0].difference("c_index")
    assert (difference.difference, difference.p, difference.better) == (0.0, None, None)


def test_p_values_are_corrected_over_all_pairs():
    data = people(extra=np.random.default_rng(7).normal(size=300))
    result = found(data, risk=["risk", "guess", "extra"])
    ps = [each.difference("c_index") for each in result.pairs]
    assert all(each.p_adjusted >= each.p for each in ps)
    assert max(each.p_adjusted for each in ps) == pytest.approx(max(each.p for each in ps))


def test_the_curve_ends_at_the_value_by_tau():
    found = report(tau=30.0)
    assert found.curve.time[-1] == 30.0
    assert found.curve.value[-1] == pytest.approx(found.measure("c_index_ipcw(tau=30)").value)


def test_other_people_may_say_how_likely_it_is_to_be_censored():
    other = people(500, seed=5)
    result = found(train={"time": other["days"], "event": other["event"]}, tau=20.0)
    assert result.trained_on == 500
    assert result.systems[0].measure("c_index_ipcw(tau=20)").value != value("c_index_ipcw(tau=20)", tau=20.0)
    assert any("500 other people; intervals treat it as known" in note for note in result.systems[0].notes)
    assert result.censoring.n == 500


def test_a_reading_is_kept_in_the_text_of_the_metric():
    names = [each.metric for each in report(like="sksurv", tau=20.0).measures]
    assert names[0] == "c_index_ipcw(tau=20, like='sksurv')"


def test_groups_of_risk_are_in_order_and_hold_everyone():
    groups = report(tau=30.0).groups
    assert [group.name for group in groups] == ["low risk", "middle risk", "high risk"]
    assert sum(group.n for group in groups) == 300
    assert groups[0].incidence[-1] < groups[2].incidence[-1]
    assert [group.at_risk[0] for group in groups] == [group.n for group in groups]


def test_every_point_of_incidence_is_between_its_ends_and_these_are_inside_the_band():
    for group in report(tau=30.0).groups:
        parts = (group.band_low, group.low, group.incidence, group.high, group.band_high)
        known = [row for row in zip(*parts, strict=True) if None not in row]
        assert len(known) > 30
        assert all(list(row) == sorted(row) for row in known)
        assert (group.low[0], group.incidence[0]) == (0.0, 0.0)
        assert group.high[0] == pytest.approx(1 - 0.025 ** (1 / group.n))


def test_incidence_ends_where_the_last_of_a_group_was_seen():
    data = people(60)
    data["days"] = np.where(data["risk"] > 0, np.minimum(data["days"], 5.0), data["days"])
    data["event"] = np.where(data["risk"] > 0, 0, data["event"])
    high = report(data, tau=20.0).groups[-1]
    assert [time for time, value in zip(high.time, high.incidence, strict=True) if value is not None][-1] <= 5.0
    assert high.low[-1] is None


def test_a_result_has_the_incidence_of_every_cause_and_the_censoring_curve():
    result = found()
    outcomes = Survival.of(people()["days"], people()["event"]).outcomes
    assert [(each.name, each.events) for each in result.incidence] == [
        (f"cause {code}", int((people()["event"] == code).sum())) for code in (1, 2)
    ]
    curve = result.censoring
    assert curve.value == tuple(outcomes.censoring().at(np.array(curve.time)).tolist())
    assert all(low <= value <= high for low, value, high in zip(curve.low, curve.value, curve.high, strict=True))
    assert curve.at_risk[0] == int((people()["days"] >= curve.time[0]).sum())


def test_a_censoring_curve_without_censored_people_is_empty():
    data = people()
    assert found(data | {"event": np.ones(300, int)}).censoring.time == ()


def rounded_apart():
    """Times of which three differ from another by rounding alone."""
    data = people(100)
    data["days"] = np.concatenate([data["days"][:97], data["days"][:3] + 1e-14])
    return data


@pytest.mark.parametrize(
    ("given", "fixed"),
    [({}, False), ({"timefix": True}, True), ({"like": "r_survival"}, True), ({"timefix": False}, False)],
)
def test_times_that_differ_by_rounding_are_equal_if_wanted_and_that_is_said(given, fixed):
    data = rounded_apart()
    even = data | {"days": np.concatenate([data["days"][:97], data["days"][:3]])}
    result = found(data, **given)
    said = "made equal (timefix)" if fixed else "count as different"
    assert (value("c_index", data, **given) == value("c_index", even, **given)) is fixed
    assert result.provenance.settings["timefix"] == ("on" if fixed else "off")
    assert any("times of 3 people differ" in note and said in note for note in result.systems[0].notes)


def test_two_values_that_are_the_same_but_for_ties_are_not_said_to_answer_two_questions():
    apart = people() | {"days": people()["days"] + np.arange(300) / 1e4}
    (note,) = (note for note in report(apart, tau=30.0).notes if "another event" in note)
    same = value("c_index(tau=30)", apart, tau=30.0)
    assert value("c_index_cause_specific(tau=30)", apart, tau=30.0) == same
    assert f"c_index ({same:.3f}) and c_index_cause_specific ({same:.3f}) compare them only before it" in note


def test_time_and_event_that_may_be_swapped_are_noted_first():
    data = people() | {"days": np.arange(300) % 2 + 1, "event": np.arange(300) % 30}
    assert report(data).notes[0] == "Events have 29 codes and times only 2 values: time and event may be swapped."
    assert not any("swapped" in note for note in report().notes)


def test_equal_risks_that_count_as_wrong_are_noted():
    data = people() | {"risk": np.sign(people()["risk"])}
    assert any("in weighted C as in deephit it counts as wrong" in note for note in report(data, like="deephit").notes)
    assert not any("counts as wrong" in note for note in report(data).notes)


def test_where_equal_risks_count_as_wrong_nothing_is_said_of_the_same_prediction_for_everyone():
    for like, says in ((None, True), ("sksurv", True), ("deephit", False), ("deephit_unfolded", False)):
        asked = {} if like is None else {"like": like}
        result = mercalli.survival(people(), time="days", event="event", risk="risk", **asked)
        assert ("same prediction for everyone gives" in str(result)) is says


def test_the_wrong_order_is_told_whatever_equal_risks_count():
    data = people() | {"risk": -people()["risk"]}
    said = str(mercalli.survival(data, time="days", event="event", risk="risk", like="deephit"))
    assert "worse than chance" in said or "wrong way round" in said


def test_why_deephits_minus_one_is_not_given_is_said():
    data = {"days": [1, 1, 1, 2], "event": [1, 1, 1, 1], "risk": [1, 2, 3, 4]}
    notes = report(data, like="deephit", at=[0.5]).notes
    assert any("DeepHit's routine returns -1" in note for note in notes)


def test_calibration_is_good_where_chances_are_right():
    rng = np.random.default_rng(1)
    chance = rng.uniform(0.05, 0.95, 20_000)
    time, end = rng.exponential(-1 / np.log(1 - chance)), rng.uniform(0, 4, 20_000)
    data = {"time": np.minimum(time, end), "event": (time <= end).astype(int)}
    groups = mercalli.survival(**data, cif=chance[:, None], grid=[1.0], at=1.0).systems[0].calibration
    assert len(groups) == 10
    assert [group.observed for group in groups] == pytest.approx([group.predicted for group in groups], abs=0.03)


def test_equal_risks_for_all_are_one_group_and_a_coin():
    found = report(people(risk=np.zeros(300)))
    assert [group.name for group in found.groups] == ["everyone"]
    assert found.measure("c_index").value == 0.5


def test_slices_have_the_headline_and_few_events_are_flagged():
    data = people(place=["big"] * 280 + ["small"] * 20)
    big, small = report(data, by="place").slices
    assert (big.n, big.few, small.few) == (280, False, True)
    assert [each.metric for each in big.measures] == list(found(data).headline["1"])


def test_weights_of_two_are_everyone_twice():
    data = people(weight=np.full(300, 2.0))
    assert value("c_index", data, weight="weight") == pytest.approx(value("c_index"))


def test_a_risk_that_points_the_wrong_way_is_noted():
    data = people()
    assert any("worse than chance" in note for note in report({**data, "risk": -data["risk"]}).notes)


def test_a_prediction_that_ranks_worse_than_chance_leads_the_verdict_and_makes_nobody_ahead():
    data = people()
    lines = found({**data, "turned": -data["risk"]}, risk=["turned", "risk"]).verdict.lines
    assert lines[0].warns
    assert lines[0].text.startswith("turned ranks people worse than chance (Uno's C")
    assert "If higher means later, give it with --survival. Until then it is not compared" in lines[0].text
    assert lines[1].text.startswith("risk: Uno's C")
    assert not any("ahead" in line.text for line in lines)


def test_a_prediction_that_ranks_another_cause_the_other_way_round_is_not_said_to_be_turned():
    data = people()
    risk = np.select([data["event"] == 1, data["event"] == 2], [1.0, -1.0], 0.0)
    result = found({**data, "risk": risk}, cause=[1, 2])
    assert any("worse than chance" in note for report in result.systems[1:] for note in report.notes)
    assert not any("worse than chance" in line.text for line in result.verdict.lines)


def test_a_single_prediction_of_survival_that_ranks_worse_than_chance_may_be_a_risk():
    first = found(risk=None, survival="risk").verdict.lines[0]
    assert first.warns
    assert first.text.endswith("If higher means sooner, give it with --risk.")


def test_tau_is_by_itself_where_people_could_still_be_seen():
    data = people(days=np.minimum(people()["days"], 20.0))
    found = report(data)
    assert found.tau < 20
    assert any("do not count where they need a weight" in note for note in found.notes)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"cif": np.zeros((300, 3)), "grid": GRID}, SurvivalError, "a column for each of the 2 times"),
        ({"cif": np.zeros((300, 2))}, SurvivalError, "need the times of their columns"),
        ({"cif": np.zeros((300, 2)), "grid": [24, 12]}, SurvivalError, "must rise, each once"),
        ({"risk": np.zeros(299)}, LengthError, "299"),
        ({"risk": np.full(300, np.inf)}, ColumnError, "must be finite"),
        ({"risk": np.full(300, 1e308)}, ColumnError, r"at most 1e\+50 in size"),
        (
            {"risk": np.zeros(300), "weight": np.full(300, 1e308)},
            WeightError,
            r"must be at most 1e\+15; found 1e\+308 \(first at index 0, 1, 2\)",
        ),
        ({"risk": np.zeros(300), "causes": ["death"]}, SettingError, "names by code"),
        ({"risk": np.zeros(300), "at": []}, SettingError, "one or more times"),
        ({"risk": np.zeros(300), "like": "stata"}, SettingError, "r_survival"),
        ({"risk": np.zeros(300), "cause": []}, SurvivalError, "a whole number from 1 on"),
    ],
)
def test_what_cannot_be_is_refused(given, error, says):
    data = people()
    with pytest.raises(error, match=says):
        mercalli.survival(time=data["days"], event=data["event"], **given)


def test_time_and_event_that_were_swapped_are_hinted_at_in_a_few_words():
    data = people()
    with pytest.raises(SurvivalError, match="were time and event swapped") as refused:
        found({**data, "days": data["event"], "event": np.arange(2, 302)})
    assert "and 290 more" in str(refused.value)
    assert len(str(refused.value)) < 300


def test_everyone_without_a_time_is_refused():
    with pytest.raises(EmptyError, match="so nothing is left"):
        found(people(days=np.full(300, np.nan)), missing="drop")


def test_an_unknown_system_of_a_result_is_refused():
    with pytest.raises(SystemNameError, match="risk"):
        found()["rsk"]


def test_a_result_reads_as_text_and_as_html():
    result = found(risk=["risk", "guess"])
    assert "risk: 300 people" in str(result)
    assert result._repr_html_().count("<table") == 2, "one of both systems, one of their difference"


def test_a_prediction_that_is_the_same_for_all_has_no_interval():
    measure = report(people(risk=np.ones(300)), tau=20.0).measure("c_index_ipcw(tau=20)")
    assert (measure.value, measure.low, measure.high) == (0.5, None, None)


def test_an_interval_at_one_is_not_made_up():
    assert share_interval(1.0, 0.0, 0.95) is None
    assert chance_p(0.0, 0.0) is None
