"""Every task that a challenge can score, from a new challenge to an export that is verified."""

import csv
import json
import re
import tempfile
from contextlib import suppress

import pytest

from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.closing import choose_finals, close_phase
from mercalli.tasks.challenge.doors.desk import Mail, hand_in
from mercalli.tasks.challenge.doors.exports import export
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.rulings import exclude
from mercalli.tasks.challenge.doors.scaffold import new_challenge
from mercalli.tasks.challenge.doors.verifying import verify
from mercalli.tasks.challenge.doors.worker import work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import ME, opened, run_of, send, team
from tests.tasks.challenge.test_tasks import CASES, IDS, write


@pytest.mark.parametrize("task", CASES)
def test_a_challenge_of_every_task_runs_from_new_to_verify(task, tmp_path):
    gold, options, predicted = CASES[task]
    every = {"id": IDS, **gold}
    new_challenge(write(tmp_path / "gold.csv", every), tmp_path / "c", task, dict(options))
    form = open_challenge(tmp_path / "c", ME).key.form
    host = Host.of(tmp_path / "c")
    for name in ("Anna", "Bela"):
        ids = {column: every[column] for column in form.ids}
        file = write(tmp_path / f"{name}.csv", {**ids, form.fields[0].name: predicted()})
        assert hand_in(host, Mail(file, name), ME)[1].state == "scored"
    board = public_board(host)
    assert sorted(entry.team for entry in board.entries) == ["Anna", "Bela"]
    assert all(entry.group for entry in board.entries)
    close_phase(host, None, ME, early=True)
    export(host, tmp_path / "published", whole=True)
    assert sum("2 runs scored again" in line for line in verify(tmp_path / "published")) == 2


def _changed_score(folder):
    board = json.loads((folder / "board_main_private.json").read_text())
    board["entries"][0]["measures"][0]["low"] += 1e-9
    (folder / "board_main_private.json").write_text(json.dumps(board))


def _changed_group(folder):
    board = json.loads((folder / "board_main_public.json").read_text())
    board["entries"][-1]["group"] += 1
    (folder / "board_main_public.json").write_text(json.dumps(board))


def _private(folder, change):
    file = folder / "board_main_private.json"
    board = json.loads(file.read_text())
    change(board, board["entries"])
    for rank, entry in enumerate((each for each in board["entries"] if not each["below"]), 1):
        entry.update(rank=rank)
    file.write_text(json.dumps(board))


def _unranked(folder):
    def change(_board, entries):
        entries[0].update(below="it was late", rank=None, group=None, compared=None)
        entries[1].update(group=1, compared=None)

    _private(folder, change)


def _less_is_better(folder):
    def change(board, entries):
        board.update(direction=-1)
        entries.reverse()
        entries[0].update(group=None, compared=None)

    _private(folder, change)


def _another_metric(folder):
    def change(board, entries):
        board.update(metric="f1_macro")
        for entry in entries:
            entry["measures"].reverse()

    _private(folder, change)


def _older_revision(folder):
    def change(board, entries):
        board.update(revision=0)
        entries[0]["measures"][0]["value"] = 1.0

    _private(folder, change)


def _older_run(folder):
    def change(_board, entries):
        entries[1].update(revision=0)
        entries[1]["measures"][0]["value"] = 0.1

    _private(folder, change)


def _revision_that_never_was(folder):
    _older_run(folder)
    file = folder / "submissions.csv"
    file.write_text(re.sub(r",(\d),1,(\d),(\d)\b", r",\1,0,\2,\3", file.read_text()))


def _more_items(folder):
    _private(folder, lambda _board, entries: entries[0]["measures"][0].update(n=1000))


def _another_digest(folder):
    file = folder / "revisions.json"
    found = json.loads(file.read_text())
    found[-1]["digest"] = "0" * 64
    file.write_text(json.dumps(found))


def _no_private_board(folder):
    (folder / "board_main_private.json").unlink()


