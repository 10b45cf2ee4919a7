"""The numbers of R's survival, pec and riskRegression, of lifelines, scikit-survival, hazardous, pycox and DeepHit.

Where ours differ from theirs, on purpose: risks are equal only if they are (others allow a hair); the chance to be
censored is that of censorings alone (others count competing events in); no pair is undefined, not -1. `like` gives
their numbers. pec's are those without pairs of two events at one time.
"""

from __future__ import annotations

import json
from statistics import NormalDist

import numpy as np
import pytest

import mercalli
from mercalli.stats.incidence import Incidence
from mercalli.stats.step import aalen_johansen, kaplan_meier
from mercalli.stats.survival import Outcomes, Survival
from mercalli.uncertainty.influence import standard_error
from tests.places import FIXTURES

R = json.loads((FIXTURES / "survival_r.json").read_text(encoding="utf-8"))
PEERS = json.loads((FIXTURES / "survival_peers.json").read_text(encoding="utf-8"))
real = pytest.mark.parametrize("case", R.values(), ids=R)
small = pytest.mark.parametrize("case", PEERS)
SEVEN = PEERS[0]


def people(case, **others):
    return Survival.of(np.array(case["time"], float), case["event"], np.array(case["risk"], float), **others)


def value(metric, survival):
    return float(mercalli.parse(metric)(survival))


def close(expected):
    return pytest.approx(expected, rel=0, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("metric", "key"),
    [
        ("c_index", "c_index"),
        ("c_index(tau={tau})", "c_index_tau"),
        ("c_index_ipcw(like='r_survival')", "c_index_ipcw"),
        ("c_index_ipcw(tau={tau}, like='r_survival')", "c_index_ipcw_tau"),
    ],
)
@real
def test_concordance_and_its_standard_error_are_those_of_r_survival(case, metric, key):
    chosen, survival = mercalli.parse(metric.format(tau=case["tau"])), people(case)
    influence = chosen.influence(survival)
    assert float(chosen(survival)) == close(case[key]["c"])
    np.testing.assert_allclose(influence, case[key]["dfbeta"], atol=1e-12)
    assert float((influence**2).sum()) == close(case[key]["var"])


@pytest.mark.parametrize("case", [case for case in R.values() if case["pec"] is not None])
def test_concordance_with_competing_risks_is_that_of_pec(case):
    assert value(f"c_index_competing(tau={case['tau']})", people(case)) == close(case["pec"])


@real
def test_concordance_of_one_cause_is_that_of_pec_if_asked(case):
    assert value(f"c_index_ipcw(tau={case['tau']}, like='pec')", people(case)) == close(case["pec_one_cause"])


@real
def test_auc_and_brier_score_over_time_are_those_of_risk_regression(case):
    score = case["score"]
    survival = people(case, grid=np.array(score["times"], float), cif=np.array(score["predicted"]))
    for metric in ("auc", "brier"):
        found = [value(f"{metric}_at(at={at})", survival) for at in score["times"]]
        assert found == close(score[metric])


@real
def test_curves_are_those_of_r_survival(case):
    outcomes, curves = people(case).outcomes, case["curves"]
    assert kaplan_meier(outcomes.followed, outcomes.event > 0).value == close(curves["survival"])
    assert aalen_johansen(outcomes.followed, outcomes.event, 1).value == close(curves["incidence"])
    assert outcomes.followed.at_risk.tolist() == curves["at_risk"]


@small
def test_harrells_c_is_that_of_lifelines_and_of_scikit_survival(case):
    found = value("c_index", people(case))
    assert (found, found) == close((case["lifelines"], case["sksurv"]))


@small
def test_unos_c_is_that_of_scikit_survival_if_asked(case):
    assert value(f"c_index_ipcw(tau={case['tau']}, like='sksurv')", people(case)) == close(case["sksurv_ipcw"])


@small
def test_counted_pairs_with_competing_risks_are_those_of_hazardous(case):
    assert value("c_index_competing(weighed=False)", people(case)) == close(case["hazardous"])


