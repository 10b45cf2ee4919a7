"""Results of promptfoo: `--output results.json` or `.jsonl`, or the summary that its library returns."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from mercalli.inputs.usual_names import KEY, TEXT, TRUTH
from mercalli.io.logs.fields import Fields, entries, field, first_text, number, text, usual_field, written
from mercalli.io.logs.rows import LogRow, finish_word

EXPECTED = ("expected", *TRUTH)
EQUAL = ("equals", "iequals")
TEMPLATE = "{{"
MILLISECONDS = 1000
LONGEST_LABEL = 40


def fits(result: Fields) -> bool:
    """A result: which prompt, which test, and its variables."""
    return "promptIdx" in result and "testIdx" in result and ("vars" in result or "testCase" in result)


def rows(result: Fields, memory: dict[str, Any]) -> list[LogRow]:
    """The output of one provider to one prompt for one test."""
    response, given = field(result, "response"), _variables(result)
    usage = field(response, "tokenUsage") or field(result, "tokenUsage")
    replayed = field(response, "cached") is True
    latency = number(result, "latencyMs")
    row = LogRow(
        id=_item(result, given, memory),
        system=first_text(text(result, "provider", "label"), text(result, "provider", "id"), text(result, "provider")),
        prompt=_prompt(result),
        truth=_truth(result, given),
        text=usual_field(given, TEXT),
        finish_reason=finish_word(text(response, "finishReason")),
        input_tokens=number(usage, "prompt"),
        output_tokens=number(usage, "completion"),
        reasoning_tokens=number(usage, "completionDetails", "reasoning"),
        latency_s=None if latency is None or replayed else latency / MILLISECONDS,
        cost=first_number(number(result, "cost"), number(response, "cost")),
        cached=True if replayed else None,
    )
    return [_answered(row, result)]


def first_number(*numbers: float | None) -> float | None:
    """The first that is there."""
    return next((each for each in numbers if each is not None), None)


def _prompt(result: Fields) -> str:
    """The label of the prompt, or its place: without a label of its own, promptfoo takes the whole prompt for one."""
    label = text(result, "prompt", "label")
    named = label is not None and label != text(result, "prompt", "raw") and len(label) <= LONGEST_LABEL
    return label if named and label else f"prompt {(number(result, 'promptIdx') or 0) + 1:g}"


def _answered(row: LogRow, result: Fields) -> LogRow:
    """An assertion that failed is an error to promptfoo, and an answer all the same."""
    told = field(result, "response", "output")
    output = written(field(result, "output") if told is None else told)
    if field(result, "response", "isRefusal") is True:
        return row.refused(output or "refusal")
    if output is None or not output.strip():
        return row.failed(first_text(text(result, "response", "error"), text(result, "error")) or "no output")
    return row._replace(output=output)


def _variables(result: Fields) -> Fields:
    return field(result, "vars") or field(result, "testCase", "vars") or {}


def _item(result: Fields, given: Fields, memory: dict[str, Any]) -> str | None:
    """The id among the variables or metadata; else the first test with the same variables, as repeats have them."""
    named = usual_field(given, KEY) or usual_field(field(result, "testCase", "metadata"), KEY)
    if named is not None:
        return named
    same = json.dumps([given, field(result, "testCase", "assert")], sort_keys=True).encode()
    first = memory.setdefault(sha256(same).hexdigest(), text(result, "testIdx"))
    return None if first is None else str(first)


def _truth(result: Fields, given: Fields) -> str | None:
    """What was expected: a variable with a usual name, or the value that the output must equal."""
    asserted = [each for each in entries(result, "testCase", "assert") if field(each, "type") in EQUAL]
    equal = [value for value in (text(each, "value") for each in asserted) if value and TEMPLATE not in value]
    named = usual_field(given, EXPECTED) or usual_field(field(result, "testCase", "metadata"), EXPECTED)
    return named or (equal[0] if equal else None)
