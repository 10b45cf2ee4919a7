"""Names from the data, and what was typed, give a terminal no orders."""

import json
import re

import pytest

from mercalli.text.words import visible

RED = "\x1b[31m"
ASIDE = "\u05e2\u05d6\u05e8\u05d4"  # "help", written from right to left
ROWS = f"id,truth,pred,{RED}other\n1,fire,fire,flood\n2,flood,{RED}fire,flood\n3,\u202eecar,\u202eecar,flood\n"
QUICK = ("--metrics", "accuracy", "--replicates", "200")
SHOWN = {
    "evaluate": ("evaluate", f"{RED}rows.csv", *QUICK, "--by", f"{RED}other"),
    "several": ("evaluate", f"{RED}rows.csv", *QUICK, "--pred", f"pred,{RED}other"),
    "compare": ("compare", f"{RED}rows.csv", *QUICK, "--pred", f"pred,{RED}other", "--examples", "2"),
}
REFUSED = {
    "class": ("evaluate", f"{RED}rows.csv", "--gate", f"class:{RED}x.recall>0"),
    "label": ("evaluate", f"{RED}rows.csv", "--truth", "pred", "--pred", "truth"),
    "column": ("evaluate", f"{RED}rows.csv", "--truth", "trth"),
    "file": ("evaluate", f"{RED}row.csv"),
    "metric": ("metrics", f"{RED}dua"),
    "profile": ("profile", "show", f"{RED}humaid"),
    "command": (f"{RED}evaluate",),
    "option": ("evaluate", f"--{RED}by"),
}


@pytest.fixture
def hostile(mercalli, written):
    """The command beside a file whose name, columns and labels hold codes."""
    written(f"{RED}rows.csv", ROWS)
    return mercalli


def harmless(text):
    """Whether a text shows codes and holds none."""
    return "\\x1b[31m" in text and not any(code in text for code in ("\x1b", "\u202e"))


@pytest.mark.parametrize("screen", SHOWN)
def test_a_screen_shows_codes_and_obeys_none(screen, hostile):
    done = hostile(*SHOWN[screen], width=120)
    assert (done.returncode, done.stderr, harmless(done.stdout)) == (0, "", True)


@pytest.mark.parametrize("refusal", REFUSED)
def test_a_refusal_shows_codes_and_obeys_none(refusal, hostile):
    done = hostile(*REFUSED[refusal], width=200)
    assert (done.returncode, done.stdout, harmless(done.stderr)) == (2, "", True)


def test_a_missed_gate_shows_codes_and_obeys_none(hostile):
    done = hostile(*SHOWN["evaluate"], "--gate", f"slice:{RED}other.accuracy>=0.9")
    assert (done.returncode, harmless(done.stderr)) == (1, True)


def test_json_holds_the_names_as_they_are(hostile):
    done = hostile(*SHOWN["several"], "--json")
    assert [system["name"] for system in json.loads(done.stdout)["systems"]] == ["pred", f"{RED}other"]


def test_a_report_to_read_shows_codes(hostile, tmp_path):
    hostile(*SHOWN["several"], "--out", "report")
    assert "\\x1b" in (tmp_path / "report" / "comprehensive_evaluation_report.md").read_text(encoding="utf-8")
    assert "\x1b" not in (tmp_path / "report" / "comprehensive_evaluation_report.md").read_text(encoding="utf-8")


def test_a_label_of_two_lines_stays_on_one(mercalli, written):
    written("lines.csv", 'truth,pred\n"two\nlines",b\nb,b\n')
    shown = mercalli("evaluate", "lines.csv", *QUICK).stdout
    assert re.search(r"^two\\nlines +b +1 ", shown, re.MULTILINE)


def test_a_name_from_right_to_left_is_set_apart_and_no_sign_of_that_is_shown(mercalli, written):
    written("apart.csv", "truth,pred\n" + f"{ASIDE},ok\n" * 30 + "ok,ok\n" * 30)
    shown = mercalli("evaluate", "apart.csv", *QUICK, width=200).stdout
    assert f"finds 0% of “\u2068{ASIDE}\u2069”" in shown
    assert "\\u2068" not in shown


def test_marks_of_direction_from_the_data_are_written_out():
    assert visible(f"\u2068fire\u2069 \u2068\u202e{ASIDE}\u2069") == f"\\u2068fire\\u2069 \\u2068\\u202e{ASIDE}\\u2069"
