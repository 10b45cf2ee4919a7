"""`mercalli challenge`: CHEERS from nothing to a public board in ten commands, and what is refused on the way."""

import json

import pytest

from mercalli.tasks.challenge.doors.host import Host
from tests.tasks.challenge.folders import opened, run_of


@pytest.fixture
def said(mercalli):
    """What a command prints, which must end well."""

    def run(*arguments, code=0):
        done = mercalli("challenge", *arguments)
        assert done.returncode == code, done.stderr + done.stdout
        return done.stdout + done.stderr

    return run


def test_cheers_from_nothing_to_a_public_board_in_ten_commands(said, tmp_path):
    said("new", "cheers", "--out", "c", "--documents", "100")
    assert "Everything fits." in said("check", "c")
    assert "2 baselines scored" in said("open", "c")
    key, run = "c/store/public/r1/key.json", "c/baseline_majority.csv"
    assert "no problems" in said("check", key, "--run", run)
    assert "humimpact" in said("submit", run, "--into", "c", "--team", "Anna", "--key", "k")
    assert "majority (baseline)" in said("board", "c", "--rebuild")
    assert "closed" in said("close", "c", "--early")
    said("export", "c", "--out", "published")
    assert "the one that was promised" in said("verify", "published")
    private = json.loads(said("board", "c", "--private", "--json"))
    assert {each["team"] for each in private["entries"]} == {"Anna", "majority", "random"}
    gold = (tmp_path / "c" / "hidden" / "gold.csv").read_text()
    assert gold.splitlines()[0] == "doc_id,sentence_id,sentence_text,is_relevant,sector_ids"
    _changed_split(tmp_path / "published")
    assert "not the one that was promised" in said("verify", "published", code=2)


def _changed_split(folder):
    split = json.loads((folder / "split.json").read_text())
    split["salt"] = split["salt"][::-1]
    (folder / "split.json").write_text(json.dumps(split))


def test_a_backup_restores_to_an_identical_board(said, tmp_path):
    host, labels = opened(tmp_path / "c")
    (tmp_path / "run.csv").write_bytes(run_of(labels, 0.8))
    said("submit", "run.csv", "--into", "c", "--team", "Anna")
    before = said("board", "c", "--json")
    said("backup", "c", "--out", "c.tar.gz")
    assert "1 run restored" in said("restore", "c.tar.gz", "--out", "again")
    assert said("board", "again", "--json") == before
    assert Host.of(tmp_path / "again").revision().digest == host.revision().digest
    packed = (tmp_path / "c.tar.gz").read_bytes()
    (tmp_path / "cut.tar.gz").write_bytes(packed[: len(packed) // 2])
    assert "cut.tar.gz" in said("restore", "cut.tar.gz", "--out", "third", code=2)
    assert not (tmp_path / "third").exists()


def test_a_run_that_breaks_the_rules_is_told_with_every_problem(said, tmp_path):
    opened(tmp_path / "c")
    (tmp_path / "bad.csv").write_text("id,pred\n0,quake\n0,fire\n")
    for arguments in (("submit", "bad.csv", "--into", "c", "--team", "Anna"), ("check", "c", "--run", "bad.csv")):
        text = said(*arguments, code=2)
        assert "line 2: pred is 'quake'; it must be one of 'fire', 'flood'." in text
        assert "line 3: The item 0 is repeated; it is first on line 2." in text
        assert "and 39 more of this kind (missing)" in text
    assert "invalid" in said("status", "c")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("board", "c", "--phase", "late"), "There is no phase 'late'. The phases are: 'main'."),
        (("status", "c", "--team", "Ana"), "There is no team 'Ana'."),
        (("status", "c", "--run", "x"), "There is no run 'x'."),
        (("close", "c"), "Close it now with --early."),
        (("open", "c"), "is open already"),
        (("choose", "c", "x", "--team", "Ana"), "There is no team 'Ana'."),
        (("submit", "gold.csv", "--into", "c", "--team", "=1"), "A team name has"),
        (
            ("submit", "gold.csv", "--into", "c", "--team", "a", "--received", "noon"),
            "--received must be a date and time",
        ),
        (
            ("submit", "gold.csv", "--into", "c", "--team", "a", "--received", "0001-01-01T00:00:00+14:00"),
            "--received must be a date and time",
        ),
        (("new", "gold.csv", "--task", "lables", "--out", "d"), "'lables'"),
        (("new", "gold.csv", "--set", "truth", "--out", "d"), "NAME=VALUE"),
    ],
)
def test_what_cannot_be_done_is_told(said, tmp_path, arguments, text):
    opened(tmp_path / "c")
    (tmp_path / "gold.csv").write_text("id,truth\n1,fire\n")
    assert text in said(*arguments, code=2)
