"""Samples of lm-evaluation-harness: `samples_TASK_DATE.jsonl`, written with --log_samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mercalli.inputs.usual_names import TEXT
from mercalli.io.logs.fields import Fields, entries, field, text, usual_field, written
from mercalli.io.logs.rows import LogRow

FILTER = "filter"


def fits(line: Fields) -> bool:
    """An id of a document, and responses."""
    return "doc_id" in line and (isinstance(line.get("resps"), list) or isinstance(line.get("filtered_resps"), list))


def rows(line: Fields, memory: dict[str, Any]) -> list[LogRow]:
    """An answer for each repeat; a document stands once for each filter, and the first of them counts."""
    if memory.setdefault(FILTER, line.get(FILTER)) != line.get(FILTER):
        memory.setdefault("filters", {})[str(line.get(FILTER))] = True
        return []
    row = LogRow(id=text(line, "doc_id"), truth=written(line.get("target")), text=usual_field(line.get("doc"), TEXT))
    responses = entries(line, "resps") or entries(line, "filtered_resps")
    likelihoods = [_likelihood(response) for response in responses]
    if likelihoods and None not in likelihoods:
        return [_chosen(row, _continuations(line), [each or 0.0 for each in likelihoods])]
    texts = [each for response in responses for each in (response if isinstance(response, list) else [response])]
    return [row.answered(written(each)) for each in texts] or [row.failed("no response")]


def _likelihood(response: object) -> float | None:
    """The log-likelihood of an option, which stands beside whether it is the greedy one."""
    pair = field(response, 0) if isinstance(field(response, 0), list) else response
    if not isinstance(pair, list) or len(pair) != 2 or str(pair[1]) not in {"True", "False"}:  # noqa: PLR2004 - a pair
        return None
    try:
        return float(str(pair[0]))
    except ValueError:
        return None


def _continuations(line: Fields) -> list[str]:
    """The text of each option; nothing where options are told apart by what stands before them."""
    given = line.get("arguments")
    calls: Sequence[Any] = list(given.values()) if isinstance(given, dict) else entries(line, "arguments")
    texts = [(text(call, "arg_1") or text(call, 1) or "").strip() for call in calls]
    return texts if all(texts) and len(set(texts)) == len(texts) else []


def _chosen(row: LogRow, options: Sequence[str], likelihoods: Sequence[float]) -> LogRow:
    """The option with the highest log-likelihood; options are named by their texts, or by their places."""
    names = options if len(options) == len(likelihoods) else [str(at) for at in range(len(likelihoods))]
    best = max(range(len(names)), key=lambda at: likelihoods[at])
    places = {str(at): name for at, name in enumerate(names)}
    return row._replace(output=names[best], truth=places.get(row.truth or "", row.truth))
