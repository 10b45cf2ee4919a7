"""Messages and their translations."""

from __future__ import annotations

from typing import Any

import pytest

import mercalli
from mercalli.errors import MissingError
from mercalli.tasks.parity.errors import PairError

KINDS = {(True, True): 150, (True, False): 22, (False, True): 8, (False, False): 20}
ASKED = {
    "truth": "truth",
    "pred": "pred",
    "by": "language",
    "classes": ["help", "other"],
    "urgent": "help",
    "metrics": "accuracy",
    "pairs": "message_id",
    "reference": "en",
}


def messages() -> dict[str, list[Any]]:
    """200 urgent messages in English and Tagalog, found in both, one or neither."""
    columns: dict[str, list[Any]] = {"message_id": [], "language": [], "truth": [], "pred": []}
    every = [kind for kind, number in KINDS.items() for _ in range(number)]
    for key, kind in enumerate(every):
        for language, found in zip(("en", "tl"), kind, strict=True):
            columns["message_id"].append(key)
            columns["language"].append(language)
            columns["truth"].append("help")
            columns["pred"].append("help" if found else "other")
    return columns


def test_pairs_by_hand() -> None:
    (pair,) = mercalli.parity(messages(), **ASKED, replicates=200)["pred"].translations
    assert pair.counts == (150, 22, 8, 20)
    assert pair.difference.value == pytest.approx(0.07)
    assert (pair.difference.low, pair.difference.high) == pytest.approx((0.0172, 0.1228), abs=5e-5)
    assert pair.p == pytest.approx(0.016125, abs=5e-7)
    assert pair.lost.value == pytest.approx(22 / 172)
    assert pair.agreement.value == pytest.approx(170 / 200)
    assert pair.weight_lost.value == pytest.approx(22 / 172)


def test_a_pair_of_which_an_answer_is_dropped_does_not_count() -> None:
    data = messages()
    data["pred"][0] = data["pred"][-1] = None
    result = mercalli.parity(data, **ASKED, replicates=0, missing="drop")["pred"]
    assert result.translations[0].counts == (149, 22, 8, 19)
    assert (result.n, result.dropped) == (398, 2)


def test_a_message_without_a_pair_is_refused_whatever_the_unit() -> None:
    data = {**messages(), "author": ["a", "b"] * 200}
    data["message_id"][0] = data["message_id"][1] = None
    with pytest.raises(MissingError, match=r"2 rows .* have no value in 'message_id'"):
        mercalli.parity(data, **ASKED, unit="author", replicates=0)


def test_a_verdict_over_units_does_not_call_rows_units() -> None:
    data = {**messages(), "author": [f"author {row % 40}" for row in range(400)]}
    verdict = mercalli.parity(data, **ASKED, unit="author", replicates=100).verdict
    assert "This applies to new authors like these (400 items)." in [line.text for line in verdict.lines]


def test_a_message_is_one_unit() -> None:
    result = mercalli.parity(messages(), **ASKED, replicates=200)
    assert result.provenance.roles["unit"] == "message_id"
    assert result["pred"].slices[0].measure("urgent_recall").method == "percentile over units"


def test_order_of_rows_does_not_matter() -> None:
    data = messages()
    turned = {name: values[::-1] for name, values in data.items()}
    first, second = (mercalli.parity(each, **ASKED, replicates=0)["pred"].translations for each in (data, turned))
    assert first == second


def test_ids_that_occur_once_or_three_times_are_refused() -> None:
    data = messages()
    data["message_id"][0] = 7
    with pytest.raises(PairError, match=r"2 values do not: 0 \(1 row\) and 7 \(3 rows\)"):
        mercalli.parity(data, **ASKED)


def test_pairs_with_different_truths_are_refused() -> None:
    data = messages()
    data["truth"][0] = "other"
    with pytest.raises(PairError, match="must have the same truth"):
        mercalli.parity(data, **ASKED)


def test_pairs_without_a_source_are_refused() -> None:
    data = messages()
    data["language"][0] = "tl"
    with pytest.raises(PairError, match="one row must be in 'en'"):
        mercalli.parity(data, **ASKED)


def test_pairs_need_a_reference() -> None:
    with pytest.raises(PairError, match="need the language of the source"):
        mercalli.parity(messages(), **{**ASKED, "reference": None})
