"""Objects in the shapes that other programs write, made up for these tests."""

from __future__ import annotations

import json


def openai(name, content="flood", *, choices=None, status=200, error=None, model="gpt-4o-mini-2024-07-18", **message):
    """A line of OpenAI's batch output; a status other than 200 has an error in place of choices."""
    made = choices or [(content, "stop")]
    body = {
        "id": f"chatcmpl-{name}",
        "object": "chat.completion",
        "created": 1724858089,
        "model": model,
        "choices": [
            {
                "index": at,
                "message": {"role": "assistant", "content": each, "refusal": None, **message},
                "logprobs": None,
                "finish_reason": finish,
            }
            for at, (each, finish) in enumerate(made)
        ],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 12,
            "total_tokens": 112,
            "prompt_tokens_details": {"cached_tokens": 64},
            "completion_tokens_details": {"reasoning_tokens": 4},
        },
    }
    failed = {"error": {"message": "Rate limit reached", "type": "requests", "param": None, "code": "rate_limit"}}
    response = {"status_code": status, "request_id": f"req-{name}", "body": body if status == 200 else failed}
    return {
        "id": f"batch_req_{name}",
        "custom_id": name,
        "response": None if error else response,
        "error": error,
    }


def openai_response(name, *output, **body):
    """A line of a batch of the newer interface."""
    usage = {
        "input_tokens": 80,
        "input_tokens_details": {"cached_tokens": 10},
        "output_tokens": 30,
        "output_tokens_details": {"reasoning_tokens": 20},
        "total_tokens": 110,
    }
    whole = {"id": "resp_1", "object": "response", "status": "completed", "model": "gpt-5-mini", "output": list(output)}
    response = {"status_code": 200, "request_id": "r", "body": {**whole, "usage": usage, **body}}
    return {"id": f"batch_req_{name}", "custom_id": name, "response": response, "error": None}


def anthropic(name, *content, stop="end_turn", kind="succeeded", error=None):
    """A line of the results of a message batch."""
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": list(content),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": 20,
            "cache_creation_input_tokens": 5,
            "cache_read_input_tokens": 75,
            "output_tokens": 9,
        },
    }
    result = {"type": kind, **({"message": message} if kind == "succeeded" else {})}
    return {"custom_id": name, "result": {**result, **({"error": error} if error else {})}}


def gemini(name, *parts, finish="STOP", **line):
    """A line of a batch of Gemini's own interface."""
    response = {
        "candidates": [{"content": {"parts": list(parts), "role": "model"}, "finishReason": finish, "index": 0}],
        "modelVersion": "gemini-2.5-flash",
        "usageMetadata": {
            "promptTokenCount": 50,
            "candidatesTokenCount": 3,
            "thoughtsTokenCount": 7,
            "totalTokenCount": 60,
        },
    }
    return {"key": name, "response": response, **line}


def vertex(text, status=""):
    """A line of a batch of Gemini in Vertex AI, which has no key of its own."""
    response = {key: value for key, value in gemini("", {"text": text})["response"].items() if not status}
    request = {"contents": [{"role": "user", "parts": [{"text": "Which class?"}]}]}
    return {
        "status": status,
        "processed_time": "2024-11-13T14:04:28.376+00:00",
        "request": request,
        "response": response,
    }


def harness(name, *texts, target="flood", **line):
    """A sample of lm-evaluation-harness that was generated."""
    return {
        "doc_id": name,
        "doc": {"text": "Water in the street", "label": target},
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": "Classify: Water in the street", "arg_1": {"until": ["\n"]}}},
        "resps": [list(texts)],
        "filtered_resps": [texts[0]],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": "d",
        "prompt_hash": "p",
        "target_hash": "t",
        "exact_match": 0.0,
        **line,
    }


def harness_choice(name, likelihoods, target, options=(" fire", " flood")):
    """A sample of lm-evaluation-harness that chose among options."""
    arguments = {f"gen_args_{at}": {"arg_0": "Class:", "arg_1": option} for at, option in enumerate(options)}
    pairs = [[str(value), "False"] for value in likelihoods]
    return {
        **harness(name, "", target=target),
        "arguments": arguments,
        "resps": [[pair] for pair in pairs],
        "filtered_resps": pairs,
    }


def inspect_sample(name, content="flood", epoch=1, *, target="flood", stop="stop", **sample):
    """A sample of an Inspect log."""
    message = {"role": "assistant", "content": content, "source": "generate", "model": "gpt-4o"}
    usage = {"input_tokens": 30, "output_tokens": 4, "total_tokens": 44, "input_tokens_cache_read": 10}
    return {
        "id": name,
        "epoch": epoch,
        "input": "Water in the street",
        "target": target,
        "messages": [{"role": "user", "content": "Water in the street"}, message],
        "output": {
            "model": "gpt-4o",
            "choices": [{"message": message, "stop_reason": stop}],
            "usage": usage,
            "time": 1.25,
        },
        "scores": {"match": {"value": "C", "answer": "flood"}},
        "model_usage": {"openai/gpt-4o": usage, "openai/judge": {"input_tokens": 900, "output_tokens": 90}},
        **sample,
    }


def inspect_log(*samples):
    """An Inspect log as one document."""
    header = {"task": "crisis", "model": "openai/gpt-4o", "dataset": {}, "config": {"epochs": 1}}
    return {
        "version": 2,
        "status": "success",
        "eval": header,
        "plan": {"name": "plan", "steps": []},
        "results": {"total_samples": len(samples), "scores": []},
        "stats": {"model_usage": {}},
        "samples": list(samples),
    }


def promptfoo(test, output="flood", *, prompt=0, provider="openai:gpt-4o-mini", given=None, **result):
    """One result of promptfoo."""
    variables = {"message": f"message {test}", "expected": "flood"} if given is None else given
    response = {"output": output, "tokenUsage": {"prompt": 40, "completion": 2, "total": 42}, "cached": False}
    return {
        "promptIdx": prompt,
        "testIdx": test,
        "testCase": {"vars": variables, "assert": [{"type": "contains", "value": "x"}], "options": {}, "metadata": {}},
        "promptId": f"hash{prompt}",
        "provider": {"id": provider, "label": ""},
        "prompt": {"raw": "Classify: {{message}}", "label": "Classify: {{message}}"},
        "vars": variables,
        "response": response,
        "error": "Expected output to contain x",
        "failureReason": 1,
        "success": False,
        "score": 0,
        "latencyMs": 850,
        "namedScores": {},
        "cost": 0.00002,
        **result,
    }


def promptfoo_file(*results):
    """The file that promptfoo writes."""
    summary = {"version": 3, "timestamp": "2025-01-01T00:00:00Z", "prompts": [], "results": list(results), "stats": {}}
    return {"evalId": "eval-abc", "results": summary, "config": {}, "shareableUrl": None, "metadata": {}}


def lines(*objects):
    """Objects as JSON lines."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects)
