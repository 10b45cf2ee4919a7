from tests.io.logs.samples import harness, harness_choice


def test_a_generated_sample_has_its_raw_response_and_its_target(answers):
    (row,) = answers(harness(7, "The class is flood.", filtered_resps=["flood"]))
    assert row == {"id": "7", "truth": "flood", "text": "Water in the street", "output": "The class is flood."}


def test_repeats_are_samples(answers):
    rows = answers(harness(7, "flood", "fire"))
    assert [(row["id"], row["sample"], row["output"]) for row in rows] == [("7", 1, "flood"), ("7", 2, "fire")]


def test_the_same_answers_under_another_filter_are_read_once(log):
    table = log(harness(7, "flood"), harness(7, "flood", filter="flexible-extract"))
    assert table.relation.count("*").fetchall() == [(1,)]
    assert "'flexible-extract'" in table.log.lines[-1]


def test_among_options_the_likeliest_is_the_answer(answers):
    first, second = answers(harness_choice(1, [-3.5, -1.25], "1"), harness_choice(2, [-1, -2], "1"))
    assert (first["output"], first["truth"]) == ("flood", "flood")
    assert (second["output"], second["truth"]) == ("fire", "flood")


def test_options_with_the_same_text_go_by_their_places(answers):
    (row,) = answers(harness_choice(1, [-5, -2], "0", options=(" it", " it")))
    assert (row["output"], row["truth"]) == ("1", "0")


def test_an_empty_response_is_missing(answers):
    assert answers(harness(7, ""))[0]["error"] == "no content, finish reason not given"
