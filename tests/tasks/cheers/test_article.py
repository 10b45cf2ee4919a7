"""The report folder on CHEERS: its files, its page with hostile names, its picture, and tables that parse back."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from PIL import Image

import mercalli
from mercalli.telling.kinds import files_of
from tests.metrics.known_sets import FALSE_ALARM, NOTHING, RUN
from tests.tasks.cheers.cheers_files import gold_text, run_text
from tests.telling.screens import screen

FILES = {
    *("result.json", "metrics.json", "index.html", "summary.html", "report.md", "cheers.png"),
    *("scores.csv", "sectors.csv", "slices.csv", "differences.csv", "rankings.csv"),
}


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cheers")
    (folder / "gold.csv").write_text(gold_text(), encoding="utf-8")
    for name, run in (("run", RUN), ("alarm", FALSE_ALARM), ("nothing", NOTHING)):
        (folder / f"{name}.csv").write_text(run_text(run), encoding="utf-8")
    runs = [folder / f"{name}.csv" for name in ("run", "alarm", "nothing")]
    return mercalli.score_cheers(runs, gold=folder / "gold.csv", by=["doc_id"], replicates=100)


@pytest.fixture(scope="module")
def files(result):
    return files_of(result)


def table(files, name):
    return list(csv.DictReader(StringIO(files[name])))


def test_the_folder_holds_pages_tables_and_a_picture(files, result):
    assert set(files) == FILES
    assert files_of(result) == files


def test_the_scores_parse_back_to_the_numbers_of_the_result(files, result):
    found = {
        (row["system"], row["metric"]): row["value"]
        for row in table(files, "scores.csv")
        if row["reading"] == "as_written"
    }
    for run in result.systems:
        for measure in run.measures:
            assert found[run.name, measure.metric] == ("" if measure.value is None else str(measure.value))


def test_every_sector_slice_and_difference_has_its_rows(files, result):
    assert len(table(files, "sectors.csv")) == 3 * 11 * 3
    assert len(table(files, "slices.csv")) == 3 * 3 * 4
    assert len(table(files, "differences.csv")) == sum(len(pair.differences) for pair in result.pairs) == 12


def test_coverage_stands_beside_every_humimpact(files):
    for name in ("index.html", "report.md"):
        assert files[name].count("with a sector were extracted") >= 3


def test_the_lines_of_the_challenge_stand_on_both_pages(files):
    for name in ("index.html", "report.md"):
        assert "HumImpact Score is: 84.16" in files[name]
        assert "Accuracy for sector_ids variable is: undefined" in files[name]


def test_names_cannot_become_markup(result):
    hostile = replace(result.systems[0], name="<script>alert(1)</script>|*x*")
    made = files_of(replace(result, systems=(hostile,), pairs=(), rankings=()))
    assert "<script>alert" not in made["index.html"] + made["report.md"]


def test_the_picture_is_a_picture(files):
    with Image.open(BytesIO(files["cheers.png"])) as picture:
        assert picture.size[0] == 1500


def test_a_text_for_a_prompt_and_a_notebook(result):
    assert "accuracy is a mean over 5 sentences" in str(result)
    assert "<table>" in result._repr_html_()


def test_a_screen_of_several_runs_goes_on_with_the_best_and_warns_of_the_others(result):
    shown = screen(result)
    assert "Details of run, the best by HumImpact." in shown
    assert "\nalarm: 9 sentences" not in shown
    assert "! nothing: There is no sectorids_accuracy because" in shown


def test_a_run_without_a_score_says_why_where_its_score_would_stand(result):
    alone = replace(result, systems=result.systems[2:], pairs=(), rankings=())
    assert "HumImpact has no value, because no sentence that counts was predicted relevant." in screen(alone)
