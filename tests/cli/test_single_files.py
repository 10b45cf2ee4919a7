"""Every command that writes a single file replaces nothing but what it wrote itself."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess

import pytest

from mercalli.tasks.classifier.fit import fit
from mercalli.tasks.classifier.model import Model, save_model
from tests.results.mutations import example
from tests.shell.screen import refused
from tests.tasks.challenge.folders import opened
from tests.tasks.classifier.made import made_rows, made_texts, written
from tests.tasks.classifier.test_urgency import DESK

OUTPUTS = "truth,pred\nfire,fire\nflood,flood\nfire,flood\nflood,fire\n"
SENTENCES = "doc_id,sentence_id,sentence_text,is_relevant,sector_ids\n1,1,water,1,[1]\n1,2,none,0,[]\n"
MANIFEST = '{\n "mercalli": "manifest",\n "kind": "training",\n "files": {"held.csv": "sha256:0"}\n}\n'
# Commands that replace a file if asked, with what they read; OUT is where they write.
REPLACING = {
    "predict": (["predict", "model.skops", "texts.csv", "--out", "OUT"], ["model.skops", "texts.csv"]),
    "predict, urgent first": (
        ["predict", "model.skops", "texts.csv", "--profile", "own.toml", "--out", "OUT"],
        ["model.skops", "texts.csv", "own.toml"],
    ),
    "answers, map": (
        ["answers", "outputs.csv", "--pred", "pred", "--answer-map", "map.csv", "--out", "OUT"],
        ["outputs.csv", "map.csv"],
    ),
    "answers, sample": (
        ["answers", "outputs.csv", "--pred", "pred", "--check", "2", "--sample", "OUT"],
        ["outputs.csv"],
    ),
    "sign": (["sign", "result.json", "--key", "key", "--out", "OUT"], ["result.json", "key"]),
}
NEW_ONLY = {
    "cheers baseline": ["cheers", "baseline", "majority", "--train", "s.csv", "--eval", "s.csv", "--out", "OUT"],
    "cheers make-data": ["cheers", "make-data", "--documents", "20", "--out", "made", "--hidden", "OUT"],
    "challenge backup": ["challenge", "backup", "challenge", "--out", "OUT"],
}
COMMANDS = {name: [*words, "--overwrite"] for name, (words, _) in REPLACING.items()} | NEW_ONLY


pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="signatures need OpenSSH")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """What the commands read, made once."""
    folder = tmp_path_factory.mktemp("inputs")
    save_model(folder / "model.skops", Model(fit(made_texts(60)), {}))
    written(folder, "texts.csv", made_rows(5))
    (folder / "outputs.csv").write_text(OUTPUTS)
    (folder / "map.csv").write_text("output,outcome,label\nfire,read,fire\n")
    (folder / "result.json").write_text(example("alerts"))
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "key"], check=True, timeout=60)
    (folder / "own.toml").write_text(DESK)
    (folder / "s.csv").write_text(SENTENCES)
    opened(folder / "challenge")
    return folder


@pytest.fixture
def place(inputs, tmp_path):
    """A folder with all of it."""
    shutil.copytree(inputs, tmp_path, dirs_exist_ok=True)
    return tmp_path


def with_out(words, out):
    return [str(out) if word == "OUT" else word for word in words]


def content(folder):
    """Every name with what it is and holds, without following links."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        held = path.read_bytes() if stat.S_ISREG(mode) and path.suffix not in {".db-shm", ".db-wal"} else None
        found[str(path.relative_to(folder))] = (stat.S_IFMT(mode), held)
    return found


def foreign(out):
    out.write_text("a long essay\n")


def link(out):
    out.with_name("essay.txt").write_text("a long essay\n")
    out.symlink_to("essay.txt")


def dangling_link(out):
    out.symlink_to("nothing.txt")


def pipe(out):
    os.mkfifo(out)


def device(out):
    try:
        os.mknod(out, stat.S_IFCHR | 0o666, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("only the administrator makes devices")


def plug(out):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(out))


