"""All values of a result in one flat dictionary, under names that experiment trackers take."""

from __future__ import annotations

import re

import pytest

import mercalli
from mercalli.errors import SystemNameError, TableError
from mercalli.results.scalars import Scalars, safe_name
from mercalli.telling.kinds import tables_of
from tests.frozen.kept import FIRST, KEPT

FILES = sorted((KEPT / FIRST).glob("*.json"))
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*")
TRUTH = ["fire", "flood", "fire", "flood"]


def evaluated(**pred):
    return mercalli.evaluate(truth=TRUTH, pred=pred, replicates=0, classes=["fire", "flood"])


def test_one_system_is_not_named():
    values = evaluated(svm=TRUTH).scalars()
    assert values["accuracy"] == 1.0
    assert "svm/accuracy" not in values


def test_several_systems_are_named_first():
    values = evaluated(svm=TRUTH, rules=["fire"] * 4).scalars()
    assert (values["svm/accuracy"], values["rules/accuracy"]) == (1.0, 0.5)


def test_one_of_several_systems_is_chosen():
    result = evaluated(svm=TRUTH, rules=["fire"] * 4)
    assert result.scalars(system="rules")["accuracy"] == 0.5
    with pytest.raises(SystemNameError, match="There are: svm, rules"):
        result.scalars(system="smv")


def test_the_separator_is_chosen():
    assert "svm.accuracy" in evaluated(svm=TRUTH, rules=TRUTH).scalars(sep=".")


def test_classes_are_there_on_request():
    assert evaluated(rules=["fire"] * 4).scalars(table="classes")["fire/precision"] == 0.5


def test_what_is_undefined_is_left_out_and_listed_with_its_reason():
    values = evaluated(rules=["fire"] * 4).scalars(table="classes")
    assert "flood/precision" not in values
    assert values.undefined["flood/precision"] == "nothing was predicted to be of the class"


def test_every_name_stands_for_a_text():
    result = mercalli.evaluate(truth=TRUTH, pred=TRUTH, metrics="f_beta_macro(beta=2)", replicates=0)
    values = result.scalars()
    assert values.written["f_beta_macro_beta_2"] == "f_beta_macro(beta=2)"


def test_texts_that_are_spelt_alike_in_plain_letters_are_both_kept():
    rows = [{"metric": name, "value": at} for at, name in enumerate(["recall(x=-1)", "recall(x=1)"])]
    values = Scalars.of(rows, [], "/")
    assert sorted(values.values()) == [0.0, 1.0]


def test_a_name_in_other_letters_is_the_same_in_every_run():
    assert safe_name("\u0637\u0644\u0628") == safe_name("\u0637\u0644\u0628") != safe_name("\u0646\u0627\u0631")
    assert NAME.fullmatch(safe_name("\u0637\u0644\u0628"))
    assert NAME.fullmatch(safe_name("")), "also of nothing at all"


def test_a_table_without_measures_has_no_values():
    with pytest.raises(TableError, match=r"'confusions' has no metrics with values. These have: metrics, classes"):
        evaluated(svm=TRUTH).scalars(table="confusions")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_kind_of_result_has_values_under_plain_names_and_loses_none(file):
    result = mercalli.read_result(file)
    if result.sealed_as in {"advice", "comparison", "feedback"}:
        return
    values = result.scalars()
    assert all(NAME.fullmatch(name) for name in values.written)
    keys = tables_of(result)["metrics"].keys
    rows = result.to_frame("metrics", backend="polars").unique([*keys, "metric"])
    assert len(values) + len(values.undefined) == rows.height == len(values.written)
