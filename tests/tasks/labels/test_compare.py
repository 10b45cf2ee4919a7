"""Compare: two or more systems on the same items."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import SettingError, SystemNameError
from mercalli.uncertainty.paired import holm, mcnemar
from tests.tasks.labels.messages import evaluate, messages


def compare(data=None, **settings):
    chosen = {"truth": "truth", "pred": ["good", "poor"], "profile": "humaid", "replicates": 200, **settings}
    return mercalli.compare(messages() if data is None else data, **chosen)


def test_a_difference_is_the_first_value_less_the_second():
    result, alone = compare(), evaluate(pred=["good", "poor"])
    for each in result.pairs[0].differences:
        assert each.first == alone["good"].measure(each.metric).value
        assert each.second == alone["poor"].measure(each.metric).value
        assert each.difference is None or each.difference == pytest.approx(each.first - each.second)


def test_a_difference_lies_within_its_interval():
    differences = [each for each in compare().pairs[0].differences if each.difference is not None]
    assert all(each.low - 1e-12 <= each.difference <= each.high + 1e-12 for each in differences)


def test_the_items_of_a_pair_are_counted_by_who_was_right():
    data = messages()
    right = [data["truth"] == data[name] for name in ("good", "poor")]
    pair = compare(data).pairs[0]
    assert pair.both_right == (right[0] & right[1]).sum()
    assert pair.only_first_right == (right[0] & ~right[1]).sum()
    assert pair.only_second_right == (~right[0] & right[1]).sum()
    assert pair.both_wrong == (~right[0] & ~right[1]).sum()


def test_mcnemar_is_exact_on_the_items_that_only_one_got_right():
    pair = compare().pairs[0]
    assert pair.mcnemar_p == mcnemar(int(pair.only_first_right), int(pair.only_second_right))


@pytest.mark.parametrize("settings", [{"weight": "weight"}, {"unit": "document"}])
def test_mcnemar_is_left_out_where_rows_are_weighted_or_come_in_units(settings):
    assert compare(**settings).pairs[0].mcnemar_p is None


@pytest.mark.parametrize("settings", [{}, {"weight": "weight"}, {"unit": "document"}, {"method": "bca"}])
def test_a_real_difference_is_shown(settings):
    dua = compare(**settings).pairs[0].difference("dua")
    assert (dua.better, dua.p) == ("good", pytest.approx(1 / 201))
    assert dua.low > 0


def test_systems_that_answer_alike_are_tied():
    data = messages()
    result = compare({**data, "copy": data["good"]}, pred=["good", "copy"])
    assert result.pairs[0].difference("dua").p == 1.0
    assert result.ranking("dua").groups == (("good", "copy"),)


def test_the_order_of_systems_turns_the_sign():
    there, back = (compare(pred=pred).pairs[0].difference("dua") for pred in (["good", "poor"], ["poor", "good"]))
    assert back.difference == -there.difference
    assert back.better == there.better == "good"


def three():
    """Three systems: good, poor, and one in between."""
    data = messages()
    return {**data, "fair": np.where(np.arange(400) % 2 == 0, data["good"], data["poor"])}


def test_every_pair_is_compared():
    result = compare(three(), pred=["good", "fair", "poor"])
    assert [(pair.first, pair.second) for pair in result.pairs] == [
        ("good", "fair"),
        ("good", "poor"),
        ("fair", "poor"),
    ]


def test_p_values_are_corrected_over_all_pairs():
    result = compare(three(), pred=["good", "fair", "poor"])
    found = [pair.difference("ecs") for pair in result.pairs]
    assert [each.p_adjusted for each in found] == pytest.approx(holm([each.p for each in found]))


def test_a_ranking_goes_from_best_to_worst():
    result = compare(three(), pred=["poor", "fair", "good"], replicates=1000)
    assert result.ranking("dua").groups == (("good",), ("fair",), ("poor",))


def test_a_ranking_by_a_loss_begins_with_the_smallest():
    result = compare(metrics="error_rate")
    assert result.ranking("error_rate").groups == (("good",), ("poor",))
    assert result.pairs[0].difference("error_rate").better == "good"


def test_metrics_without_a_better_side_are_not_ranked():
    ranked = {ranking.metric for ranking in compare().rankings}
    assert "dua" in ranked
    assert "ecs_floor" not in ranked


def test_a_system_has_one_value_whoever_it_is_compared_with():
    truth = list("abababab")
    pred = {"one": truth, "two": list("aaaabbbb"), "odd": list("zbababab")}
    result = mercalli.compare(truth=truth, pred=pred, metrics="f1_macro", replicates=100)
    values = {pair.difference("f1_macro").first for pair in result.pairs if pair.first == "one"}
    assert len(values) == 1


def test_an_undefined_difference_has_a_reason_and_no_p():
    truth, other = ["a"] * 6, ["a", "b"] * 3
    result = mercalli.compare(truth=truth, pred={"same": truth, "other": other}, metrics="mcc", replicates=100)
    difference = result.pairs[0].difference("mcc")
    assert (difference.difference, difference.p, difference.p_adjusted, difference.better) == (None, None, None, None)
    assert difference.undefined == "truth and predictions are both constant"


def test_where_two_systems_differ_most_is_told_first():
    counts = [each.count for each in compare().pairs[0].disagreements]
    assert counts == sorted(counts, reverse=True)


def test_one_system_cannot_be_compared():
    with pytest.raises(SystemNameError):
        compare(pred="good")


def test_a_comparison_needs_replicates():
    with pytest.raises(SettingError, match="replicates"):
        compare(replicates=0)


@pytest.mark.parametrize("settings", [{}, {"unit": "document"}, {"weight": "weight"}])
def test_the_same_seed_gives_the_same_bytes(settings):
    first, second = (mercalli.to_json(compare(seed=5, **settings)) for _ in range(2))
    assert first == second


def test_a_comparison_is_the_same_after_writing_and_reading():
    result = compare()
    assert mercalli.from_json(mercalli.to_json(result)) == result


@pytest.mark.parametrize("like", ["original", "original_text", "sklearn"])
def test_a_comparison_under_a_reading_prints(like):
    assert "ecs" in str(compare(like=like))


def test_weights_of_one_change_no_p_value():
    truth = ["a"] * 2 + ["b"] * 20
    asked = {"truth": truth, "pred": {"x": truth, "y": ["b"] * 22}, "metrics": "accuracy"}
    plain, weighed = mercalli.compare(**asked), mercalli.compare(**asked, weight=[1.0] * 22)
    assert weighed.pairs[0].difference("accuracy").p == plain.pairs[0].difference("accuracy").p


def test_one_unit_gives_neither_an_interval_nor_a_p_value():
    truth = ["a", "b"] * 10
    found = mercalli.compare(truth=truth, pred={"x": truth, "y": ["a"] * 20}, unit=["u"] * 20, metrics="accuracy")
    each = found.pairs[0].difference("accuracy")
    assert (each.difference, each.low, each.p) == (0.5, None, None)
    assert "1 unit does not show" in found.notes[-1]


def test_systems_are_compared_on_the_items_that_all_of_them_answered():
    truth = ["a"] * 20 + ["b"] * 20
    preds = {"x": truth, "y": ["a"] * 40, "z": [None] * 15 + ["a"] * 5 + ["b"] * 20}
    found = mercalli.compare(truth=truth, pred=preds, missing="drop", metrics="accuracy")
    assert {(pair.n, pair.dropped) for pair in found.pairs} == {(25, 15)}
    assert found.ranking("accuracy").groups == (("x", "z"), ("y",))
    assert found.notes[0].startswith("Compared on the 25 items with a truth and a prediction of every system; 15 rows")
    assert "z: 15 of 40 items (37.5%) have no prediction and are left out: coverage is 62.5%." in found.notes


def with_a_twin(**settings):
    data = messages()
    return compare(data | {"same": data["good"]}, pred=["poor", "good", "same"], metrics="accuracy", **settings)


def test_every_system_can_be_compared_with_one_alone():
    assert [(pair.first, pair.second) for pair in with_a_twin(against="good").pairs] == [
        ("good", "poor"),
        ("good", "same"),
    ]


def test_a_ranking_ends_with_the_leaders_where_the_others_were_not_compared():
    assert with_a_twin(against="good").ranking("accuracy").groups == (("good", "same"),)
    assert with_a_twin().ranking("accuracy").groups == (("good", "same"), ("poor",))


def test_nothing_is_ranked_where_the_best_was_not_compared_with_all():
    assert with_a_twin(against="poor").rankings == ()


def test_a_system_to_compare_with_must_be_there():
    with pytest.raises(SystemNameError, match="Did you mean 'good'"):
        with_a_twin(against="goood")


def test_answers_are_exchanged_as_often_as_the_correction_over_pairs_needs():
    data = messages()
    many = {f"s{at}": data["poor"] for at in range(6)}
    settings = {"pred": ["good", *many], "metrics": "accuracy", "replicates": 100}
    found = compare(data | many, **settings)
    assert found.pairs[0].difference("accuracy").p == pytest.approx(1 / 421)
    assert found.pairs[0].difference("accuracy").better == "good"
    assert found.can_tell("accuracy")
    assert found.notes == ()


def test_exchanges_too_few_for_what_is_to_be_shown_are_noted():
    data = messages()
    found = compare(data | {"bad": data["poor"]}, pred=["good", "poor", "bad"], level=0.9999, metrics="accuracy")
    assert found.notes[-1].startswith("With 3 pairs and 10,000 exchanges no corrected p can show a difference")
    assert not found.can_tell("accuracy")
    assert found.pairs[0].difference("accuracy").better is None
