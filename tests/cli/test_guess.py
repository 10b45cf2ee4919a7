"""`mercalli FILE` runs the command that fits the columns, and says which."""

import pytest

FILES = {
    "labels": "truth,pred\na,a\nb,a\nb,b\na,a\n",
    "scores": "y_true,score\n1,0.9\n0,0.2\n1,0.7\n0,0.8\n",
    "people": "time,event,risk_cox\n1,1,3\n2,0,2\n3,1,1\n4,1,2\n5,0,1\n",
    "trial": "treatment,target,score\n1,1,3\n0,0,2\n1,1,1\n0,1,2\n1,0,1\n0,0,2\n",
    "stream": "priority,score\nHigh,0.9\nLow,0.2\nCritical,0.8\nLow,0.5\n",
    "texts": "text,label\nfire here,fire\nflood there,flood\n",
    "both": "truth,pred,score\n1,1,0.9\n0,0,0.3\n1,0,0.4\n0,0,0.1\n",
    "posts": "text,label,time,event\nfire here,fire,1,quake\nflood there,flood,2,storm\n",
    "two_truths": "truth,label,pred\na,a,a\nb,b,b\n",
    "odd": "what,svm\na,a\nb,a\n",
}
CALLS = {
    "labels": "mercalli evaluate labels.csv",
    "scores": "mercalli threshold scores.csv",
    "people": "mercalli survival people.csv --risk risk_cox",
    "trial": "mercalli uplift trial.csv",
    "stream": "mercalli alerts stream.csv",
    "texts": "mercalli advise texts.csv",
    "both": "mercalli evaluate both.csv",
    "posts": "mercalli advise posts.csv",
}


@pytest.fixture(autouse=True)
def files(tmp_path):
    for name, text in FILES.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")


def run_line(done):
    return done.stderr.splitlines()[0].removeprefix("mercalli: running: ")


@pytest.mark.parametrize("name", CALLS)
def test_a_file_runs_the_command_that_fits_its_columns(name, mercalli):
    done = mercalli(f"{name}.csv")
    assert (done.returncode, run_line(done)) == (0, CALLS[name]), done.stderr
    assert mercalli(*CALLS[name].split()[1:]).stdout == done.stdout


def test_other_words_go_with_the_call(mercalli):
    done = mercalli("labels.csv", "--json", "--replicates", "0")
    assert run_line(done) == "mercalli evaluate labels.csv --json --replicates 0"
    assert done.stdout.startswith("{")


def test_columns_that_are_named_count(mercalli):
    done = mercalli("odd.csv", "--truth", "what", "--pred=svm")
    assert (done.returncode, run_line(done)) == (0, "mercalli evaluate odd.csv --truth what --pred=svm")
    assert "or: mercalli multilabel odd.csv --truth what --pred svm" in done.stderr


def test_others_that_fit_are_named_with_their_calls(mercalli):
    said = mercalli("both.csv").stderr
    assert "truth: 'truth', pred: 'pred'. Other commands fit too; evaluate comes first in mercalli --help." in said
    assert "  or: mercalli threshold both.csv (Choose a threshold" in said
    assert "uplift uses the most columns" in mercalli("trial.csv").stderr


def test_a_command_that_needs_more_than_the_file_is_only_named(mercalli):
    assert "or: mercalli train texts.csv --out DIR" in mercalli("texts.csv").stderr


def test_columns_that_could_each_be_meant_are_for_the_command_to_ask(mercalli):
    done = mercalli("two_truths.csv")
    assert done.returncode == 2
    assert "several columns that could be the truth: 'truth', 'label'. Say which with --truth NAME." in done.stderr


def test_a_file_that_fits_nothing_is_refused_with_what_commands_need(mercalli):
    done = mercalli("odd.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No command fits the columns of 'odd.csv': 'what', 'svm'." in done.stderr
    assert "  evaluate: no truth (truth, y_true, gold and 7 more), no pred (pred, y_pred" in done.stderr
    assert "  survival: no time" in done.stderr


def test_columns_that_hold_labels_of_the_truth_are_likely_predictions(mercalli, tmp_path):
    (tmp_path / "models.csv").write_text("truth,svm,note\na,a,x\nb,a,y\nb,b,z\n", encoding="utf-8")
    said = mercalli("models.csv").stderr.splitlines()
    assert said[1] == "  try: mercalli evaluate models.csv --pred svm"
    assert mercalli(*said[1].split()[2:]).returncode == 0


def test_a_sealed_result_is_for_a_report(mercalli, tmp_path):
    sealed = mercalli("evaluate", "labels.csv", "--replicates", "0", "--json").stdout
    (tmp_path / "result.json").write_text(sealed, encoding="utf-8")
    done = mercalli("result.json")
    assert (done.returncode, "mercalli report result.json --out DIR" in done.stderr) == (2, True)


def test_what_comes_closest_is_named_first(mercalli, tmp_path):
    (tmp_path / "follow.csv").write_text("time,event,cox\n1,1,2\n2,0,1\n", encoding="utf-8")
    first = mercalli("follow.csv").stderr.splitlines()[1]
    assert first == "  survival: time is 'time', event is 'event', no risk (risk, risk_score)"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("absent.csv", "No file matches 'absent.csv'"),
        ("./folder/", "is a folder"),
        ("notes.txt", "'notes.txt'"),
        ("empty.csv", "'empty.csv'"),
    ],
)
def test_what_is_no_table_is_refused_by_name(word, said, mercalli, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("truth", encoding="utf-8")
    (tmp_path / "empty.csv").write_text("", encoding="utf-8")
    done = mercalli(word)
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


def test_a_word_that_is_no_file_is_an_unknown_command(mercalli, tmp_path):
    (tmp_path / "evaluat").mkdir()
    assert "No such command 'evaluat'. Did you mean 'evaluate'?" in mercalli("evaluat").stderr


def test_a_command_comes_before_a_file_of_its_name(mercalli, tmp_path):
    (tmp_path / "doctor").write_text("truth,pred\n", encoding="utf-8")
    assert "numpy" in mercalli("doctor").stdout
