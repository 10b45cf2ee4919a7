from tests.io.logs.samples import openai


def test_a_failed_request_that_was_made_again_is_an_attempt(answers):
    rows = answers(openai("a", status=500), openai("b"), openai("a", "fire"))
    assert [(row["id"], row["output"], row["attempts"]) for row in rows] == [("b", "flood", 1), ("a", "fire", 2)]


def test_requests_that_all_failed_are_one_missing_answer(answers):
    (row,) = answers(openai("a", status=500), openai("a", status=429))
    assert (row["error"], row["attempts"]) == ("HTTP 429 Rate limit reached", 2)


def test_attempts_are_said(log):
    table = log(openai("a", status=500), openai("a"))
    assert table.log.lines[1] == "1 failed request of 'log.jsonl' made again: the last attempt counts"


def test_two_answers_to_one_id_are_samples_and_counted(log):
    table = log(openai("a"), openai("b"), openai("a", "fire"))
    assert table.relation.project("id, sample").fetchall() == [("a", 1), ("b", 1), ("a", 2)]
    assert (table.log.repeats, table.log.choices) == (1, False)


def test_a_failed_request_of_an_item_that_lacks_an_answer_is_that_answer(answers):
    whole = [openai(name) for name in "abcd" for _ in (1, 2)]
    rows = answers(*whole, openai("e"), openai("e", status=500), openai("d", status=500))
    assert [(row["id"], row["error"]) for row in rows[8:]] == [("e", None), ("e", "HTTP 500 Rate limit reached")]
    assert [row["attempts"] for row in rows if row["id"] in "de"] == [2, 2, 1, 1]


def test_a_choice_without_content_is_no_attempt(answers):
    rows = answers(openai("a", choices=[("fire", "stop"), (None, "length")]))
    assert [row["sample"] for row in rows] == [1, 2]


def test_failed_requests_belong_to_the_only_model(answers):
    first, second = answers(openai("a", status=500), openai("b"))
    assert first["system"] == second["system"]


def test_lines_without_ids_are_items_of_their_own(answers):
    rows = answers({**openai("a"), "custom_id": None}, {**openai("b"), "custom_id": None})
    assert [row["id"] for row in rows] == [None, None]
    assert "sample" not in rows[0]