def _another_minimum(folder):
    file = folder / "challenge.toml"
    file.write_text(file.read_text() + "\n[minimum]\naccuracy = 0.8\n")


def _changed_gold(folder):
    gold = (folder / "gold.csv").read_text()
    (folder / "gold.csv").write_text(gold.replace("fire", "flood", 1))


def _changed_run(folder):
    run = next(folder.glob("run_*"))
    run.write_bytes(run.read_bytes().replace(b"fire", b"flood", 1))


def _no_run(folder):
    next(folder.glob("run_*")).unlink()


def _another_team(folder):
    file = folder / "submissions.csv"
    file.write_text(file.read_text().replace("Anna", "Zoe"))


def _changed_promise(folder):
    split = json.loads((folder / "split.json").read_text())
    split["commitments"]["main"] = "0" * 64
    (folder / "split.json").write_text(json.dumps(split))


def _no_units(folder):
    (folder / "split.json").write_text('{"salt": "x"}')


def _a_list(folder):
    (folder / "board_main_public.json").write_text("[1]")


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """An export with the runs of two teams."""
    folder = tmp_path_factory.mktemp("published")
    host, labels = opened(folder / "c")
    for name, right in (("Anna", 0.9), ("Bela", 0.7)):
        send(host, run_of(labels, right), name)
    work(host)
    close_phase(host, None, ME, early=True)
    export(host, folder / "out", whole=True)
    return folder / "out"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_changed_score, "broken_scores"),
        (_changed_group, "broken_board"),
        (_unranked, "broken_board"),
        (_less_is_better, "broken_board"),
        (_another_metric, "broken_board"),
        (_older_revision, "broken_board"),
        (_older_run, "broken_board"),
        (_revision_that_never_was, "broken_board"),
        (_more_items, "broken_scores"),
        (_another_digest, "broken_gold"),
        (_no_private_board, "broken_export"),
        (_another_minimum, "broken_board"),
        (_changed_gold, "broken_gold"),
        (_changed_run, "broken_run"),
        (_no_run, "broken_export"),
        (_another_team, "broken_board"),
        (_changed_promise, "broken_split"),
        (_no_units, "broken_export"),
        (_a_list, "broken_export"),
    ],
)
def test_whatever_is_changed_in_an_export_is_found(published, tmp_path, change, code):
    assert _found(published, tmp_path, change) == code


def test_a_strange_export_writes_nothing_outside_the_folder_in_which_it_is_checked(published, tmp_path, monkeypatch):
    place, work_in = tmp_path / "export", tmp_path / "tmp"
    place.mkdir()
    work_in.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(work_in))

    def change(folder):
        for part in ("public", "private"):
            board = json.loads((folder / f"board_main_{part}.json").read_text())
            (folder / f"board_.._{part}.json").write_text(json.dumps({**board, "phase": ".."}))
        split = json.loads((folder / "split.json").read_text())
        split["shares"][".."] = 0.5
        (folder / "split.json").write_text(json.dumps(split))

    for file in published.iterdir():
        (place / file.name).write_bytes(file.read_bytes())
    change(place)
    with suppress(ChallengeError):
        verify(place)
    assert list(work_in.iterdir()) == []


def _found(published, folder, change):
    """The code of what is wrong in an export after a change."""
    for file in published.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    change(folder)
    with pytest.raises(ChallengeError) as error:
        verify(folder)
    return error.value.code


@pytest.fixture(scope="module", params=["alone", "whole"])
def chosen(request, tmp_path_factory):
    """An export, without and with its runs: Anna chose a worse run, Bela none, Cleo was excluded."""
    folder = tmp_path_factory.mktemp("chosen")
    host, labels = opened(folder / "c", items=200, more="public_share = 0.5\n")
    runs = {}
    for name, rights in (("Anna", (0.6, 0.95, 0.7)), ("Bela", (0.5, 0.8)), ("Cleo", (0.9,))):
        runs[name] = [send(host, run_of(labels, right), name).submission for right in rights]
    work(host)
    for name, run in (("Anna", 0), ("Cleo", 0)):
        choose_finals(host, team(host, name), "main", [runs[name][run]], ME)
    exclude(host, team(host, "Cleo"), "answers were copied", ME)
    close_phase(host, None, ME, early=True)
    work(host)
    export(host, folder / "out", whole=request.param == "whole")
    return folder / "out", runs


