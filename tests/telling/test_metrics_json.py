"""`metrics.json` in the report folder: the values of every system for programs that follow metrics."""

from __future__ import annotations

import json
import re

import pytest

import mercalli
from mercalli.telling.kinds import files_of, tables_of
from tests.frozen.kept import FIRST, KEPT

FILES = sorted((KEPT / FIRST).glob("*.json"))
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_/]*")
TRUTH = ["fire", "flood", "fire", "flood"]


def metrics_of(truth=TRUTH, **pred):
    result = mercalli.evaluate(truth=truth, pred=pred, replicates=0, classes=["fire", "flood"])
    return json.loads(files_of(result)["metrics.json"])


def test_values_stand_under_their_system_also_if_it_is_alone():
    assert metrics_of(rules=["fire"] * 4)["rules"]["accuracy"] == 0.5


def test_what_is_undefined_is_listed_and_is_no_value():
    found = metrics_of(["fire"] * 4, svm=["fire"] * 4, rules=TRUTH)
    assert found["rules"].keys() - found["svm"].keys() == {"mcc", "cohen_kappa"}
    assert [(each["system"], each["metric"]) for each in found["_undefined"]] == [
        ("svm", "mcc"),
        ("svm", "cohen_kappa"),
    ]
    assert found["_undefined"][0]["undefined"] == "truth and predictions are both constant"


def test_systems_that_are_spelt_alike_in_plain_letters_are_both_kept():
    found = metrics_of(**{"svm v2": TRUTH, "svm_v2": ["fire"] * 4})
    assert sorted(each["accuracy"] for name, each in found.items() if name != "_undefined") == [0.5, 1.0]


def test_a_system_may_be_called_as_the_list_of_what_is_undefined():
    found = metrics_of(_undefined=TRUTH)
    assert found["undefined"]["accuracy"] == 1.0
    assert found["_undefined"] == []


def test_a_result_without_measures_has_none():
    result = mercalli.compare(truth=TRUTH, pred={"svm": TRUTH, "rules": ["fire"] * 4}, replicates=100)
    assert "metrics.json" not in files_of(result)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_kind_of_result_loses_no_value(file):
    result = mercalli.read_result(file)
    measured = tables_of(result).get("metrics")
    if measured is None or not measured.keys:
        assert "metrics.json" not in files_of(result)
        return
    found = json.loads(files_of(result)["metrics.json"])
    left_out = found.pop("_undefined")
    values = [value for each in found.values() for value in each.values()]
    assert all(NAME.fullmatch(name) for name in [*found, *(name for each in found.values() for name in each)])
    assert all(isinstance(value, float) for value in values)
    assert len(values) + len(left_out) == len(result.scalars().written)
