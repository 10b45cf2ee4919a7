"""What a limited team reaches: the numbers of `mercalli.capacity`."""

from dataclasses import replace

import numpy as np
import pytest

import mercalli
from mercalli.errors import MercalliError
from tests.tasks.capacity.streams import MADE_ROLES, NO_INTERVALS, ROLES, TEAM, WORKED, made


def values(result, system=0):
    return {each.metric: each.value for each in result.systems[system].measures}


def test_worked_numbers_come_out():
    found = mercalli.capacity(WORKED, **ROLES, per_hour=1, deadline="0", **NO_INTERVALS)
    handled = found.systems[0].measure("handled_in_time")
    assert (handled.value, handled.baselines["blind"], handled.baselines["perfect"]) == pytest.approx(
        (0.45, 19 / 60, 0.55)
    )
    assert handled.skill == pytest.approx(4 / 7)
    assert values(found)["urgent_handled_in_time"] == pytest.approx(0.5)


def test_worked_numbers_with_a_deadline_of_one_bin_and_with_a_half_life():
    later = mercalli.capacity(WORKED, **ROLES, per_hour=1, deadline="1h", **NO_INTERVALS)
    assert (values(later)["handled_in_time"], values(later)["capacity_skill"]) == pytest.approx((0.6, 0.4))
    fading = mercalli.capacity(WORKED, **ROLES, per_hour=2, half_life="1h", **NO_INTERVALS)
    assert (values(fading)["handled_in_time"], values(fading)["capacity_skill"]) == pytest.approx((0.725, 5 / 11))
    assert fading.systems[0].queue.queue == pytest.approx((2, 3, 2))
    assert fading.systems[0].queue.longest == pytest.approx(3)


def test_the_worth_in_teams_is_where_first_come_first_served_handles_as_much():
    found = mercalli.capacity(made(), **MADE_ROLES, **NO_INTERVALS)
    factor = values(found)["worth_in_team"]
    larger = mercalli.capacity(made(), **{**MADE_ROLES, "per_hour": 3 * factor}, **NO_INTERVALS)
    smaller = mercalli.capacity(made(), **{**MADE_ROLES, "per_hour": 3 * factor * 0.99}, **NO_INTERVALS)
    assert smaller.blind.share < values(found)["handled_in_time"] <= larger.blind.share + 1e-9
    assert factor > 1


def test_a_model_worse_than_none_is_worth_less_than_the_team():
    turned = made()
    turned["good"] = np.where(turned["is"] == "urgent", "calm", "urgent")
    found = mercalli.capacity(turned, **MADE_ROLES, **NO_INTERVALS)
    assert values(found)["capacity_skill"] < 0
    assert values(found)["worth_in_team"] < 1
    assert any("is no better than first come" in line for line in found.verdict.texts("missed"))


def test_a_team_that_takes_everything_has_no_skill_and_says_why():
    found = mercalli.capacity(made(), **{**MADE_ROLES, "per_hour": 1000}, **NO_INTERVALS)
    handled, skill = (found.systems[0].measure(name) for name in ("handled_in_time", "capacity_skill"))
    assert (handled.value, handled.skill, skill.value) == (1.0, None, None)
    assert "the team can take everything" in skill.undefined
    assert values(found)["worth_in_team"] == 1.0
    assert any("can take everything" in note for note in found.systems[0].notes)


def test_teams_and_minutes_are_items_an_hour():
    hourly = mercalli.capacity(made(), **MADE_ROLES, **NO_INTERVALS)
    team = {**MADE_ROLES, "per_hour": None, "teams": 2, "minutes": 40}
    assert values(mercalli.capacity(made(), **team, **NO_INTERVALS)) == pytest.approx(values(hourly))


def test_minutes_by_class_are_those_of_all_classes_if_they_are_equal():
    one = {**MADE_ROLES, "per_hour": None, "teams": 2, "minutes": 40}
    each = {**one, "minutes": "urgent=40,some=40,calm=40"}
    alike = [values(mercalli.capacity(made(), **team, **NO_INTERVALS)) for team in (one, each)]
    assert alike[0] == pytest.approx(alike[1])
    longer = {**one, "minutes": {"urgent": 80, "some": 40, "calm": 40}}
    assert values(mercalli.capacity(made(), **longer, **NO_INTERVALS))["handled_in_time"] < alike[0]["handled_in_time"]


