from tests.io.logs.samples import openai, openai_response

MESSAGE = {"type": "message", "role": "assistant"}


def test_an_answer_comes_with_its_id_model_and_tokens(answers):
    (row,) = answers(openai("m1", "Class: flood"))
    assert row == {
        "id": "m1",
        "system": "gpt-4o-mini-2024-07-18",
        "output": "Class: flood",
        "finish_reason": "stop",
        "input_tokens": "100",
        "output_tokens": "12",
        "cached_tokens": "64",
        "reasoning_tokens": "4",
    }


def test_a_failed_request_is_an_answer_that_is_missing_with_its_reason(answers):
    _, row = answers(openai("m1"), openai("m2", status=429))
    assert (row["id"], row["error"]) == ("m2", "HTTP 429 Rate limit reached")
    assert row["output"] == '{"error": "HTTP 429 Rate limit reached"}'


def test_a_line_of_the_error_file_has_its_reason(answers):
    expired = {"code": "batch_expired", "message": "Not executed in time"}
    assert answers(openai("m1", error=expired))[0]["error"] == "Not executed in time"


def test_content_that_is_null_is_missing_with_the_finish_reason(answers):
    (row,) = answers(openai("m1", choices=[(None, "length")]))
    assert (row["error"], row["finish_reason"]) == ("no content, finish reason length", "length")


def test_a_refusal_is_written_so_that_it_is_read_as_one(answers):
    (row,) = answers(openai("m1", None, refusal="I can't help with fire."))
    assert row["output"] == '{"refusal": "I can\'t help with fire."}'


def test_filtered_content_is_refused(answers):
    assert answers(openai("m1", choices=[(None, "content_filter")]))[0]["output"] == '{"refusal": "content_filter"}'


def test_several_choices_are_samples_that_share_the_tokens(answers):
    rows = answers(openai("m1", choices=[("fire", "stop"), ("flood", "stop")]))
    assert [(row["sample"], row["output"], row["input_tokens"]) for row in rows] == [
        (1, "fire", "50.0"),
        (2, "flood", "50.0"),
    ]


def test_parts_are_joined_and_calls_of_tools_are_read(answers):
    parts = [{"type": "text", "text": "Class:"}, {"type": "text", "text": "fire"}]
    call = {"id": "c", "type": "function", "function": {"name": "label", "arguments": '{"label": "fire"}'}}
    first, second = answers(openai("m1", parts), openai("m2", None, tool_calls=[call]))
    assert (first["output"], second["output"]) == ("Class:\nfire", '{"label": "fire"}')


def test_the_newer_interface_has_messages_among_reasoning(answers):
    said = {**MESSAGE, "content": [{"type": "output_text", "text": "flood", "annotations": []}]}
    (row,) = answers(openai_response("m1", {"type": "reasoning", "summary": []}, said))
    assert (row["output"], row["input_tokens"], row["reasoning_tokens"]) == ("flood", "80", "20")


def test_the_newer_interface_says_refused_and_cut_off(answers):
    refused = {**MESSAGE, "content": [{"type": "refusal", "refusal": "No."}]}
    cut = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    first, second = answers(openai_response("m1", refused), openai_response("m2", {"type": "reasoning"}, **cut))
    assert (first["output"], second["finish_reason"]) == ('{"refusal": "No."}', "length")


def test_old_completions_have_their_text_in_the_choice(answers):
    line = openai("m1")
    line["response"]["body"]["choices"] = [{"text": " flood", "index": 0, "finish_reason": "stop"}]
    assert answers(line)[0]["output"] == " flood"
