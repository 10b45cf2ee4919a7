"""Messages and their translations."""

from __future__ import annotations

from typing import Any

import pytest

import mercalli
from mercalli.errors import MissingError
from mercalli.tasks.parity.errors import PairError
from mercalli.telling.kinds import files_of

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


def test_every_class_has_its_pairs_and_a_line() -> None:
    data = messages()
    for key in range(1000, 1030):
        for language, said in (("en", "other"), ("tl", "help" if key < 1010 else "other")):
            for column, value in (("message_id", key), ("language", language), ("truth", "other"), ("pred", said)):
                data[column].append(value)
    result = mercalli.parity(data, **ASKED, replicates=0)
    (pair,) = result["pred"].translations
    assert [(each.name, each.n, each.source, each.translation) for each in pair.classes] == [
        ("help", 200, 172, 158),
        ("other", 30, 30, 20),
    ]
    assert bytes(files_of(result)["translations_by_class.png"]).startswith(b"\x89PNG")


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


def test_pairs_weigh_what_their_source_does() -> None:
    """The 22 that are lost weigh 3 times as much: (66 - 8) of 244 more are found in the source."""
    data = messages()
    weight = [3.0 if 150 <= key < 172 else 1.0 for key in data["message_id"]]
    (pair,) = mercalli.parity({**data, "w": weight}, **ASKED, weight="w", replicates=200)["pred"].translations
    assert pair.counts == (150, 22, 8, 20)
    assert pair.difference.value == pytest.approx((66 - 8) / 244)
    assert pair.lost.value == pytest.approx(66 / 216)
    assert pair.weight_lost.value == pytest.approx(66 / 216)
    assert pair.agreement.value == pytest.approx(170 / 244)
    assert pair.difference.low < pair.difference.value < pair.difference.high


def test_pairs_of_one_author_are_drawn_together() -> None:
    """Ten copies of each pair by the same author say no more than the pair; as pairs of their own they seem to."""
    data = messages()
    copied = {name: [value for value in column for _ in range(10)] for name, column in data.items()}
    copied["author"] = [str(key) for key in copied["message_id"]]
    copied["message_id"] = [f"{key} {at % 10}" for at, key in enumerate(copied["message_id"])]
    (alone,) = mercalli.parity(data, **ASKED, replicates=200)["pred"].translations
    (apart,) = mercalli.parity(copied, **ASKED, replicates=200)["pred"].translations
    (whole,) = mercalli.parity(copied, **ASKED, unit="author", replicates=999)["pred"].translations
    widths = [pair.difference.high - pair.difference.low for pair in (alone, apart, whole)]
    assert whole.difference.value == pytest.approx(0.07)
    assert widths[1] < 0.5 * widths[0]
    assert widths[2] == pytest.approx(widths[0], rel=0.05)
    assert apart.p < 1e-6
    assert whole.p == pytest.approx(alone.p, abs=0.012)


def test_a_picture_shows_what_translation_loses() -> None:
    files = files_of(mercalli.parity(messages(), **ASKED, replicates=0))
    assert files["translations.png"].startswith(b"\x89PNG")
    assert "translations.png" in files["index.html"] or "in their translations" in files["index.html"]
