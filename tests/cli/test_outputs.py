"""What commands write: never over what another kind of command wrote, over their inputs, or beside another run."""

from __future__ import annotations

from mercalli.io.claims import claimed
from tests.doors.calls import ITEMS, QUICK, TEXTS

LABELS = ("--truth", "truth", "--pred", "pred", *QUICK)


def test_a_model_is_not_replaced_by_a_report_or_by_the_demo(mercalli, tmp_path):
    (tmp_path / "items.csv").write_text(ITEMS)
    assert mercalli("train", "items.csv", *TEXTS, "--out", "M").returncode == 0
    for call in (
        ("report", "M/result.json", "--out", "M", "--overwrite"),
        ("demo", "--out", "M"),
        ("evaluate", "M/test_predictions.csv", "--out", "M", "--overwrite"),
        ("train", "M/test_predictions.csv", *TEXTS, "--out", "M", "--overwrite"),
    ):
        done = mercalli(*call)
        assert (done.returncode, "is not replaced" in done.stderr) == (2, True), call
    assert (tmp_path / "M" / "model.skops").is_file()


def test_every_command_refuses_a_folder_that_holds_its_input(mercalli, tmp_path):
    (tmp_path / "items.csv").write_text(ITEMS)
    scores = ("--truth", "urgent", "--score", "score", *QUICK)
    assert mercalli("threshold", "items.csv", *scores, "--out", "S").returncode == 0
    done = mercalli("threshold", "S/scores.csv", *scores, "--out", "S", "--overwrite")
    assert "holds 'S/scores.csv', which is read" in done.stderr


def test_a_run_is_refused_where_another_one_writes(mercalli, tmp_path):
    (tmp_path / "items.csv").write_text(ITEMS)
    with claimed(tmp_path / "R"):
        done = mercalli("evaluate", "items.csv", *LABELS, "--out", "R")
        assert (done.returncode, "'R' is being written by another run" in done.stderr) == (2, True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["items.csv", "rows.csv"]


def test_a_link_that_leads_in_a_circle_stays(mercalli, tmp_path):
    (tmp_path / "items.csv").write_text(ITEMS)
    (tmp_path / "R").symlink_to("R")
    for more in ((), ("--overwrite",)):
        done = mercalli("evaluate", "items.csv", *LABELS, "--out", "R", *more)
        assert (done.returncode, "a link that leads in a circle" in done.stderr) == (2, True)
    assert (tmp_path / "R").readlink().name == "R"
