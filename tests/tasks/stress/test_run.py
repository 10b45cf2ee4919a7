"""A model is asked in one go: our own, a function, or a command that may fail in any way."""

from __future__ import annotations

import sys

import pytest

from mercalli.errors import ColumnError, MissingError, SettingError
from mercalli.tasks.classifier.evaluate import train
from mercalli.tasks.stress.doors.programs import Program
from mercalli.tasks.stress.errors import ProgramError
from mercalli.tasks.stress.evaluate import stress_score
from mercalli.tasks.stress.make import stress_make
from mercalli.tasks.stress.running import stress_run
from tests.tasks.advice.planted import labelled, made

ITEMS = {
    "id": list(range(6)),
    "text": [
        "FIRE on the hill",
        "fire in town",
        "All is calm",
        "a calm day, = 1",
        "@user FIRE",
        '"FIRE", they said\nagain',
    ],
    "truth": ["fire", "fire", "calm", "calm", "fire", "fire"],
}
SHOUTED = (
    "import csv,sys; print('id,pred'); "
    "[print(r['id']+','+('fire' if 'FIRE' in r['text'] else 'calm')) for r in csv.DictReader(sys.stdin)]"
)


def command(code):
    return f'{sys.executable} -c "{code}"'


def by_function(texts):
    return ["fire" if "FIRE" in text else "calm" for text in texts]


def test_a_command_and_a_function_give_the_same():
    asked = {"stress": ["lower", "upper"], "replicates": 0}
    one = stress_run(ITEMS, model=by_function, **asked)
    two = stress_run(ITEMS, command=command(SHOUTED), **asked)
    assert [each.measures for each in one.systems[0].stresses] == [each.measures for each in two.systems[0].stresses]
    assert one.systems[0].stresses[0].measure("broken").value == pytest.approx(0.0)
    assert one.systems[0].stresses[1].stress == "lower"
    assert one.systems[0].stresses[1].measure("broken").value == pytest.approx(3 / 4)


def test_running_is_making_and_scoring():
    run = stress_run(ITEMS, model=by_function, stress="lower", replicates=100)
    parts = stress_make(ITEMS["text"], ITEMS["id"], stress="lower")
    answers = {
        "id": [key for part in parts for key in part.ids],
        "stress": [part.stress.name for part in parts for _ in part.ids],
        "text": [text for part in parts for text in part.texts],
    }
    answers["pred"] = by_function(answers["text"])
    scored = stress_score({**ITEMS, "pred": by_function(ITEMS["text"])}, stressed=answers, replicates=100)
    assert run.systems[0].stresses == scored.systems[0].stresses


def test_an_own_classifier_is_asked(tmp_path):
    texts = labelled(*made({"fire": 40, "flood": 40}))
    train(texts, holdout=0.2, replicates=0).save(tmp_path / "model")
    items = {"text": texts.texts.tolist(), "truth": texts.written()}
    result = stress_run(items, model=tmp_path / "model", stress=["typos", "hashtags_only"], replicates=0)
    assert {each.stress for each in result.systems[0].stresses} == {"typos", "hashtags_only", "identity"}
    assert result.systems[0].report("identity").measure("flips").value == 0
    assert result.notes[0].startswith("The model learnt from 64 texts of ")
    assert result.notes[0] in result.verdict.texts("caution")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import sys; sys.exit(3)", "ended with exit code 3"),
        ("raise SystemExit('no key')", "The last line that it wrote: 'no key'"),
        ("import os; os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("pass", "it is empty"),
        ("print('I am a model')", "its first line is"),
        ("print('id,pred'); print('1,fire')", "ids have no answer, the first is 2"),
        ("print('id,pred'); [print(str(i//2)+',fire') for i in range(60)]", "is there twice"),
        ("print('id,pred'); [print(str(i)+',fire') for i in range(1,99)]", "was not asked"),
        ("import sys; sys.stdout.buffer.write(bytes(range(256))*50)", "is not a CSV file of answers"),
    ],
)
def test_every_way_in_which_a_command_fails_has_its_error(code, told):
    with pytest.raises(ProgramError, match=told):
        stress_run(ITEMS, command=command(code), stress="lower", replicates=0)


def test_a_command_that_hangs_is_ended_with_what_it_started():
    child = "subprocess.Popen([sys.executable,'-c','import time; time.sleep(60)'])"
    code = f"import subprocess,sys,time; {child}; time.sleep(60)"
    with pytest.raises(ProgramError, match=r"did not end within 0\.3 seconds"):
        stress_run(ITEMS, command=command(code), seconds=0.3, stress="lower")


def test_a_command_that_writes_without_end_is_ended():
    program = Program((sys.executable, "-c", "while True: print('x' * 10000)"), 60, most_bytes=1 << 20)
    with pytest.raises(ProgramError, match="more than 1 MB"):
        program.answers(["fire"])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("no-such-program-here", "cannot be started"),
        ("", "is empty"),
        ("python 'model", "is not a command"),
    ],
)
def test_a_command_that_is_none_is_told(asked, told):
    with pytest.raises(ProgramError, match=told):
        stress_run(ITEMS, command=asked, stress="lower")


def test_nothing_is_read_by_a_shell(tmp_path):
    with pytest.raises(ProgramError):
        stress_run(ITEMS, command=f"true ; touch {tmp_path / 'made'}", stress="lower")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("items", "asked", "kind"),
    [
        (ITEMS, {}, SettingError),
        (ITEMS, {"model": by_function, "command": "x"}, SettingError),
        (ITEMS, {"command": "x", "seconds": 0}, SettingError),
        ({**ITEMS, "text": [None, *ITEMS["text"][1:]]}, {"model": by_function}, MissingError),
        ({**ITEMS, "id": [None, *ITEMS["id"][1:]]}, {"model": by_function}, MissingError),
        ({"truth": ITEMS["truth"]}, {"model": by_function}, ColumnError),
    ],
)
def test_what_cannot_be_run_is_refused(items, asked, kind):
    with pytest.raises(kind):
        stress_run(items, **asked)