@small
def test_antolinis_c_is_that_of_pycox(case):
    survival = people(case, grid=np.array(case["pycox"]["grid"]), cif=np.array(case["pycox"]["cif"]))
    assert value("c_td", survival) == close(case["pycox"]["c_td"])


@pytest.mark.parametrize("case", [case for case in PEERS if "sksurv_brier" in case])
def test_brier_scores_and_auc_are_those_of_scikit_survival(case):
    theirs = case["sksurv_brier"]
    survival = people(case, grid=np.array(theirs["times"]), cif=1 - np.array(theirs["survival"]))
    for metric in ("brier", "auc"):
        assert [value(f"{metric}_at(at={at!r})", survival) for at in theirs["times"]] == close(theirs[metric])
    assert value("integrated_brier", survival) == close(theirs["integrated"])


@small
def test_concordance_at_a_horizon_is_that_of_deephits_own_routine_if_asked(case):
    assert value(f"c_index_at(at={case['tau']}, like='deephit')", people(case)) == close(case["deephit"])


@small
def test_deephits_own_routine_looks_up_other_peoples_times_as_ours_does(case):
    time, event, risk = (np.array(case[name], float) for name in ("time", "event", "risk"))
    first = np.arange(len(time)) < len(time) // 2
    training = Outcomes(time[first], event[first].astype(np.int64))
    survival = Survival.of(time[~first], event[~first], risk[~first], training=training)
    found = value(f"c_index_at(at={case['tau']}, like='deephit')", survival)
    assert (-1.0 if np.isnan(found) else found) == close(case["deephit_train"])


def test_seven_people_have_as_many_values_of_ipcw_c_as_there_are_readings():
    likes = ["", ", like='sksurv'", ", like='pec'", ", like='deephit'", ", tied_times='dropped'"]
    found = {round(value(f"c_index_ipcw(tau=4{like})", people(SEVEN)), 6) for like in likes}
    assert len(found) == len(likes)


def test_switches_set_by_hand_give_the_number_of_a_program():
    switches = "left_limit=False, tau_included=False"
    assert value(f"c_index_ipcw(tau=4, {switches})", people(SEVEN)) == close(SEVEN["sksurv_ipcw"])


@small
def test_codes_of_all_causes_give_the_number_of_deephits_own_routine_if_asked(case):
    found = value(f"c_index_at(at={case['tau']}, like='deephit_unfolded')", people(case))
    assert found == close(case["deephit_unfolded"])
    assert found == close(value(f"c_index_at(at={case['tau']}, like='deephit', folded=False)", people(case)))


def test_folded_and_unfolded_codes_are_told_apart():
    assert any(case["deephit"] != case["deephit_unfolded"] for case in PEERS)


def errors(incidence, times):
    return np.array([standard_error(incidence.influence(at)) for at in times])


@pytest.mark.parametrize("case", [case for case in PEERS if "incidence" in case])
def test_the_error_of_incidence_is_that_of_scikit_survivals_delta_method(case):
    theirs = case["incidence"]
    incidence, times = Incidence(people(case | {"event": theirs["event"]}).outcomes, 1), np.array(theirs["times"])
    chance, error = incidence.curve.at(times), errors(incidence, times)
    inside = (chance > 0) & (chance < 1)
    reach = NormalDist().inv_cdf(0.975) * error[inside] / (chance[inside] * np.log(chance[inside]))
    assert chance == close(theirs["chance"])
    for sign, ends in zip((-1, 1), theirs["ends"], strict=True):
        assert chance[inside] ** np.exp(sign * reach) == close(np.array(ends)[inside])


@small
def test_the_error_of_a_curve_without_other_causes_is_greenwoods(case):
    survival, theirs = people(case), case["greenwood"]
    outcomes = Outcomes(survival.outcomes.time, (survival.outcomes.event > 0).astype(np.int64))
    assert errors(Incidence(outcomes, 1), theirs["times"]) == close(theirs["error"])
