import json

import pytest

from tests.io.logs.samples import promptfoo, promptfoo_file


@pytest.fixture
def results(answers):
    """The rows of promptfoo's file."""
    return lambda *each: answers(json.dumps(promptfoo_file(*each)), name="results.json")


def test_a_result_has_provider_prompt_truth_tokens_time_and_cost(results):
    assert results(promptfoo(0, "Class: flood")) == [
        {
            "id": "0",
            "system": "openai:gpt-4o-mini",
            "prompt": "prompt 1",
            "truth": "flood",
            "text": "message 0",
            "output": "Class: flood",
            "input_tokens": "40",
            "output_tokens": "2",
            "latency_s": "0.85",
            "cost": "2e-05",
        }
    ]


def test_lines_of_results_are_the_same(answers, results):
    assert answers(promptfoo(0), promptfoo(1)) == results(promptfoo(0), promptfoo(1))


def test_the_summary_of_the_library_holds_the_same_results(answers, results):
    summary = promptfoo_file(promptfoo(0), promptfoo(1))["results"]
    assert answers(json.dumps(summary), name="results.json") == results(promptfoo(0), promptfoo(1))


def test_an_output_beside_the_response_is_the_answer(results):
    assert results({**promptfoo(0, response=None), "output": "fire"})[0]["output"] == "fire"


def test_an_id_among_the_variables_names_the_item(results):
    assert results(promptfoo(0, given={"id": "m7", "label": "fire"}))[0]["id"] == "m7"


def test_repeats_are_found_by_their_variables(results):
    rows = results(promptfoo(0), promptfoo(1), promptfoo(2, "fire", given=promptfoo(0)["vars"]))
    assert [(row["id"], row["sample"]) for row in rows] == [("0", 1), ("1", 1), ("0", 2)]


def test_a_repeat_that_failed_is_no_attempt(results):
    failed = promptfoo(1, None, given=promptfoo(0)["vars"], error="API error: 500")
    first, second = results(promptfoo(0), failed)
    assert (first["sample"], second["sample"], second["error"]) == (1, 2, "API error: 500")


def test_an_answer_from_the_cache_has_no_time(results):
    kept = promptfoo(0, response={"output": "flood", "cached": True})
    row, _ = results(kept, promptfoo(1))
    assert (row["latency_s"], row["cached"]) == (None, "true")


def test_an_object_is_an_answer(results):
    assert results(promptfoo(0, {"label": "fire"}))[0]["output"] == '{"label": "fire"}'


def test_the_value_that_an_output_must_equal_is_the_truth(results):
    test = {"vars": {"message": "a"}, "assert": [{"type": "equals", "value": "fire"}]}
    assert results(promptfoo(0, given={"message": "a"}, testCase=test))[0]["truth"] == "fire"


def test_providers_and_prompts_are_systems(log):
    text = json.dumps(promptfoo_file(promptfoo(0), promptfoo(0, provider="b"), promptfoo(0, prompt=1)))
    assert log(text, name="results.json").log.systems == (
        ("b", "prompt 1"),
        ("openai:gpt-4o-mini", "prompt 1"),
        ("openai:gpt-4o-mini", "prompt 2"),
    )