def test_a_table_by_hour_of_the_day_that_is_constant_is_a_constant_team():
    table = {"hour": list(range(24)), "per_hour": [3.0] * 24}
    by_hour = mercalli.capacity(made(), **{**MADE_ROLES, "per_hour": None}, capacity=table, **NO_INTERVALS)
    assert values(by_hour) == pytest.approx(values(mercalli.capacity(made(), **MADE_ROLES, **NO_INTERVALS)))


def test_hours_of_the_day_are_those_of_the_zone():
    """Somebody works from midnight to six in Kathmandu, which is 18:15 to 00:15 in UTC."""
    table = {"hour": list(range(24)), "per_hour": [8.0] * 6 + [0.0] * 18}
    team = {**MADE_ROLES, "per_hour": None, "deadline": "24h", "timezone": "Asia/Kathmandu"}
    local = mercalli.capacity(made(), **team, capacity=table, **NO_INTERVALS)
    rows = {
        "from": ["2024-05-01T00:00:00Z", "2024-05-01T00:15:00Z"],
        "to": ["2024-05-01T00:15:00Z", "2024-05-01T18:15:00Z"],
        "per_hour": [8.0, 0.0],
    }
    for day in range(1, 5):
        rows["from"] += [f"2024-05-0{day}T18:15:00Z", f"2024-05-0{day + 1}T00:15:00Z"]
        rows["to"] += [f"2024-05-0{day + 1}T00:15:00Z", f"2024-05-0{day + 1}T18:15:00Z"]
        rows["per_hour"] += [8.0, 0.0]
    written = mercalli.capacity(made(), **{**team, "timezone": None}, capacity=rows, **NO_INTERVALS)
    assert values(local) == pytest.approx(values(written))


def test_a_table_over_time_counts_part_of_a_bin():
    """Two items an hour for half of the first hour, and none after it: one of the items of the first bin."""
    rows = {
        "from": ["2024-05-01T00:00:00Z", "2024-05-01T00:40:00Z"],
        "to": ["2024-05-01T00:40:00Z", "2024-05-01T05:00:00Z"],
    }
    found = mercalli.capacity(WORKED, **ROLES, capacity={**rows, "per_hour": [2.0, 0.0]}, deadline="0", **NO_INTERVALS)
    assert found.systems[0].queue.handled == pytest.approx(1.0)


def test_regions_have_their_own_queues_and_teams():
    items = made()
    table = {"hour": [*range(24)] * 2, "per_hour": [1.0] * 24 + [2.0] * 24, "region": ["north"] * 24 + ["south"] * 24}
    team = {**MADE_ROLES, "per_hour": None}
    both = mercalli.capacity(items, **team, region="place", capacity=table, **NO_INTERVALS)
    parts = {part.name: part for part in both.systems[0].parts}
    assert (parts["north"].n + parts["south"].n) == 300
    assert parts["south"].capacity == pytest.approx(2 * parts["north"].capacity)
    first = min(range(300), key=lambda at: items["at"][at])
    for name, rate in (("north", 1), ("south", 2)):
        chosen = [at for at in range(300) if items["place"][at] == name or at == first]
        alone = {key: [column[at] for at in chosen] for key, column in items.items()}
        if items["place"][first] == name:
            apart = mercalli.capacity(alone, **{**MADE_ROLES, "per_hour": rate}, **NO_INTERVALS)
            assert parts[name].share == pytest.approx(values(apart)["handled_in_time"])


def test_regions_without_a_team_are_listed_and_count_as_zero_only_if_asked():
    table = {"hour": list(range(24)), "per_hour": [3.0] * 24, "region": ["north"] * 24}
    team = {**MADE_ROLES, "per_hour": None, "region": "place", "capacity": table}
    with pytest.raises(MercalliError, match="no row for 'south'"):
        mercalli.capacity(made(), **team, **NO_INTERVALS)
    found = mercalli.capacity(made(), **team, uncovered="zero", **NO_INTERVALS)
    assert {part.name: part.share for part in found.systems[0].parts}["south"] == 0.0
    assert any("Nobody works in south" in note for note in found.systems[0].notes)


