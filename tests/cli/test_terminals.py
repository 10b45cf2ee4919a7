"""Pipes, terminals, widths, colours and interruptions."""

import os
import signal
import subprocess
import sys

import pytest

from tests.shell.command import ROWS, SCRIPTS, surroundings

COMMAND = str(SCRIPTS / "mercalli")
QUICK = ("evaluate", "rows.csv", "--metrics", "accuracy")


class Terminal:
    """A command that believes it is on a terminal."""

    def __init__(self, cwd, *arguments, **environment):
        pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
        self.end, inner = pty.openpty()
        env = surroundings(**{"TERM": "xterm-256color", **environment})
        if "NO_COLOR" not in environment:
            del env["NO_COLOR"]
        self.process = subprocess.Popen(
            [COMMAND, *arguments], cwd=cwd, env=env, stdin=inner, stdout=inner, stderr=inner, start_new_session=True
        )
        os.close(inner)

    def until(self, text=None):
        """What is shown until a text appears, or until the end."""
        shown = ""
        while text is None or text not in shown:
            try:
                read = os.read(self.end, 1 << 16)
            except OSError:  # the other end is closed
                break
            shown += read.decode("utf-8", "replace")
            if not read:
                break
        return shown

    def ended(self):
        """The exit code."""
        code = self.process.wait(timeout=60)
        os.close(self.end)
        return code


@pytest.fixture
def terminal(tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")
    return lambda *arguments, **environment: Terminal(tmp_path, *arguments, **environment)


def test_a_terminal_has_colour(terminal):
    run = terminal(*QUICK)
    shown = run.until()
    assert run.ended() == 0
    assert "\x1b[1m" in shown


def test_a_dumb_terminal_has_no_codes(terminal):
    run = terminal(*QUICK, TERM="dumb")
    shown = run.until()
    assert (run.ended(), "\x1b" in shown) == (0, False)


def test_text_for_a_file_shows_its_codes_on_a_terminal(terminal, tmp_path):
    (tmp_path / "mine.toml").write_text('name = "mine" # \x9b31m\n', encoding="utf-8")
    run = terminal("profile", "show", "mine.toml")
    shown = run.until()
    assert (run.ended(), "\x9b" in shown, "\\x9b31m" in shown) == (0, False, True)


def test_no_color_is_respected(terminal):
    run = terminal(*QUICK, NO_COLOR="1")
    shown = run.until()
    assert run.ended() == 0
    assert not any(f"\x1b[{code}" in shown for code in ("31m", "32m", "33m", "38;"))


def test_a_pipe_has_no_codes_and_no_bar(mercalli):
    done = mercalli(*QUICK, NO_COLOR="")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout


def test_a_system_named_like_markup_has_a_bar_too(terminal, tmp_path):
    (tmp_path / "rows.csv").write_text("truth,[/]\na,a\nb,b\n", encoding="utf-8")
    run = terminal("evaluate", "rows.csv", "--pred", "[/]")
    shown = run.until()
    assert (run.ended(), "Traceback" in shown) == (0, False)


@pytest.mark.parametrize("arguments", [QUICK, (*QUICK, "--json"), ("--help",)], ids=" ".join)
def test_a_reader_that_stops_early_is_no_failure(arguments, tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")
    run = subprocess.Popen(
        [COMMAND, *arguments], cwd=tmp_path, env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    run.stdout.close()
    said = run.stderr.read().decode()
    run.stderr.close()
    assert (run.wait(timeout=60) in {0, -signal.SIGPIPE}, said) == (True, "")  # 1 would be a missed gate


@pytest.mark.parametrize(("file", "code"), [("absent.csv", 2), ("rows.csv", 0)])
def test_without_a_standard_error_the_exit_code_still_tells(file, code, tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")
    closed = ["sh", "-c", f"exec '{COMMAND}' evaluate {file} --metrics accuracy 2>&-"]
    done = subprocess.run(closed, cwd=tmp_path, env=surroundings(), capture_output=True, timeout=60, check=False)
    assert done.returncode == code


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110 - a device
def test_a_full_disk_is_said_in_one_message(tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [COMMAND, *QUICK], cwd=tmp_path, env=surroundings(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


def test_a_terminal_without_these_letters_still_answers(mercalli, written):
    written("letters.csv", "truth,pred\nforêt,feu\nfeu,feu\n")
    done = mercalli("evaluate", "letters.csv", "--metrics", "accuracy", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("width", ["40"])
def test_any_width_shows_the_answer(width, mercalli):
    assert "0.667" in mercalli(*QUICK, width=width).stdout


def test_no_width_is_not_a_width(mercalli):
    assert mercalli(*QUICK, width=0).stdout == mercalli(*QUICK, width=80).stdout


def test_python_warnings_do_not_reach_the_user(mercalli):
    done = mercalli(*QUICK, PYTHONWARNINGS="error")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_is_the_one_of_this_python():
    assert SCRIPTS.samefile(os.path.dirname(sys.executable))  # noqa: PTH120 - a link must not be followed
