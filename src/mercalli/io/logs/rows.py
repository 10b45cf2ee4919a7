"""One answer of a log, in columns with usual names, and how answers that are not there are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

LONGEST_REASON = 200
# What a reader of outputs may take for a sign of its own: brackets, tags, entities, quotes.
SIGNS = re.compile(r"[<>{}\[\]|`&\\\"\s]+")
LENGTH, FILTERED, STOP = "length", "content_filter", "stop"
FINISHED = {
    "length": LENGTH,
    "max_tokens": LENGTH,
    "max_output_tokens": LENGTH,
    "model_length": LENGTH,
    "model_context_window_exceeded": LENGTH,
    "content_filter": FILTERED,
    "refusal": FILTERED,
    "safety": FILTERED,
    "prohibited_content": FILTERED,
    "blocklist": FILTERED,
    "spii": FILTERED,
    "stop": STOP,
    "end_turn": STOP,
    "stop_sequence": STOP,
    "completed": STOP,
}


class LogRow(NamedTuple):
    """One answer.

    Attributes:
        id: What names the item.
        system: The model, where the log says which.
        prompt: The prompt, where a log has several.
        sample: Which answer to the item this is, where the log counts them.
        truth: The true class, where the log has it.
        text: The text of the item, where the log has it.
        output: What the model wrote; an object with the key "error" or "refusal" where it wrote no answer.
        finish_reason: Why it stopped: stop, length, content_filter, or the program's own word.
        input_tokens: All tokens of the request, those from a cache included.
        output_tokens: All tokens of the answer, those of reasoning included.
        cached_tokens: The tokens of the request that came from a cache.
        reasoning_tokens: The tokens of the answer that were reasoning.
        latency_s: Seconds from the request to the last token.
        cost: What it cost, where the log says so.
        cached: Whether the program had the answer already and made no call.
        error: Why there is no answer.
        lost: Whether the whole request failed, so that a later one for the same id is another attempt.
    """

    id: str | None = None
    system: str | None = None
    prompt: str | None = None
    sample: int | None = None
    truth: str | None = None
    text: str | None = None
    output: str | None = None
    finish_reason: str | None = None
    input_tokens: float | None = None
    output_tokens: float | None = None
    cached_tokens: float | None = None
    reasoning_tokens: float | None = None
    latency_s: float | None = None
    cost: float | None = None
    cached: bool | None = None
    error: str | None = None
    lost: bool = False

    def failed(self, reason: str) -> LogRow:
        """The same without an answer."""
        short = plain_reason(reason) or "no reason given"
        return self._replace(output=_noted("error", short), error=short)

    def refused(self, words: str) -> LogRow:
        """The same where the model or its provider refused."""
        return self._replace(output=_noted("refusal", plain_reason(words) or FILTERED))

    def answered(self, text: str | None, refusal: str | None = None) -> LogRow:
        """The same with what the model wrote, or with why that is nothing."""
        if refusal:
            return self.refused(refusal)
        if text is not None and text.strip():
            return self._replace(output=text)
        if self.finish_reason == FILTERED:
            return self.refused(FILTERED)
        return self.failed(f"no content, finish reason {self.finish_reason or 'not given'}")


def _noted(key: str, words: str) -> str:
    """An object that the reader of outputs takes for a failed call or a refusal, whatever words are in it."""
    return json.dumps({key: words}, ensure_ascii=False)


def plain_reason(words: str) -> str:
    r"""A reason in one line, without signs that mean something to the reader of outputs.

    >>> plain_reason('Rate limit <b>reached</b>\n{"code": 429}')
    'Rate limit b reached /b code : 429'
    """
    return SIGNS.sub(" ", words).strip()[:LONGEST_REASON]


def finish_word(reason: str | None) -> str | None:
    """Why a model stopped, in one vocabulary.

    >>> finish_word("MAX_TOKENS"), finish_word("tool_use"), finish_word("")
    ('length', 'tool_use', None)
    """
    word = (reason or "").lower()
    return FINISHED.get(word, word) or None


CHOICES = "choices"


def shared(rows: Iterable[LogRow], memory: dict[str, Any]) -> list[LogRow]:
    """Several answers to one request, each with its part of the tokens; the memory keeps that there are such."""
    every = list(rows)
    memory[CHOICES] = memory.get(CHOICES, False) or len(every) > 1
    return [_part(row, len(every)) for row in every] if len(every) > 1 else every


def _part(row: LogRow, size: int) -> LogRow:
    def part(amount: float | None) -> float | None:
        return None if amount is None else amount / size

    return row._replace(
        input_tokens=part(row.input_tokens),
        output_tokens=part(row.output_tokens),
        cached_tokens=part(row.cached_tokens),
        reasoning_tokens=part(row.reasoning_tokens),
    )