def test_a_stream_scales_arrivals_to_its_volume():
    """Each item stands for itself and one more: the same as every item twice."""
    items, twice = made(), {name: [*column, *column] for name, column in made().items()}
    scaled = mercalli.capacity(items, **MADE_ROLES, stream={"at": twice["at"]}, **NO_INTERVALS)
    assert scaled.arrived == 600
    assert scaled.systems[0].n == 300
    assert values(scaled) == pytest.approx(values(mercalli.capacity(twice, **MADE_ROLES, **NO_INTERVALS)))


def test_messages_of_a_stream_that_came_when_none_was_labelled_are_told():
    items = made()
    later = {"at": [*items["at"], "2024-05-09T00:00:00Z", "2024-04-09T00:00:00Z"]}
    found = mercalli.capacity(items, **MADE_ROLES, stream=later, **NO_INTERVALS)
    assert any("came when none was labelled are left out: 2." in note for note in found.systems[0].notes)


def test_a_stream_that_lacks_items_is_refused():
    items = made()
    with pytest.raises(MercalliError, match="fewer items than were labelled"):
        mercalli.capacity(items, **MADE_ROLES, stream={"at": items["at"][:200]}, **NO_INTERVALS)
    with pytest.raises(MercalliError, match="no item in any bin"):
        mercalli.capacity(items, **MADE_ROLES, stream={"at": ["2031-01-01T00:00:00Z"]}, **NO_INTERVALS)


def test_scores_that_are_weights_give_what_classes_give():
    items = made()
    weight = {"urgent": 5.0, "some": 2.0, "calm": 1.0}
    items["score"] = [weight[each] for each in items["good"]]
    scored = mercalli.capacity(items, **{**MADE_ROLES, "pred": None}, score="score", **NO_INTERVALS)
    assert values(scored) == pytest.approx(values(mercalli.capacity(items, **MADE_ROLES, **NO_INTERVALS)))


def test_many_scores_are_put_into_bands_and_that_is_told():
    items, rng = made(), np.random.default_rng(1)
    items["score"] = (items["is"] == "urgent") + rng.random(300)
    found = mercalli.capacity(items, **{**MADE_ROLES, "pred": None}, score="score", **NO_INTERVALS)
    assert any("256 bands" in note for note in found.systems[0].notes)
    assert values(found)["capacity_skill"] > 0


def test_events_are_apart_and_are_the_units():
    items = made(items=600, events=4)
    found = mercalli.capacity(items, **MADE_ROLES, event="event", replicates=100)
    handled = found.systems[0].measure("handled_in_time")
    assert handled.method == "t over units left out in turn"
    assert handled.low < handled.value < handled.high
    shares = []
    for name in sorted(set(items["event"])):
        chosen = [at for at in range(600) if items["event"][at] == name]
        alone = {key: [column[at] for at in chosen] for key, column in items.items()}
        shares.append(values(mercalli.capacity(alone, **MADE_ROLES, **NO_INTERVALS))["handled_in_time"])
    assert [part.share for part in found.systems[0].parts] == pytest.approx(shares)


def test_two_events_give_no_interval_and_that_is_told():
    found = mercalli.capacity(made(events=2), **MADE_ROLES, event="event", replicates=100)
    assert found.systems[0].measure("handled_in_time").low is None
    assert any("2 events do not show how much events vary" in note for note in found.systems[0].notes)


def test_intervals_of_one_event_are_those_of_streams_of_its_intensity():
    """Poisson draws by hand, replayed as data of their own."""
    items = made(items=120)
    found = mercalli.capacity(items, **MADE_ROLES, replicates=400, seed=3)
    rng, drawn = np.random.default_rng(0), []
    for _ in range(60):
        times = rng.poisson(1.0, 120)
        again = {name: np.repeat(np.asarray(column, object), times) for name, column in items.items()}
        first = {name: [column[0]] for name, column in items.items()}
        kept = {name: [*first[name], *again[name]] for name in again}  # the origin of the bins stays
        drawn.append(values(mercalli.capacity(kept, **MADE_ROLES, **NO_INTERVALS))["handled_in_time"])
    handled = found.systems[0].measure("handled_in_time")
    assert handled.low == pytest.approx(np.quantile(drawn, 0.025), abs=0.05)
    assert handled.high == pytest.approx(np.quantile(drawn, 0.975), abs=0.05)


