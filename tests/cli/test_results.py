"""What commands leave behind: sealed JSON, report folders, profiles that work."""

import json
import subprocess
import sys

import pytest

from mercalli import __version__, from_json, read_result

EVALUATED = {
    "result.json",
    "comprehensive_evaluation_report.md",
    "metrics.csv",
    "classes.csv",
    "slices.csv",
    "confusions.csv",
}
QUICK = ("--replicates", "0", "--metrics", "accuracy")


def contents(folder):
    """Every file under a folder with its bytes."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def report(mercalli, tmp_path):
    """A report folder that exists already."""
    assert mercalli("evaluate", "rows.csv", "--out", "report").returncode == 0
    return tmp_path / "report"


def test_json_is_the_sealed_result(mercalli):
    result = from_json(mercalli("evaluate", "rows.csv", "--pred", "pred,other", "--json").stdout)
    assert [system.name for system in result.systems] == ["pred", "other"]


def test_the_same_data_and_seed_give_the_same_bytes(mercalli):
    asked = ("evaluate", "rows.csv", "--by", "lang", "--seed", "7", "--json")
    assert mercalli(*asked).stdout == mercalli(*asked, width=120).stdout


def test_a_report_folder_holds_the_result_and_its_tables(mercalli, tmp_path):
    done = mercalli("evaluate", "rows.csv", "--by", "lang", "--out", "new/report", "--json")
    assert set(contents(tmp_path / "new/report")) >= EVALUATED
    assert (tmp_path / "new/report/result.json").read_text(encoding="utf-8") == done.stdout


def test_a_comparison_folder_holds_the_result_and_its_table(mercalli, tmp_path):
    done = mercalli("compare", "rows.csv", "--pred", "pred,other", "--out", "report", *QUICK[2:])
    assert set(contents(tmp_path / "report")) >= {"result.json", "index.html", "report.md", "differences.csv"}
    assert read_result(tmp_path / "report/result.json").pairs[0].first == "pred"
    assert "report" in done.stdout.split("metric")[0]


def test_several_files_are_several_systems(mercalli, written):
    written("second.csv", "truth,pred\nfire,flood\nflood,flood\n")
    result = from_json(mercalli("evaluate", "rows.csv", "second.csv", "--json").stdout)
    assert [(system.name, system.n) for system in result.systems] == [("rows", 6), ("second", 2)]


def test_an_existing_folder_is_kept(report, mercalli):
    before = contents(report)
    assert mercalli("evaluate", "rows.csv", "--out", "report").returncode == 2
    assert contents(report) == before


def test_an_existing_report_is_replaced_when_asked(report, mercalli):
    before = contents(report)
    assert mercalli("evaluate", "rows.csv", "--out", "report", "--overwrite", *QUICK).returncode == 0
    assert contents(report)["result.json"] != before["result.json"]
    assert set(contents(report)) == set(before)
    assert {file.name for file in report.parent.iterdir()} == {"rows.csv", "report"}


@pytest.mark.parametrize(
    "wrong",
    [
        ("--by", "lnag"),
        ("--gate", "accuracy>=high"),
        ("--gate", "slice:doc.accuracy>=0.1"),
        ("--profile", "humaid"),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("report")
def test_an_existing_report_is_untouched_by_any_error(wrong, mercalli, tmp_path):
    before = contents(tmp_path)
    assert mercalli("evaluate", "rows.csv", "--out", "report", "--overwrite", *wrong).returncode == 2
    assert contents(tmp_path) == before


def test_a_folder_of_something_else_is_never_replaced(mercalli, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("precious", encoding="utf-8")
    before = contents(tmp_path)
    for arguments in (("evaluate", "rows.csv", "--out", "mine", "--overwrite"), ("demo", "--out", "mine")):
        assert mercalli(*arguments).returncode == 2
    assert contents(tmp_path) == before


def test_a_folder_with_another_programs_result_is_never_replaced(mercalli, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "result.json").write_text("{}", encoding="utf-8")
    (tmp_path / "mine" / "notes.txt").write_text("precious", encoding="utf-8")
    mercalli("evaluate", "rows.csv", "--out", "mine", "--overwrite", *QUICK)
    assert (tmp_path / "mine" / "notes.txt").exists()


def test_a_file_of_ones_own_in_a_report_folder_survives(report, mercalli):
    (report / "notes.txt").write_text("precious", encoding="utf-8")
    mercalli("evaluate", "rows.csv", "--out", "report", "--overwrite", *QUICK)
    assert (report / "notes.txt").exists()


def test_formulas_are_data_in_every_file(mercalli, written, tmp_path):
    written("formulas.csv", "truth,=1+1\n=2+5,=2+5\n@SUM(A1),=2+5\n-1,-1\n")
    assert mercalli("evaluate", "formulas.csv", "--pred", "=1+1", "--out", "report", *QUICK).returncode == 0
    for name in ("metrics.csv", "classes.csv", "confusions.csv"):
        cells = (tmp_path / "report" / name).read_text(encoding="utf-8").replace("\n", ",").split(",")
        assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []


def test_the_package_is_the_command_too(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mercalli", "--version"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.startswith(f"mercalli {__version__}\n")


def test_a_started_profile_can_be_used_as_it_is(mercalli, written):
    written("mine.toml", mercalli("profile", "new", "rows.csv").stdout)
    assert mercalli("profile", "check", "mine.toml").returncode == 0
    shown = json.loads(mercalli("evaluate", "rows.csv", "--profile", "mine.toml", "--replicates", "0", "--json").stdout)
    assert shown["headline"][0] == "weighted"


def test_a_metric_is_explained_to_programs_too(mercalli):
    found = json.loads(mercalli("metrics", "csi", "--json").stdout)
    assert (found["card"]["metric"], round(found["example"]["value"], 4)) == ("csi", 0.2276)


def test_the_catalogue_is_listed_for_programs_too(mercalli):
    chapters = json.loads(mercalli("metrics", "--json").stdout)
    assert {"dua", "accuracy", "recall"} <= {card["metric"] for chapter in chapters for card in chapter["metrics"]}


def test_profiles_are_shown_to_programs_too(mercalli):
    assert set(json.loads(mercalli("profile", "show", "--json").stdout)) >= {"generic", "humaid"}
    assert json.loads(mercalli("profile", "show", "humaid", "--json").stdout)["name"] == "humaid"
    assert json.loads(mercalli("profile", "check", "humaid", "--json").stdout)["metrics"][0] == "dua"


def test_the_demo_gives_its_sealed_result(mercalli):
    assert len(from_json(mercalli("demo", "--json").stdout).systems) == 4


def test_a_page_to_read_has_no_quotes_in_its_title(mercalli, tmp_path):
    mercalli("evaluate", "rows.csv", "--out", "report", *QUICK)
    assert (
        (tmp_path / "report" / "comprehensive_evaluation_report.md")
        .read_text(encoding="utf-8")
        .startswith("# rows.csv: how good")
    )


def test_names_with_commas_go_in_quotes(mercalli, written):
    written("commas.csv", 'truth,"one, two"\na,a\nb,a\n')
    done = mercalli("evaluate", "commas.csv", "--pred", "'one, two'", "--json", *QUICK)
    assert [system["name"] for system in json.loads(done.stdout)["systems"]] == ["one, two"]