def _rows(folder, change):
    """Submissions, changed as a table of texts."""
    with (folder / "submissions.csv").open(newline="") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    change(rows)
    with (folder / "submissions.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, next(iter(rows.values())))
        writer.writeheader()
        writer.writerows(rows.values())


def test_an_export_tells_which_runs_were_chosen_and_boards_follow_from_it(chosen):
    folder, runs = chosen
    boards = {part: json.loads((folder / f"board_main_{part}.json").read_text()) for part in ("public", "private")}
    stands = {part: {each["team"]: each["submission"] for each in board["entries"]} for part, board in boards.items()}
    assert stands["public"] == {"Anna": runs["Anna"][1], "Bela": runs["Bela"][1]}
    assert stands["private"] == {"Anna": runs["Anna"][0], "Bela": runs["Bela"][1]}
    assert any(line.startswith("main: each of 3 teams stands on the boards by") for line in verify(folder))


def _other_final(rows, runs):
    rows[runs["Anna"][0]]["final"], rows[runs["Anna"][2]]["final"] = "0", "1"


def _no_final(rows, runs):
    rows[runs["Anna"][0]]["final"] = "0"


def _not_released(rows, runs):
    rows[runs["Bela"][1]]["released"] = "0"


def _back_in(rows, runs):
    rows[runs["Cleo"][0]]["excluded"] = "0"


def _put_out(rows, runs):
    for run in runs["Bela"]:
        rows[run]["excluded"] = "1"


def _gone(rows, runs):
    del rows[runs["Bela"][0]]


def _a_baseline(rows, runs):
    rows[runs["Anna"][1]]["baseline"] = "1"


@pytest.mark.parametrize(
    "change",
    [_other_final, _no_final, _not_released, _back_in, _put_out, _gone, _a_baseline],
    ids=lambda each: each.__name__,
)
def test_a_choice_that_is_not_on_the_board_is_found(chosen, tmp_path, change):
    folder, runs = chosen
    assert _found(folder, tmp_path, lambda place: _rows(place, lambda rows: change(rows, runs))) == "broken_board"


def test_what_a_table_of_runs_lacks_is_told(chosen, tmp_path):
    folder, runs = chosen
    spoilt = lambda rows: rows[runs["Anna"][0]].update(final="maybe")  # noqa: E731 - as others are given
    assert _found(folder, tmp_path, lambda place: _rows(place, spoilt)) == "broken_export"


def test_an_export_waits_for_comparisons(tmp_path):
    host, labels = opened(tmp_path / "c")
    for name, right in (("Anna", 0.9), ("Bela", 0.8), ("Cleo", 0.7)):
        send(host, run_of(labels, right), name)
    work(host)
    exclude(host, team(host, public_board(host).entries[0].team), "answers were copied", ME)
    with pytest.raises(ChallengeError, match="not compared yet"):
        export(host, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    work(host)
    export(host, tmp_path / "out")


def test_before_the_close_an_export_tells_neither_choices_nor_what_was_released(tmp_path):
    host, labels = opened(tmp_path / "c")
    run = send(host, run_of(labels, 0.8)).submission
    work(host)
    choose_finals(host, team(host), "main", [run], ME)
    export(host, tmp_path / "out")
    (row,) = csv.DictReader((tmp_path / "out" / "submissions.csv").read_text().splitlines())
    assert [row[name] for name in ("baseline", "excluded", "revision", "released", "final")] == [""] * 5
