"""survival(): what may be asked of it, how it is read, and what it refuses."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import mercalli
from mercalli.errors import InputError, SettingError, SurvivalError
from mercalli.stats.survival import Survival
from tests.telling.screens import screen

FIVE = {"time": [1, 2, 3, 4, 5], "event": [1, 1, 1, 1, 0], "risk": [5, 3, 4, 2, 1]}


def close_times(n=200):
    """Chances by times that differ in their eighth digit, the first column unlike the second."""
    rng = np.random.default_rng(0)
    risk, grid = rng.normal(size=n), np.array([1000.001, 1000.002, 1500.0])
    time, end = rng.exponential(1200 * np.exp(-risk)), rng.uniform(0, 3000, n)
    cif = 1 - np.exp(-np.outer(np.exp(risk), grid) / 1200)
    cif[:, 0] = 0.01 * rng.random(n)
    return {"time": np.minimum(time, end), "event": (time <= end).astype(int), "cif": cif, "grid": grid}


def test_times_of_a_grid_that_are_close_keep_their_columns():
    data = close_times()
    found = mercalli.survival(**data, at=1000.001).systems[0]
    survival = Survival.of(data["time"], data["event"], grid=data["grid"], cif=data["cif"])
    direct = float(mercalli.parse("brier_at(at=1000.001)")(survival))
    assert found.measure("brier_at(at=1000.001)").value == direct
    assert len(set(found.columns)) == 3


def test_a_name_that_a_column_of_a_matrix_has_is_refused():
    chances = {"cif": {"a": np.full((5, 2), 0.5)}, "grid": [1, 2]}
    with pytest.raises(InputError, match="'a at 2' is used twice"):
        mercalli.survival(time=FIVE["time"], event=FIVE["event"], risk={"a at 2": FIVE["risk"]}, **chances)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cif": np.zeros((5, 2)), "grid": ["a", "b"]}, "times of `grid` must rise"),
        ({"cif": [[0.1, 0.2], [0.1], [0.2, 0.3], [0.1, 0.2], [0.1, 0.2]], "grid": [1, 2]}, "rows of different lengths"),
    ],
)
def test_chances_that_are_no_matrix_are_refused(given, says):
    with pytest.raises(SurvivalError, match=says):
        mercalli.survival(time=FIVE["time"], event=FIVE["event"], **given)


@pytest.mark.parametrize(
    "given",
    [
        *({"tau": tau} for tau in (np.int64(3), np.float32(3), np.array([3]), 3.0)),
        *({"at": at} for at in (np.array([2, 3]), pd.Series([2, 3]), "2,3", range(2, 4))),
        *({"cause": cause} for cause in (np.int64(1), np.array([1]), pd.Series([1.0]), "1")),
    ],
    ids=str,
)
def test_numbers_of_any_kind_may_be_asked_for(given):
    plain = {"tau": 3, "at": [2, 3], "cause": 1}
    expected = mercalli.survival(**FIVE, **{name: plain[name] for name in given})
    assert mercalli.survival(**FIVE, **given) == expected


@pytest.mark.parametrize("given", [{"tau": True}, {"tau": "soon"}, {"tau": [1, 2]}, {"at": np.nan}, {"at": [-1]}])
def test_what_is_no_time_is_refused(given):
    with pytest.raises(SettingError, match="a time of at least 0"):
        mercalli.survival(**FIVE, **given)


def values(**given):
    return {each.metric: each.value for each in mercalli.survival(**given).systems[0].measures}


def test_deephits_reading_goes_on_where_nobody_in_training_was_seen_any_more():
    """Its routine takes the last chance above 0 instead; 6 of 7 by weight."""
    train = {"time": [1, 2, 2], "event": [0, 1, 0]}
    found = values(**FIVE, train=train, like="deephit", tau=4)
    assert found["c_index_ipcw(tau=4, like='deephit')"] == pytest.approx(6 / 7)
    with pytest.raises(SurvivalError, match="largest usable `tau` is 2"):
        values(**FIVE, train=train, tau=4)


def test_a_reading_that_folds_competing_events_ends_where_its_own_chances_do():
    six = {"time": [1, 2, 3, 4, 5, 5], "event": [1, 1, 2, 0, 1, 2], "risk": [5, 3, 4, 2, 1, 6]}
    found = values(**six, like="pec")
    survival = Survival.of(*(np.array(six[name], float) for name in ("time", "event", "risk")))
    assert found["c_index_ipcw(tau=2, like='pec')"] == float(
        mercalli.parse("c_index_ipcw(tau=2, like='pec')")(survival)
    )


def test_scikit_survival_counts_the_last_event_if_no_tau_was_asked_for():
    found = values(**FIVE, like="sksurv")
    survival = Survival.of(*(np.array(FIVE[name], float) for name in ("time", "event", "risk")))
    assert found["c_index_ipcw(like='sksurv')"] == float(mercalli.parse("c_index_ipcw")(survival))


def test_scikit_survival_is_told_the_first_event_that_must_not_count():
    found = values(
        **{**FIVE, "event": [1, 0, 1, 1, 0]}, train={"time": [1, 3, 4, 4], "event": [1, 1, 0, 0]}, like="sksurv"
    )
    assert "c_index_ipcw(tau=4, like='sksurv')" in found


def test_a_training_set_without_any_chance_is_refused_by_name():
    with pytest.raises(SurvivalError, match="No `tau` is usable"):
        mercalli.survival(**FIVE, train={"time": [0, 0], "event": [0, 0]}, like="deephit")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("weight", [[0, 1, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 1, 0]])
def test_people_without_weight_count_for_nothing(weight):
    event = [1, 0, 1, 1, 0]
    kept = np.array(weight) > 0
    found = values(**{**FIVE, "event": event}, weight=weight)
    survival = Survival.of(*(np.array(each, float)[kept] for each in (FIVE["time"], event, FIVE["risk"])))
    assert found["c_index"] == pytest.approx(float(mercalli.parse("c_index")(survival)), nan_ok=True) or (
        found["c_index"] is None and np.isnan(float(mercalli.parse("c_index")(survival)))
    )


@pytest.mark.filterwarnings("error")
def test_an_event_beyond_all_codes_is_refused():
    with pytest.raises(SurvivalError, match=r"found 1e\+300"):
        mercalli.survival(**{**FIVE, "event": [1, 1e300, 0, 0, 1]})


def test_horizons_that_were_not_asked_for_are_left_out_where_nobody_could_be_seen():
    train = {"time": [1, 3, 3], "event": [1, 0, 0]}
    found = mercalli.survival(**FIVE, train=train).systems[0]
    assert found.horizons == (2.0,)


def test_a_screen_without_horizons_has_no_metric_of_them():
    found = mercalli.survival(**FIVE, train={"time": [1, 1], "event": [0, 0]})
    assert found.systems[0].horizons == ()
    assert "_at(" not in screen(found)


def test_a_horizon_that_nobody_could_be_seen_to_is_refused_by_its_name():
    with pytest.raises(SurvivalError, match="largest usable `at` is 2"):
        mercalli.survival(**FIVE, train={"time": [1, 2, 3, 3], "event": [1, 0, 0, 0]}, at=3)


def test_brier_scores_end_where_nobody_in_training_was_seen_any_more():
    chances = {"cif": np.tile([0.1, 0.2, 0.3], (5, 1)), "grid": [1, 2, 3]}
    given = {"time": FIVE["time"], "event": FIVE["event"], **chances}
    found = values(**given, train={"time": [1, 2, 3, 3], "event": [1, 0, 0, 0]})
    assert {"c_td(tau=3)", "integrated_brier(tau=2)"} <= set(found)


def test_curves_end_where_nobody_is_followed_any_more():
    found = mercalli.survival(**FIVE, tau=50).systems[0]
    assert (found.curve.time[-1], found.groups[0].time[-1], found.groups[0].at[-1]) == (5.0, 5.0, 5.0)
    assert any(
        "Nobody was followed until tau (50): follow-up, and so the curves, end at 5" in note for note in found.notes
    )


def test_people_at_risk_are_counted_whatever_they_weigh():
    light = mercalli.survival(**FIVE, weight=np.full(5, 0.5)).systems[0]
    assert [group.at_risk for group in light.groups] == [
        group.at_risk for group in mercalli.survival(**FIVE).systems[0].groups
    ]


def test_which_chances_rank_people_is_told():
    chances = {"cif": np.tile([0.1, 0.2, 0.3], (5, 1)), "grid": [1.5, 3, 6]}
    found = mercalli.survival(time=FIVE["time"], event=FIVE["event"], **chances).systems[0]
    assert any("use the probability by 3; c_index, which" in note for note in found.notes)
    assert any("1 event came before 1.5, the first time of the grid" in note for note in found.notes)


def test_a_value_of_a_half_is_chance_and_an_interval_that_holds_it_is_not_praised():
    alike = mercalli.survival(**{**FIVE, "risk": [1] * 5})
    assert alike.systems[0].measure("c_index").band == "chance"
    unsure = mercalli.survival(**{**FIVE, "risk": [5, 1, 4, 3, 2]})
    measure = unsure.systems[0].measure("c_index")
    assert (measure.low <= 0.5 <= measure.high, measure.value > 0.6, measure.band) == (True, True, None)
    assert "Its interval includes 0.5, which is chance." in str(unsure)


def test_a_perfect_order_is_perfect_whatever_people_weigh():
    rng = np.random.default_rng(0)
    time, weight = rng.exponential(5, 60), rng.integers(1, 12, 60) / 10
    found = mercalli.survival(time=time, event=rng.integers(0, 2, 60), risk=-time, weight=weight).systems[0]
    assert {(each.value, each.band) for each in found.measures} == {(1.0, "perfect")}


def test_a_time_that_may_be_a_cause_is_refused():
    frame = {"time": FIVE["time"], "event": FIVE["event"], "cif_1_12": [0.1] * 5, "cif_2_12": [0.1] * 5}
    with pytest.raises(SurvivalError, match=r"write \{cause\} in its place, as in 'cif_\{cause\}_'"):
        mercalli.survival(frame, time="time", event="event", cif="cif_")


@pytest.mark.parametrize("causes", [{"a": "1"}, {"": "cause "}, {0: "none"}])
def test_names_without_a_code_are_refused_as_names(causes):
    with pytest.raises(SettingError, match="`causes` must be names by code"):
        mercalli.survival(**FIVE, causes=causes)


@pytest.mark.parametrize("odd", [{"time": -1}, {"cif_1": 2.0}, {"cif_1": np.inf}, {"weight": np.nan}, {"event": 0.5}])
def test_people_who_are_left_out_may_have_anything(odd):
    frame = pd.DataFrame({**FIVE, "weight": 1.0, "cif_1": 0.1, "cif_4": 0.2}).astype(float)
    frame.loc[0, list(odd)] = list(odd.values())
    frame.loc[0, "cif_4"] = np.nan
    asked = {"time": "time", "event": "event", "cif": "cif_", "weight": "weight", "missing": "drop"}
    assert mercalli.survival(frame, **asked).systems[0].dropped == 1


def test_times_beyond_all_digits_are_written_short():
    found = values(**{**FIVE, "time": np.array(FIVE["time"]) * 1e45})
    assert max(map(len, found)) < 40