def test_systems_are_compared_in_pairs_and_ranked():
    roles = {**MADE_ROLES, "pred": ["good", "poor"]}
    found = mercalli.capacity(made(items=600), **roles, replicates=200)
    difference = found.pairs[0].difference("urgent_handled_in_time")
    assert difference.better == "good"
    assert difference.low > 0
    assert [each.metric for each in found.rankings] == ["handled_in_time", "urgent_handled_in_time"]
    assert found.verdict.best == "good"


def test_systems_that_are_the_same_are_tied():
    items = made()
    items["same"] = items["good"]
    found = mercalli.capacity(items, **{**MADE_ROLES, "pred": ["good", "same"]}, replicates=100)
    difference = found.pairs[0].difference("handled_in_time")
    assert (difference.difference, difference.p, difference.better) == (0.0, 1.0, None)


def test_more_than_six_events_are_exchanged_for_a_p_value():
    roles = {**MADE_ROLES, "pred": ["good", "poor"], "event": "event", "per_hour": 1}
    found = mercalli.capacity(made(items=1200, events=8), **roles, replicates=200)
    difference = found.pairs[0].difference("urgent_handled_in_time")
    assert difference.p < 0.05
    assert found.pairs[0].units == 8


def test_strict_order_without_a_deadline_is_set_beside_newest_first():
    """With a short half-life, what is old and urgent blocks what is new."""
    items = made(items=600, hours=30)
    team = {**MADE_ROLES, "deadline": None, "half_life": "1h", "per_hour": 3}
    found = mercalli.capacity(items, **team, **NO_INTERVALS)
    assert any("Newest first without any model" in note for note in found.systems[0].notes)
    worth = mercalli.capacity(items, **team, rule="worth", **NO_INTERVALS)
    assert values(worth)["handled_in_time"] > values(found)["handled_in_time"]
    assert worth.systems[0].measure("handled_in_time").baselines["blind"] > found.blind.share
    assert "newest first" in str(worth)


def test_weights_and_critical_classes_of_a_profile_count():
    rng = np.random.default_rng(0)
    classes = np.array(["injured_or_dead_people", "not_humanitarian", "caution_and_advice"])
    truth = rng.choice(classes, 200)
    items = {
        "at": [f"2024-05-01T{hour:02}:00:00Z" for hour in np.sort(rng.integers(0, 20, 200))],
        "is": truth,
        "said": np.where(rng.random(200) < 0.3, truth, "not_humanitarian"),
    }
    roles = {"time": "at", "truth": "is", "pred": "said", "per_hour": 2, "deadline": "0"}
    found = mercalli.capacity(items, **roles, profile="humaid", replicates=100)
    assert found.weights["injured_or_dead_people"] == 5.0
    assert "injured_or_dead_people" in found.urgent_classes
    assert found.floor == 0.5
    assert "below the floor of 50%" in found.verdict.lines[0].text
    assert found.verdict.lines[0].warns


def test_what_items_are_worth_and_cost_gives_a_net_value():
    found = mercalli.capacity(WORKED, **ROLES, per_hour=1, deadline="0", value=10, cost_per_item=2, **NO_INTERVALS)
    assert found.systems[0].queue.net == pytest.approx(10 * 9 - 2 * 3)
    assert found.blind.net == pytest.approx(10 * 19 / 3 - 2 * 3)


def test_predictions_outside_the_classes_get_the_lowest_weight_if_asked():
    items = {**WORKED, "said": ["u", "u", "??", "o", "u", "o", "o", "o"]}
    found = mercalli.capacity(items, **ROLES, per_hour=1, deadline="0", **NO_INTERVALS)
    assert any("1 prediction outside the classes" in note for note in found.systems[0].notes)


def test_items_without_a_time_are_refused_or_left_out():
    items = {**WORKED, "at": [None, *WORKED["at"][1:]]}
    with pytest.raises(MercalliError, match="time in 'at'"):
        mercalli.capacity(items, **ROLES, per_hour=1, deadline="0", **NO_INTERVALS)
    found = mercalli.capacity(items, **ROLES, per_hour=1, deadline="0", missing="drop", **NO_INTERVALS)
    assert (found.systems[0].n, found.systems[0].dropped) == (7, 1)


def test_one_time_that_is_years_off_is_told():
    items = made()
    items["at"][0] = "2021-05-01T00:00:00Z"
    found = mercalli.capacity(items, **{**MADE_ROLES, "deadline": "24h"}, **NO_INTERVALS)
    assert any("2021-05-01 00:00:00 UTC have none" in note for note in found.systems[0].notes)


