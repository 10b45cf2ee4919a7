"""The screens that answer, at 80 and 120 columns, without colour."""

import re

import pytest

from mercalli.metrics.catalogue import catalogue
from tests.shell.screen import plain

PREDICTIONS = "mercalli-demo/predictions.csv"
ONE = ("evaluate", PREDICTIONS, "--pred", "tfidf_linear_svm", "--by", "event")
SECOND = """\
id,truth,pred
6,quake,quake
5,quake,flood
4,fire,fire
3,flood,flood
2,flood,flood
1,fire,fire
"""
SCREENS = {
    "demo": ("demo",),
    "evaluate several systems": ("evaluate", PREDICTIONS, "--pred", "gpt_4o_zero_shot,tfidf_logreg,tfidf_naive_bayes"),
    "compare columns": ("compare", PREDICTIONS, "--pred", "gpt_4o_zero_shot,tfidf_naive_bayes", "--examples", "3"),
    "metrics": ("metrics",),
    "metric ecs": ("metrics", "ecs"),
    "profile generic": ("profile", "show", "generic"),
    "profile check of a file": ("profile", "check", "mine.toml"),
    "profile new": ("profile", "new", "rows.csv", "--name", "hazards"),
}
SAID = {
    ONE: ("Verdict", "Weakest slice: event=", "Most harmful errors"),
    (*ONE, "--metrics", "dua,f_beta_macro(beta=2)", "--level", "0.9", "--unit", "event"): (
        "90% intervals",
        "Only 4 units",
    ),
    (*ONE, "--gate", "dua.low>=0.75", "--gate", "slice:event.dua>=0.7"): ("Gates: 0 missed, 2 passed",),
    (*ONE, "--metrics", 'dua,f1_macro,"f_beta(beta=2)"'): ("Metrics of every class", "f_beta(beta=2)"),
    ("evaluate", "rows.csv", "--replicates", "0", "--weight", "weight"): ("weight",),
    ("evaluate", "one.csv"): ("Only 1 row: intervals are wide and rough.",),
    ("evaluate", "right.csv", "--classes", "fire,flood,storm"): ("No errors.",),
    ("compare", "rows.csv", "second.csv", "--metrics", "accuracy", "--examples", "2"): (
        "items matched by",
        "gets right",
    ),
    ("metrics", "csi"): ("Critical success index",),
    ("metrics", "f_beta(beta=2)"): ("beta=2",),
    ("metrics", "expected_profit"): ("expected_profit",),
    ("metrics", "recall_macro"): ("recall_macro",),
    ("profile", "show", "mine.toml"): ("mine",),
    ("profile", "check", "humaid"): ("humaid",),
}


@pytest.fixture
def files(demo, mercalli, written):
    """The command in a folder with the demonstration and a few small files."""
    written("second.csv", SECOND)
    written("one.csv", "truth,pred\nfire,fire\n")
    written("mine.toml", 'name = "mine"\nheadline = ["accuracy"]\nclasses = ["fire", "flood"]\n')
    written("right.csv", "truth,pred\n" + "fire,Fire\nflood,flood\n" * 30)
    assert (demo / "rows.csv").exists()
    return mercalli


def fits(shown, width):
    """Whether lines are not padded and none is too long, but commands to copy."""
    return shown == plain(shown) and max(map(len, shown.partition("Then try:")[0].splitlines())) <= width


@pytest.mark.parametrize("name", SCREENS, ids=lambda name: name.replace(" ", "_"))
def test_a_screen_says_what_was_found(name, files, snapshot):
    done = files(*SCREENS[name], width=80)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot(f"screen {name} 80", done.stdout)
    assert fits(done.stdout, 80) or name.startswith("profile")


@pytest.mark.parametrize("command", SAID, ids=" ".join)
@pytest.mark.parametrize("width", [80, 120])
def test_a_screen_of_any_width_says_what_it_must(command, width, files):
    done = files(*command, width=width)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(words in " ".join(done.stdout.split()) for words in SAID[command])
    assert fits(done.stdout, width) or "profile" in command


