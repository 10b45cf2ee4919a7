"""Every task that a challenge can score, from a new challenge to an export that is verified."""

import json
from pathlib import Path

import pytest

from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.closing import close_phase
from mercalli.tasks.challenge.doors.desk import Mail, hand_in
from mercalli.tasks.challenge.doors.exports import export
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.scaffold import new_challenge
from mercalli.tasks.challenge.doors.verifying import verify
from mercalli.tasks.challenge.doors.worker import work
from mercalli.tasks.challenge.errors import ChallengeError
from tests.tasks.challenge.folders import ME, opened, run_of, send
from tests.tasks.challenge.test_tasks import CASES, IDS, write


@pytest.mark.parametrize("name", CASES)
def test_a_challenge_of_every_task_runs_from_new_to_verify(name, tmp_path):
    gold, options, predicted = CASES[name]
    every = {"id": IDS, **gold}
    new_challenge(write(tmp_path / "gold.csv", every), tmp_path / "c", name, dict(options))
    form = open_challenge(tmp_path / "c", ME).key.form
    host = Host.of(tmp_path / "c")
    for team in ("Anna", "Bela"):
        ids = {column: every[column] for column in form.ids}
        file = write(tmp_path / f"{team}.csv", {**ids, form.fields[0].name: predicted()})
        assert hand_in(host, Mail(file, team), ME)[1].state == "scored"
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
        (_no_private_board, "broken_export"),
        (_another_minimum, "broken_board"),
        (_changed_gold, "broken_gold"),
        (_changed_run, "broken_run"),
        (_another_team, "broken_board"),
        (_changed_promise, "broken_split"),
        (_no_units, "broken_export"),
        (_a_list, "broken_export"),
    ],
)
def test_whatever_is_changed_in_an_export_is_found(published, tmp_path, change, code):
    for file in published.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    change(Path(tmp_path))
    with pytest.raises(ChallengeError) as error:
        verify(tmp_path)
    assert error.value.code == code