STANDING = [foreign, link, dangling_link, pipe, device, plug, os.mkdir]


@pytest.mark.parametrize("stands", STANDING, ids=lambda each: each.__name__)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_command_did_not_write_stays(command, stands, place, mercalli, monkeypatch):
    monkeypatch.chdir(place)
    stands(place / "out.csv")
    before = content(place)
    assert "'out.csv'" in " ".join(refused(mercalli(*with_out(COMMANDS[command], "out.csv"))).split())
    assert content(place) == before


@pytest.mark.parametrize(
    ("command", "read", "same"),
    [
        (command, read, same)
        for command, (_, files) in REPLACING.items()
        for read in files
        for same in (None, os.symlink, os.link)
        if same is not None or not command.startswith("predict") or read.endswith(".csv")
    ],
)
def test_what_the_command_reads_stays(command, read, same, place, mercalli):
    if same is not None:
        same(place / read, place / "other.csv")
    before = content(place)
    told = refused(mercalli(*with_out(COMMANDS[command], read if same is None else "other.csv")))
    assert "is the file that is read" in " ".join(told.split())
    assert content(place) == before


@pytest.mark.parametrize("name", ["held.csv", "new.csv"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_with_a_manifest_stays_as_it_is(command, name, place, mercalli):
    if name == "new.csv" and command == "sign":
        pytest.skip("a signature stands beside its result")
    (place / "report").mkdir()
    (place / "report" / "manifest.json").write_text(MANIFEST)
    (place / "report" / "held.csv").write_text("")
    before = content(place)
    told = " ".join(refused(mercalli(*with_out(COMMANDS[command], f"report/{name}"))).split())
    reason = "exists already" if command in NEW_ONLY and name != "new.csv" else "is in the report folder 'report'"
    assert f"'report/{name}' {reason}" in told
    assert content(place) == before


@pytest.mark.parametrize("command", REPLACING)
def test_what_the_command_wrote_is_replaced_only_if_asked(command, place, mercalli):
    words = with_out(REPLACING[command][0], "new.csv")
    assert mercalli(*words).returncode == 0
    first = (place / "new.csv").read_bytes()
    assert "exists already" in refused(mercalli(*words))
    done = mercalli(*words, "--overwrite")
    assert (done.returncode, (place / "new.csv").read_bytes()) == (0, first)
    assert not list(place.glob(".mercalli-*"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_new_file_is_written_and_nothing_else_is_left(command, place, mercalli):
    before = {path.name for path in place.iterdir()}
    done = mercalli(*with_out(COMMANDS[command], "new.csv"))
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert {path.name for path in place.iterdir()} - before - {"made"} == {"new.csv"}


def test_two_outputs_have_two_names(place, mercalli):
    (place / "link").symlink_to(".")
    before = content(place)
    words = ["answers", "outputs.csv", "--pred", "pred", "--check", "2", "--out", "s.csv", "--sample"]
    for second in ("s.csv", "./s.csv", "link/s.csv"):
        assert "Give two names" in " ".join(refused(mercalli(*words, second)).split())
    told = refused(mercalli("cheers", "make-data", "--documents", "20", "--out", "made", "--hidden", "made"))
    assert "Give two names" in " ".join(told.split())
    assert content(place) == before


def test_a_signature_stands_beside_its_result_in_a_report(place, mercalli):
    (place / "manifest.json").write_text(MANIFEST)
    assert mercalli("sign", "result.json", "--key", "key").returncode == 0
    assert (place / "result.json.sig").read_text().startswith("-----BEGIN SSH SIGNATURE-----")


@pytest.mark.parametrize("stands", [foreign, link, pipe], ids=lambda each: each.__name__)
def test_a_file_beside_the_predictions_stays(stands, place, mercalli):
    stands(place / "new.csv.partial")
    before = content(place)
    assert mercalli(*with_out(REPLACING["predict"][0], "new.csv")).returncode == 0
    after = content(place)
    assert after.pop("new.csv")[0] == stat.S_IFREG
    assert after == before
