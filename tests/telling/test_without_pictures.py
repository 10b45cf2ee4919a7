"""Reports where there is no matplotlib: the same without picture files, or a refusal that says what to install."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from mercalli import evaluate, write_report
from mercalli.errors import ExtraError, MercalliError
from mercalli.plan.results import from_json
from mercalli.registry import kind as registered
from mercalli.telling.kinds import files_of
from tests.places import ROOT
from tests.results.mutations import KINDS, example

PICTURE = (".png", ".svg")
PAGES = ("index.html", "report.md", "comprehensive_evaluation_report.md")
SHOWN = re.compile(r"!\[[^\]]*\]\(|<img ")
ALONE = """
import sys
sys.modules["matplotlib"] = None
from mercalli.plan.results import from_json
from mercalli.telling.kinds import files_of
from tests.results.mutations import KINDS, example
for kind in KINDS:
    files_of(from_json(example(kind)), pictures=False)
print("drawn without")
"""
TRUTH = ["fire", "flood"] * 10


@pytest.fixture
def undrawable(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.fixture
def result():
    return evaluate(truth=TRUTH, pred=TRUTH, replicates=0)


@pytest.mark.parametrize("kind", [name for name in KINDS if registered(name).pictures])
def test_all_other_files_are_the_same_without_pictures(kind):
    result = from_json(example(kind))
    usual, bare = files_of(result), files_of(result, pictures=False)
    assert [*bare] == [name for name in usual if not name.endswith(PICTURE)]
    assert all(bare[name] == usual[name] for name in bare if name not in PAGES)


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_shows_a_picture_that_is_not_there(kind):
    bare = files_of(from_json(example(kind)), pictures=False)
    assert not [name for name in PAGES if name in bare and SHOWN.search(bare[name])]


def test_no_kind_of_report_needs_matplotlib_without_pictures():
    done = subprocess.run([sys.executable, "-c", ALONE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "drawn without\n"), done.stderr


@pytest.mark.usefixtures("undrawable")
def test_a_report_with_pictures_is_refused_before_anything_is_written(result, tmp_path):
    with pytest.raises(ExtraError, match=r"pip install matplotlib\. .*--no-pictures"):
        write_report(result, tmp_path / "report")
    assert not [*tmp_path.iterdir()]
    assert write_report(result, tmp_path / "report", pictures=False).is_dir()


@pytest.mark.usefixtures("undrawable")
@pytest.mark.parametrize("asked", [lambda each: each.figure(), lambda each: each.show()])
def test_a_figure_and_a_page_in_a_notebook_say_what_to_install(result, asked):
    with pytest.raises(MercalliError, match="pip install matplotlib"):
        asked(result)


@pytest.mark.parametrize("command", ["evaluate", "report"])
def test_no_pictures_without_a_folder_means_nothing(mercalli, tmp_path, command):
    (tmp_path / "report.json").write_text("{}", encoding="utf-8")
    places = {"evaluate": ["rows.csv"], "report": ["report.json", "--xlsx", "report.xlsx"]}
    done = mercalli(command, *places[command], "--no-pictures")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--no-pictures is only for the report folder" in done.stderr


def test_no_pictures_leaves_them_out_of_the_folder(mercalli, tmp_path):
    done = mercalli("evaluate", "rows.csv", "--replicates", "0", "--out", "report", "--no-pictures")
    assert done.returncode == 0, done.stderr
    assert not [*(tmp_path / "report").glob("*.png")]
    assert not mercalli("report", "report/result.json", "--out", "again", "--no-pictures").stderr
    assert not [*(tmp_path / "again").glob("*.png")]