@pytest.mark.parametrize("engine", ["pandas", "polars", "pyarrow"])
def test_every_engine_gives_the_same(engine):
    module = pytest.importorskip(engine)
    items = {name: list(column) for name, column in made().items()}
    frame = module.table(items) if engine == "pyarrow" else module.DataFrame(items)
    plain = mercalli.capacity(items, **MADE_ROLES, **NO_INTERVALS)
    found = mercalli.capacity(frame, **MADE_ROLES, **NO_INTERVALS)
    assert found.systems == tuple(replace(each, digest=found.systems[0].digest) for each in plain.systems)
    assert found.systems[0].digest == plain.systems[0].digest


def test_times_of_frames_are_times():
    pandas = pytest.importorskip("pandas")
    items = made()
    frame = pandas.DataFrame(items).assign(at=pandas.to_datetime(items["at"]))
    plain = mercalli.capacity(items, **MADE_ROLES, **NO_INTERVALS)
    assert values(mercalli.capacity(frame, **MADE_ROLES, **NO_INTERVALS)) == values(plain)


def test_the_same_seed_gives_the_same_bytes():
    first, second = (mercalli.to_json(mercalli.capacity(made(), **MADE_ROLES, replicates=100)) for _ in range(2))
    assert first == second


def test_arrays_in_place_of_a_table():
    items = made()
    found = mercalli.capacity(time=items["at"], truth=items["is"], pred=items["good"], **TEAM, **NO_INTERVALS)
    assert values(found) == values(mercalli.capacity(items, **MADE_ROLES, **NO_INTERVALS))


def test_scores_of_any_sign_are_ranked():
    items, rng = made(), np.random.default_rng(1)
    score = (items["is"] == "urgent") + np.round(rng.random(300), 1)
    above, below = ({**items, "score": score + shift} for shift in (1.0, -5.0))
    roles = {**MADE_ROLES, "pred": None, "score": "score"}
    assert values(mercalli.capacity(above, **roles, **NO_INTERVALS)) == values(
        mercalli.capacity(below, **roles, **NO_INTERVALS)
    )
    with pytest.raises(MercalliError, match="has scores below 0"):
        mercalli.capacity(below, **roles, rule="worth", half_life="2h", **NO_INTERVALS)


def test_scores_below_what_is_acted_on_never_enter():
    items = {**WORKED, "score": [0.9, 0.9, 0.1, 0.1, 0.9, 0.1, 0.1, 0.1]}
    roles = {**ROLES, "pred": None, "score": "score"}
    found = mercalli.capacity(items, **roles, per_hour=9, deadline="0", act_from=0.5, **NO_INTERVALS)
    assert found.systems[0].queue.handled == pytest.approx(3)
    assert found.blind.handled == pytest.approx(8)
    assert any("5 items never entered the queue" in note for note in found.systems[0].notes)


def test_data_without_urgent_items_are_told():
    items = {**WORKED, "is": ["o", "x"] * 4, "said": ["o"] * 8}
    roles = {**ROLES, "weights": {"x": 2}, "urgent": "x"}
    alone = {**items, "is": ["o"] * 8}
    assert mercalli.capacity(items, **roles, per_hour=1, deadline="0", **NO_INTERVALS).urgent == 4
    with pytest.raises(MercalliError, match="names 'x', which is no class"):
        mercalli.capacity(alone, **roles, per_hour=1, deadline="0", **NO_INTERVALS)


def test_items_that_take_longer_than_a_bin_are_told():
    team = {**MADE_ROLES, "per_hour": None, "teams": 6, "minutes": 90}
    found = mercalli.capacity(made(), **team, **NO_INTERVALS)
    assert any("takes up to 90 minutes and bins are 1h wide" in note for note in found.systems[0].notes)


@pytest.mark.parametrize(
    "huge",
    [
        {"per_hour": 1e308},
        {"teams": 1e308, "minutes": 1},
        {"teams": 1, "minutes": 1e308},
        {"per_hour": 1, "value": 1e308},
    ],
)
def test_numbers_that_would_overflow_are_refused(huge):
    with pytest.raises(MercalliError, match=r"1e\+50"):
        mercalli.capacity(WORKED, **ROLES, deadline="1h", **huge, **NO_INTERVALS)
