"""Gates: exit code 0 where all are met, 1 with a line for each that is missed."""

import json

import pytest

QUICK = ("evaluate", "rows.csv", "--metrics", "accuracy", "--by", "lang")


def missed(done):
    """The lines that tell of missed gates."""
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()


MET = (
    "accuracy>=0.6",
    " accuracy >= .6 ",
    "error_rate<=0.4",
    "accuracy>0.6",
    "mcc.high<=1",
    "accuracy.low>=0.2",
    "class:fire.recall>=0.5",
    "slice:lang.accuracy>=0.6",
    "f_beta_macro(beta=2)>=0.5",
    "class:fire.f_beta(beta=2)>=0.5",
    "class:fire.threat_score>=0.3",
)


def test_gates_that_are_met_pass(mercalli):
    done = mercalli(*QUICK, *(word for gate in MET for word in ("--gate", gate)))
    assert (done.returncode, missed(done)) == (0, [])
    assert "Gates: 0 missed, 11 passed" in done.stdout  # two slices are one gate


def test_a_gate_that_is_missed_is_one_line(mercalli):
    gates = ("--gate", "accuracy>=0.75", "--gate", "accuracy.low>=0.5", "--gate", "class:fire.recall>0.5")
    done = mercalli(*QUICK, *gates, "--gate", "accuracy>=0.5")
    assert done.returncode == 1
    assert missed(done) == [
        "gate missed: accuracy>=0.75: pred is 0.6667",
        "gate missed: accuracy.low>=0.5: pred is 0.3000",
        "gate missed: class:fire.recall>0.5: pred is 0.5000",
    ]
    assert "Gates: 3 missed, 1 passed" in done.stdout


def test_every_missed_gate_has_a_line_for_each_system_and_slice(mercalli):
    done = mercalli(*QUICK, "--pred", "pred,other", "--gate", "slice:lang.accuracy>=0.9", "--gate", "accuracy>=0.99")
    assert done.returncode == 1
    assert missed(done) == [
        "gate missed: slice:lang.accuracy>=0.9: pred in lang=en is 0.6667",
        "gate missed: slice:lang.accuracy>=0.9: pred in lang=fr is 0.6667",
        "gate missed: slice:lang.accuracy>=0.9: other in lang=fr is 0.6667",
        "gate missed: accuracy>=0.99: pred is 0.6667",
        "gate missed: accuracy>=0.99: other is 0.8333",
    ]


@pytest.mark.parametrize("gate", ["accuracy>=1.5", "error_rate<=-1", "accuracy>1", "accuracy<0", "mcc>=-2"])
def test_a_gate_beyond_the_range_of_its_metric_is_refused(mercalli, gate):
    done = mercalli(*QUICK, "--gate", gate)
    assert (done.returncode, f"The gate {gate!r} can never decide anything" in done.stderr) == (2, True)


def test_a_percentage_for_a_share_is_asked_about(mercalli):
    done = mercalli(*QUICK, "--gate", "accuracy>=75")
    assert "accuracy is between 0 and 1. Did you mean 0.75?" in done.stderr


def test_crossed_slices_are_named_with_a_star(mercalli):
    done = mercalli("evaluate", "rows.csv", "--by", "lang,doc", "--gate", "slice:lang*doc.accuracy>=0.4")
    assert missed(done) == []


def test_a_missed_gate_is_in_the_json_and_in_the_report(mercalli, tmp_path):
    done = mercalli(*QUICK, "--gate", "accuracy>=0.75", "--json", "--out", "report")
    assert done.returncode == 1
    assert [gate["passed"] for gate in json.loads(done.stdout)["gates"]] == [False]
    assert "accuracy>=0.75" in (tmp_path / "report" / "comprehensive_evaluation_report.md").read_text(
        encoding="utf-8"
    ).replace("&gt;", ">")


def test_gates_of_a_file_and_of_the_command_line_all_count(mercalli, written):
    written("gates.toml", 'gates = ["accuracy>=0.9", "class:fire.recall>=0.1"]\n')
    done = mercalli(*QUICK, "--gate-file", "gates.toml", "--gate", "accuracy>=0.8")
    assert [line.split(": ")[1] for line in missed(done)] == ["accuracy>=0.8", "accuracy>=0.9"]


def test_a_class_is_matched_as_labels_are(mercalli):
    assert mercalli(*QUICK, "--gate", "class:Fire.recall>=0.1").returncode == 0


def test_a_class_may_have_a_dot_in_its_name(mercalli, written):
    written("dots.csv", "truth,pred\nU.S. aid,U.S. aid\nother,other\n")
    assert mercalli("evaluate", "dots.csv", "--gate", "class:U.S. aid.recall>=0.5").returncode == 0


def test_replicates_that_are_all_alike_pass_no_gate_on_the_low_end(mercalli, written):
    written("right.csv", "truth,pred\na,a\nb,b\na,a\n")
    gates = ("--gate", "mcc.low>=0.9", "--gate", "mcc.high<=1", "--gate", "mcc>=0.9", "--gate", "accuracy.low>=0.2")
    done = mercalli("evaluate", "right.csv", *gates)
    assert (done.returncode, "Gates: 1 missed, 3 passed" in done.stdout) == (1, True)
    assert missed(done)[0].startswith("gate missed: mcc.low>=0.9: pred")


def test_a_metric_of_all_classes_is_no_gate_on_one(mercalli):
    done = mercalli(*QUICK, "--gate", "class:fire.accuracy>=0.5")
    assert (done.returncode, "asks for 'accuracy', which does not exist" in done.stderr) == (2, True)