def test_a_metric_that_only_a_profile_can_set_says_so(mercalli):
    assert "a profile that sets weights" in mercalli("metrics", "class_weighted_accuracy").stdout


def test_every_metric_is_in_the_list(mercalli):
    named = {line.split()[0] for line in mercalli("metrics").stdout.splitlines() if line.strip()}
    assert {metric.name for metric in catalogue().values() if metric.base is None} <= named


def test_a_file_is_titled_by_its_name_whatever_quotes_are_in_it(mercalli, written):
    name = written("quote'\"[1].csv", "truth,pred\nfire,fire\nflood,flood\n")
    assert mercalli("evaluate", name).stdout.startswith(f"{name}: 2 rows")


def test_a_metric_of_another_profile_is_told_with_its_home(mercalli):
    done = mercalli("metrics", "dua", "--profile", "generic")
    assert (done.returncode, "'dua' belongs to the profile 'humaid'" in done.stderr) == (2, True)


def test_a_level_is_written_as_it_was_given(mercalli):
    assert "99.9% interval" in mercalli("evaluate", "rows.csv", "--level", "0.999").stdout


def test_a_tiny_p_is_not_written_as_zero(files):
    done = files("compare", PREDICTIONS, "--pred", "gpt_4o_zero_shot,tfidf_logreg", "--metrics", "dua")
    assert "p 0.000" not in done.stdout


def test_a_p_is_said_to_be_corrected_only_where_there_are_several_pairs(mercalli, files):
    alone = mercalli("compare", "rows.csv", "--pred", "pred,other").stdout
    assert re.search(r"interval +p( +better)?\n", alone)
    assert "Holm" not in alone
    systems = "gpt_4o_zero_shot,tfidf_logreg,tfidf_naive_bayes"
    assert "p (Holm)" in files("compare", PREDICTIONS, "--pred", systems, "--metrics", "accuracy").stdout


def test_names_are_broken_at_their_joints(files):
    done = files("compare", PREDICTIONS, "--pred", "gpt_4o_zero_shot,tfidf_naive_bayes", "--metrics", "dua", width=60)
    cells = done.stdout.partition("Where they differ most")[2].replace("_", " ").split()
    assert {"rescue", "volunteering", "donation", "effort", "relevant", "information"} <= set(cells)


def test_a_system_with_a_long_name_is_told_from_another(mercalli, written):
    names = [f"a_model_with_a_name_of_many_words_{at}" for at in range(2)]
    written("long.csv", f"truth,{','.join(names)}\nfire,fire,fire\nflood,fire,flood\n")
    shown = mercalli("evaluate", "long.csv", "--pred", ",".join(names)).stdout.partition("Below")[0]
    assert "words_0" in shown
    assert "words_1" in shown


def test_a_class_or_slice_with_a_long_name_is_cut(mercalli, written):
    written("long.csv", f"truth,pred,other,place\n{'x' * 10_000},a,a,{'y' * 10_000}\na,a,{'x' * 10_000},b\n")
    shown = mercalli("evaluate", "long.csv", "--by", "place").stdout
    shown += mercalli("compare", "long.csv", "--pred", "pred,other").stdout
    assert 0 < shown.count("x") + shown.count("y") < 2000


def test_without_replicates_no_interval_is_shown(mercalli):
    shown = mercalli("evaluate", "rows.csv", "--pred", "pred,other", "--replicates", "0").stdout
    assert "interval" not in shown
    assert "[" not in shown


def test_errors_that_all_weigh_the_same_are_the_most_frequent(mercalli):
    shown = mercalli("evaluate", "rows.csv", "--metrics", "accuracy").stdout
    assert "Most frequent errors" in shown
    assert "harm" not in shown


def test_examples_with_long_texts_are_shown_one_by_one(mercalli, written):
    number, text = "332108300051152896", "smoke over the hill and nobody there to see it " * 3
    written("texts.csv", f"id,text,truth,one,two\n{number},{text},fire,fire,flood\n2,calm,flood,flood,flood\n")
    shown = mercalli("compare", "texts.csv", "--pred", "one,two", "--examples", "2").stdout.partition("Items")[2]
    assert number in shown
    assert text.strip() in " ".join(shown.split())
