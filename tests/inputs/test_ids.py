"""Ids too long for a float stay what they are."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import pytest

import mercalli

PAST_FLOAT = 2**53
IDS = [PAST_FLOAT + step for step in range(6)]


def evaluated(data, **roles):
    return mercalli.evaluate(data, truth="truth", pred="pred", replicates=0, **roles).systems[0]


@pytest.fixture
def csv_of_ids(tmp_path):
    """Two labels that are one number as floats, and six units that would be three."""
    path = tmp_path / "ids.csv"
    rows = [f"{PAST_FLOAT + at % 2},{PAST_FLOAT + at % 2},{number}\n" for at, number in enumerate(IDS)]
    path.write_text("truth,pred,document\n" + "".join(rows))
    return path


def test_labels_of_a_csv_are_not_rounded(csv_of_ids):
    assert evaluated(csv_of_ids).table.classes == ("9007199254740992", "9007199254740993")


def test_units_of_a_csv_are_not_rounded(csv_of_ids):
    assert "Only 6 units" in " ".join(evaluated(csv_of_ids, unit="document").notes)


def test_labels_of_a_csv_keep_their_zeros(tmp_path):
    (tmp_path / "codes.csv").write_text("truth,pred\n007,007\n7,7\n1e3,1000\n1000,7\n")
    assert evaluated(tmp_path / "codes.csv").table.classes == ("007", "7", "1000", "1e3")


@pytest.mark.parametrize("past", [2**53, 2**63, 2**64])
def test_units_of_json_lines_are_not_rounded(tmp_path, past):
    rows = [{"truth": "ab"[at % 2], "pred": "a", "document": past + at} for at in range(6)]
    (tmp_path / "ids.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    assert "Only 6 units" in " ".join(evaluated(tmp_path / "ids.jsonl", unit="document").notes)


def test_huge_integers_of_duckdb_are_not_rounded():
    relation = duckdb.connect().sql(
        "select 9007199254740992::hugeint + i as truth, 9007199254740992::hugeint + i as pred from range(2) t(i)"
    )
    assert evaluated(relation).table.classes == ("9007199254740992", "9007199254740993")


def test_whole_numbers_of_an_array_are_not_rounded():
    labels = np.array([PAST_FLOAT, PAST_FLOAT + 1])
    assert evaluated({"truth": labels, "pred": labels}).table.classes == ("9007199254740992", "9007199254740993")


def test_whole_numbers_past_64_bits_are_labels_like_any_other():
    labels = [2**70, 2**70 + 1]
    assert evaluated({"truth": labels, "pred": labels}).table.classes == (str(2**70), str(2**70 + 1))


def test_unsigned_numbers_past_63_bits_are_labels_like_any_other():
    labels = np.array([2**63 + 1, 2**63 + 3], np.uint64)
    assert evaluated({"truth": labels, "pred": labels}).table.classes == (str(2**63 + 1), str(2**63 + 3))
