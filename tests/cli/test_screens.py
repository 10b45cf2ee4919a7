"""The screens that answer, at 80 and 120 columns, without colour."""

import pytest

from mercalli.metrics.catalogue import catalogue
from tests.cli.screen import plain

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
    "evaluate one system": ONE,
    "evaluate several systems": ("evaluate", PREDICTIONS, "--pred", "gpt_4o_zero_shot,tfidf_logreg,tfidf_naive_bayes"),
    "evaluate chosen metrics": (*ONE, "--metrics", "dua,f_beta_macro(beta=2)", "--level", "0.9", "--unit", "event"),
    "evaluate gates": (*ONE, "--gate", "dua.low>=0.75", "--gate", "slice:event.dua>=0.7"),
    "evaluate without intervals": ("evaluate", "rows.csv", "--replicates", "0", "--weight", "weight"),
    "evaluate one row": ("evaluate", "one.csv"),
    "evaluate without errors": ("evaluate", "right.csv", "--classes", "fire,flood,storm"),
    "compare columns": ("compare", PREDICTIONS, "--pred", "gpt_4o_zero_shot,tfidf_naive_bayes", "--examples", "3"),
    "compare files": ("compare", "rows.csv", "second.csv", "--metrics", "accuracy", "--examples", "2"),
    "evaluate a metric of one class": (*ONE, "--metrics", 'dua,f1_macro,"f_beta(beta=2)"'),
    "metrics": ("metrics",),
    "metric ecs": ("metrics", "ecs"),
    "metric csi": ("metrics", "csi"),
    "metric with an option": ("metrics", "f_beta(beta=2)"),
    "metric without its option": ("metrics", "expected_profit"),
    "metric averaged": ("metrics", "recall_macro"),
    "profile generic": ("profile", "show", "generic"),
    "profile of a file": ("profile", "show", "mine.toml"),
    "profile check": ("profile", "check", "humaid"),
    "profile check of a file": ("profile", "check", "mine.toml"),
    "profile new": ("profile", "new", "rows.csv", "--name", "hazards"),
}
TWO_WIDTHS = ("demo", "evaluate one system", "evaluate several systems", "compare columns", "metrics", "metric ecs")
CASES = [*((name, 80) for name in SCREENS), *((name, 120) for name in TWO_WIDTHS)]


@pytest.fixture
def files(demo, mercalli, written):
    """The command in a folder with the demonstration and a few small files."""
    written("second.csv", SECOND)
    written("one.csv", "truth,pred\nfire,fire\n")
    written("mine.toml", 'name = "mine"\nheadline = ["accuracy"]\nclasses = ["fire", "flood"]\n')
    written("right.csv", "truth,pred\n" + "fire,Fire\nflood,flood\n" * 30)
    assert (demo / "rows.csv").exists()
    return mercalli


@pytest.mark.parametrize(("name", "width"), CASES, ids=lambda value: str(value).replace(" ", "_"))
def test_a_screen_says_what_was_found(name, width, files, snapshot):
    done = files(*SCREENS[name], width=width)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot(f"screen {name} {width}", done.stdout)
    assert done.stdout == plain(done.stdout)  # lines are not padded
    lines = done.stdout.partition("Then try:")[0].splitlines()  # commands to copy are one line each
    assert max(map(len, lines)) <= width or name.startswith("profile")


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


def test_a_comparison_says_that_its_p_is_corrected(mercalli):
    assert "p (Holm)" in mercalli("compare", "rows.csv", "--pred", "pred,other").stdout


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
