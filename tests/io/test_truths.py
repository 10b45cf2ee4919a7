import pytest

from mercalli.errors import JoinError
from mercalli.io.tables import open_database, open_table
from mercalli.io.truths import TruthFile
from tests.io.logs.samples import lines, openai


@pytest.fixture
def joined(tmp_path):
    """Answers of a file, joined to truths; answers are a log, or CSV text."""

    def join(answers, truths, key="id"):
        database = open_database()
        log = not isinstance(answers, str)
        path = tmp_path / ("log.jsonl" if log else "answers.csv")
        path.write_text(lines(*answers) if log else answers, encoding="utf-8")
        (tmp_path / "truth.csv").write_text(truths, encoding="utf-8")
        truth = TruthFile(open_table(tmp_path / "truth.csv", database=database), key, "label")
        return truth.joined(database, open_table(path, database=database), "id")

    return join


def test_every_item_of_the_truths_stands_in_their_order(joined):
    both = joined([openai("b", "fire"), openai("a")], "id,label\na,flood\nb,fire\n")
    assert both.table.relation.project("id, label, output").fetchall() == [
        ("a", "flood", "flood"),
        ("b", "fire", "fire"),
    ]
    assert (both.told, both.notes) == ("2 of 2 items of 'truth.csv' are in 'log.jsonl' (by 'id')", ())


def test_an_item_that_a_log_lacks_is_a_missing_answer(joined):
    both = joined([openai("a")], "id,label\na,flood\nb,fire\n")
    assert both.table.relation.project("output").fetchall()[1] == ('{"error": "not in the log"}',)
    assert both.notes == (
        "Not in 'log.jsonl' (by 'id'): 1 item of 'truth.csv' ('b'). There is no prediction for them.",
    )


def test_an_item_that_a_table_lacks_has_no_prediction(joined):
    both = joined("id,output\na,flood\n", "id,label\na,flood\nb,fire\n")
    assert both.table.relation.project("output").fetchall()[1] == (None,)


def test_answers_to_items_without_a_truth_are_told(joined):
    both = joined([openai("a"), openai("x"), openai("y")], "id,label\na,flood\n")
    assert both.notes == ("Left out: 2 rows of 'log.jsonl' with ids that 'truth.csv' does not have ('x', 'y').",)


def test_ids_that_match_nowhere_are_refused_with_examples(joined):
    with pytest.raises(
        JoinError, match=r"No 'id' of 'log.jsonl' is in 'truth.csv': the first has 'a', the second '1', '2'"
    ):
        joined([openai("a"), openai("a")], "id,label\n1,flood\n2,fire\n")


def test_truths_must_name_each_item_once(joined):
    with pytest.raises(JoinError, match=r"'id' must name each item of 'truth.csv' once. Repeated: 'a'"):
        joined([openai("a")], "id,label\na,flood\na,fire\n")


def test_answers_without_ids_are_refused(joined):
    with pytest.raises(JoinError, match=r"1 row of 'log.jsonl' has no 'id', which must name each item"):
        joined([openai("a"), {**openai("b"), "custom_id": None}], "id,label\na,flood\n")


def test_several_answers_to_an_item_stay_several(joined):
    both = joined([openai("a"), openai("a", "fire")], "id,label\na,flood\n")
    assert both.table.relation.project("sample, output").fetchall() == [(1, "flood"), (2, "fire")]


def test_ids_may_have_another_name_in_the_file_of_truths(joined):
    both = joined([openai("a")], "msg,label\na,flood\n", key="msg")
    assert both.table.columns[:2] == ["msg", "label"]
    assert "id" not in both.table.columns


def test_whole_numbers_are_ids_however_they_are_written(joined):
    both = joined([openai("7")], "id,label\n7,flood\n")
    assert both.table.relation.count("*").fetchall() == [(1,)]
