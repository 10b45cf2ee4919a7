"""Results of every version stay readable, and the same calls still give those of the first."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import mercalli
from mercalli.telling.kinds import files_of
from tests.frozen.calls import PLAIN, SEALED, run
from tests.frozen.kept import (
    CHANGED,
    FIRST,
    FORM,
    INTENDED,
    KEPT,
    KINDS,
    ROUNDING,
    Intended,
    differences,
    fingerprint,
    kept_text,
)
from tests.telling.screens import screen

FILES = sorted(KEPT.glob("*.*.*/*.json"))  # a folder for each version


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_result_is_read_and_its_seal_holds(file):
    text = file.read_text(encoding="utf-8")
    assert type(mercalli.from_json(text)).__name__ in mercalli.__all__
    changed = {**json.loads(text), "seal": "sha256:0"}
    with pytest.raises(mercalli.MercalliError):
        mercalli.from_json(json.dumps(changed))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_result_is_told_in_every_way(file):
    result = mercalli.read_result(file)
    assert {"result.json", "index.html", "report.md"} <= files_of(result).keys()
    assert all((str(result), result._repr_html_(), screen(result, 80)))


def test_every_kind_of_result_is_kept():
    assert {json.loads(file.read_text(encoding="utf-8"))["mercalli"] for file in FILES} == KINDS


def test_every_call_is_kept_and_nothing_else():
    assert {file.stem for file in FILES if file.parent.name == FIRST} == SEALED.keys()
    assert {file.stem for file in (KEPT / FIRST / "plain").glob("*.json")} == PLAIN.keys()


@pytest.mark.parametrize("name", [*SEALED, *PLAIN])
def test_a_call_gives_what_it_gave(name, tmp_path):
    found = differences(name, kept_text(name), run(name, tmp_path), ROUNDING)
    assert [str(each) for each in found if each.reason is None] == []
    accepted = json.loads(CHANGED.read_text(encoding="utf-8"))
    assert fingerprint(found) == accepted[name], f"see scripts/frozen.py --call {name}; if wanted, accept --call {name}"


NAME = "alerts_own_levels"


def changed(**parts):
    """A kept result with another provenance."""
    found = mercalli.from_json(kept_text(NAME))
    return mercalli.to_json(replace(found, provenance=replace(found.provenance, **parts)))


def test_a_difference_is_told_with_its_path():
    found = differences(NAME, kept_text(NAME), changed(origin="elsewhere"))
    assert [each.path for each in found] == ["provenance.origin"]


def test_versions_may_differ():
    assert differences(NAME, kept_text(NAME), changed(versions={"mercalli": "9", "python": "9", "numpy": "9"})) == []


def test_an_intended_difference_has_its_reason(monkeypatch):
    monkeypatch.setitem(INTENDED, NAME, Intended("said anew", (r"provenance\.ori.*",)))
    (found,) = differences(NAME, kept_text(NAME), changed(origin="elsewhere"))
    assert found.reason == "said anew"


def test_a_number_that_differs_on_purpose_may_not_differ_again(monkeypatch):
    monkeypatch.setitem(INTENDED, NAME, Intended("drawn anew", (r"provenance\.settings\.seed",)))
    result = mercalli.from_json(kept_text(NAME))

    def digest(seed):
        settings = {**result.provenance.settings, "seed": seed}
        drawn = replace(result, provenance=replace(result.provenance, settings=settings))
        return fingerprint(differences(NAME, kept_text(NAME), mercalli.to_json(drawn)))

    assert digest(7) == digest(7) != digest(8)


def test_another_order_is_a_difference_of_form():
    text = kept_text("recall_under_fpr")
    turned = json.dumps(dict(reversed(json.loads(text).items())))
    assert [each.path for each in differences("recall_under_fpr", text, turned)] == [FORM]
