"""Texts of people leave a record masked; the record itself, its ids and its labels stay."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

import mercalli
from mercalli.errors import ResultError
from mercalli.results.diff import diff
from mercalli.results.findings import Evidence
from mercalli.results.personal import Masking, shown, with_masks
from mercalli.results.seal import to_json
from mercalli.telling.kinds import files_of

NUMBER = "@bob: flood, call +63 917 532 0538"
HIDDEN = "[user]: flood, call [phone]"


@pytest.fixture
def result():
    return mercalli.answers(pred=[NUMBER, "fire", "fire"], classes=["fire", "flood"])


def test_every_file_and_telling_is_masked_and_says_so(result):
    files = {name: text for name, text in files_of(result).items() if name != "summary.html"}  # which shows no outputs
    told = [*map(str, files.values()), str(result), result._repr_html_(), to_json(result)]
    assert not any("917 532" in each or "@bob" in each for each in told)
    assert all(HIDDEN in each.replace("\\", "") for each in told)
    assert all(
        "are masked (2 in 2 texts here); --show-personal keeps them." in re.sub("</?span[^>]*>", "", each)
        for each in (str(files["index.html"]), str(files["report.md"]), str(result))
    )


def test_the_record_keeps_its_texts(result):
    assert NUMBER in {each.output for each in result.outputs}
    assert NUMBER in set(result.to_frame("outputs", backend="pyarrow")["output"].to_pylist())


def test_nothing_but_texts_differs_between_masked_and_shown(result):
    one, two = (json.loads(to_json(result, show_personal=each)) for each in (False, True))
    for each in one["outputs"], two["outputs"]:
        each[:] = [{**output, "output": ""} for output in each]
    assert {**one, "seal": ""} == {**two, "seal": ""}


def test_personal_data_is_kept_where_somebody_asks_for_it(result, tmp_path):
    folder = mercalli.write_report(result, tmp_path / "report", show_personal=True)
    for name in ("index.html", "report.md", "result.json", "outputs.csv"):
        assert "917 532 0538" in (folder / name).read_text()
    assert "are not masked" in (folder / "report.md").read_text()


def test_a_result_equals_its_masked_file(result):
    again = mercalli.from_json(to_json(result))
    assert not diff(result, again)
    assert to_json(again) == to_json(result)


def test_a_file_cannot_say_that_it_needs_no_masks(result):
    content = json.loads(to_json(result))
    content["provenance"]["masking"] = {"texts": 1, "masks": None}
    with pytest.raises(ResultError):
        mercalli.from_json(json.dumps(content))


def test_a_result_without_texts_says_nothing_and_is_the_same_object():
    result = mercalli.evaluate(truth=["fire", "flood"], pred=["fire", "fire"], replicates=0)
    assert shown(result) is result
    assert "masked" not in str(files_of(result)["report.md"])


def test_ids_and_labels_of_a_table_stay():
    table = Evidence("Copies", ("id", "labels", "text"), (("@7", "@label", "@bob"),))
    assert with_masks(table).rows == (("@7", "@label", "[user]"),)


def test_what_was_decided_once_holds(result):
    kept = shown(result, show_personal=True)
    assert shown(kept) is kept
    assert kept.provenance.masking == Masking(2, None)
    assert replace(kept, provenance=result.provenance) == result
