import re

import pytest

from tests.io.logs.samples import anthropic, gemini, vertex

TEXT = {"type": "text", "text": "flood"}


def test_a_message_of_anthropic_is_its_text_without_thinking(answers):
    (row,) = answers(anthropic("m1", {"type": "thinking", "thinking": "fire?"}, TEXT))
    assert (row["output"], row["system"], row["finish_reason"]) == ("flood", "claude-sonnet-4-5", "stop")


def test_input_tokens_of_anthropic_include_those_of_the_cache(answers):
    (row,) = answers(anthropic("m1", TEXT))
    assert (row["input_tokens"], row["cached_tokens"], row["output_tokens"]) == ("100", "75", "9")


def test_a_tool_of_anthropic_is_its_input(answers):
    used = {"type": "tool_use", "id": "t", "name": "label", "input": {"label": "fire"}}
    assert answers(anthropic("m1", used, stop="tool_use"))[0]["output"] == '{"label": "fire"}'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            anthropic("m", kind="errored", error={"type": "error", "error": {"message": "Overloaded"}}),
            "errored Overloaded",
        ),
        (anthropic("m", kind="errored", error={"type": "api_error"}), "errored api_error"),
        (anthropic("m", kind="expired"), "expired"),
        (anthropic("m", kind="canceled"), "canceled"),
        ({"key": "m", "error": {"code": 429, "message": "quota"}}, "quota"),
        (vertex("", status="Bad Request: 400"), "Bad Request: 400"),
        ({"request": {"contents": []}}, "no response"),
    ],
)
def test_a_request_without_an_answer_has_its_reason(answers, line, reason):
    assert answers(line)[0]["error"] == reason


def test_a_refusal_of_anthropic_is_one(answers):
    assert answers(anthropic("m1", stop="refusal"))[0]["output"] == '{"refusal": "content_filter"}'


def test_an_answer_of_gemini_is_its_parts_without_thoughts(answers):
    (row,) = answers(gemini("m1", {"text": "hm", "thought": True}, {"text": "flood"}))
    assert (row["id"], row["output"], row["system"]) == ("m1", "flood", "gemini-2.5-flash")
    assert (row["input_tokens"], row["output_tokens"], row["reasoning_tokens"]) == ("50", "10", "7")


def test_gemini_blocks_answers_and_prompts(answers):
    blocked = {"promptFeedback": {"blockReason": "SAFETY"}}
    first, second = answers(gemini("m1", finish="SAFETY"), gemini("m2", response=blocked))
    assert (first["output"], second["output"]) == ('{"refusal": "content_filter"}', '{"refusal": "blocked SAFETY"}')


def test_a_line_of_vertex_has_no_id_of_its_own(answers):
    first, second = answers(vertex("flood"), vertex("fire"))
    assert (first["id"], first["output"], second["output"]) == (None, "flood", "fire")


def test_inlined_responses_of_gemini_have_their_key_in_the_metadata(answers):
    response = gemini("m1", {"text": "flood"})["response"]
    (row,) = answers({"metadata": {"key": "m1"}, "response": response})
    assert (row["id"], row["output"]) == ("m1", "flood")


def test_the_libraries_of_gemini_write_names_with_low_lines(answers):
    def low(data):
        if isinstance(data, list):
            return [low(each) for each in data]
        if not isinstance(data, dict):
            return data
        return {re.sub("[A-Z]", lambda sign: f"_{sign[0].lower()}", name): low(each) for name, each in data.items()}

    lines = [gemini("m1", {"text": "flo"}, finish="MAX_TOKENS"), gemini("m2", {"functionCall": {"args": {"a": 1}}})]
    assert answers(*map(low, lines)) == answers(*lines)


def test_a_status_in_place_of_a_response_of_gemini_is_a_failure(answers):
    failed, _ = answers({"key": "m1", "status": {"code": 13, "message": "Internal"}}, gemini("m2", {"text": "fire"}))
    assert (failed["id"], failed["error"]) == ("m1", "Internal")


def test_responses_of_gemini_without_keys_are_read_and_have_no_id(answers):
    (row,) = answers(gemini("", {"text": "flood"})["response"])
    assert row["output"] == "flood"
    assert row.get("id") is None
