"""Logs and several files, put together by `mercalli models` from the shell."""

from __future__ import annotations

import json

import pytest

from tests.io.logs.samples import anthropic, lines, openai, promptfoo, promptfoo_file
from tests.shell.screen import plain, refused

CLASSES = ("fire", "flood", "quake")
TRUTHS = {f"m{at}": CLASSES[at % 3] for at in range(30)}
QUICK = ("--replicates", "0", "--metrics", "accuracy")
PRICES = """
[prices."gpt-4o-mini-2024-07-18"]
input = 2
cached = 1
output = 10
currency = "USD"
as_of = 2026-10-01

[prices."claude-sonnet-4-5"]
input = 3
output = 15
currency = "USD"
as_of = 2026-10-01
"""


def said(label):
    return {"type": "text", "text": f"Class: {label}"}


@pytest.fixture
def logs(tmp_path):
    """A log of each of two batch interfaces, and the truths."""
    gpt = [openai(name, label if at % 5 else "fire") for at, (name, label) in enumerate(TRUTHS.items())]
    gpt[1] = openai("m1", status=429)
    claude = [anthropic(name, said(label)) for name, label in TRUTHS.items() if name != "m9"]
    write(tmp_path, gpt=lines(*gpt), claude=lines(*claude))
    rows = "".join(f"{name},{label}\n" for name, label in TRUTHS.items())
    (tmp_path / "truth.csv").write_text(f"id,label\n{rows}", encoding="utf-8")
    (tmp_path / "prices.toml").write_text(PRICES, encoding="utf-8")
    return tmp_path


def write(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


@pytest.fixture
def sealed(mercalli, logs):
    """The sealed result of a call, with the systems by name."""

    def result(*words):
        run = mercalli("models", *words, *QUICK, "--json", cwd=logs)
        assert run.returncode == 0, run.stderr
        found = json.loads(run.stdout)
        return found, {each["name"]: each for each in found["systems"]}

    return result


def test_two_logs_give_one_result_with_their_models_as_systems(sealed):
    found, systems = sealed("gpt.jsonl", "claude.jsonl", "--truth-file", "truth.csv")
    assert set(systems) == {"claude-sonnet-4-5", "gpt-4o-mini-2024-07-18"}
    logs = found["provenance"]["settings"]["logs"]
    assert "'gpt.jsonl' openai sha256:" in logs
    assert "'claude.jsonl' anthropic sha256:" in logs


def test_failed_requests_and_items_that_a_log_lacks_are_missing(sealed):
    found, systems = sealed("gpt.jsonl", "claude.jsonl", "--truth-file", "truth.csv")
    assert [each["outcomes"]["missing"] for each in systems.values()] == [1, 1]
    assert systems["claude-sonnet-4-5"]["measures"][0]["value"] == pytest.approx(29 / 30)
    assert any(note.startswith("Not in 'claude.jsonl'") for note in found["notes"])


def test_cached_tokens_are_paid_for_once(sealed):
    found, _ = sealed("gpt.jsonl", "claude.jsonl", "--truth-file", "truth.csv", "--prices", "prices.toml")
    costs = {each["name"]: each["measures"][0]["value"] for each in found["cost"]["systems"]}
    gpt = (36 * 2 + 64 * 1 + 12 * 10) / 1e6  # 100 tokens in, 64 of them cached, 12 out
    claude = (100 * 3 + 9 * 15) / 1e6  # 20 new, 5 written to the cache and 75 read from it, 9 out
    assert costs["gpt-4o-mini-2024-07-18"] == pytest.approx(1000 * gpt * 29 / 30)
    assert costs["claude-sonnet-4-5"] == pytest.approx(1000 * claude * 29 / 30)


def test_requests_without_an_answer_are_free_and_that_is_noted(sealed):
    found, _ = sealed("gpt.jsonl", "claude.jsonl", "--truth-file", "truth.csv", "--prices", "prices.toml")
    assert any(
        note.startswith("2 requests without an answer have no tokens and count as free") for note in found["notes"]
    )


def test_two_logs_of_one_model_are_called_after_their_files_and_priced_by_their_model(sealed, logs):
    write(logs, short=lines(*(openai(name, label) for name, label in TRUTHS.items())))
    found, systems = sealed("gpt.jsonl", "short.jsonl", "--truth-file", "truth.csv", "--prices", "prices.toml")
    assert set(systems) == {"gpt", "short"}
    assert found["cost"]["currency"] == "USD"


def test_a_log_of_several_prompts_makes_factors(sealed, logs):
    made = [
        promptfoo(at, label, prompt=prompt, given={"id": name})
        for at, (name, label) in enumerate(TRUTHS.items())
        for prompt in (0, 1)
    ]
    (logs / "foo.json").write_text(json.dumps(promptfoo_file(*made)), encoding="utf-8")
    _, systems = sealed("foo.json", "--truth-file", "truth.csv")
    assert {tuple(each["factors"]) for each in systems.values()} == {("model", "prompt")}


def test_choices_are_samples_that_share_the_tokens_of_their_request(sealed, logs):
    twice = [openai(name, choices=[(label, "stop"), ("fire", "stop")]) for name, label in TRUTHS.items()]
    write(logs, twice=lines(*twice))
    found, systems = sealed("twice.jsonl", "--truth-file", "truth.csv", "--prices", "prices.toml")
    (system,) = systems.values()
    assert (system["agreement"]["items"], found["cost"]["systems"][0]["votes"]) == (30, None)
    assert any("share the tokens of one request" in note for note in found["notes"])


def test_a_failed_run_among_repeats_is_a_missing_answer_and_no_attempt(sealed, logs):
    runs = {f"run_{at}": [openai(name, label) for name, label in TRUTHS.items()] for at in (1, 2, 3)}
    runs["run_2"][4] = openai("m4", status=500)
    write(logs, **{name: lines(*made) for name, made in runs.items()})
    _, systems = sealed("run_*.jsonl", "--truth-file", "truth.csv")
    (system,) = systems.values()
    assert (system["outcomes"]["missing"], sum(system["outcomes"].values())) == (1, 90)


def test_plain_tables_are_put_together_too(sealed, logs):
    for name, wrong in (("one", "fire"), ("two", "flood")):
        rows = "".join(f"{at},{wrong if at == 'm2' else label}\n" for at, label in TRUTHS.items())
        (logs / f"{name}.csv").write_text(f"id,pred\n{rows}", encoding="utf-8")
    _, systems = sealed("one.csv", "two.csv", "gpt.jsonl", "--truth-file", "truth.csv")
    assert set(systems) == {"one", "two", "gpt-4o-mini-2024-07-18"}


def test_the_kind_of_log_may_be_named(mercalli, logs):
    done = mercalli("models", "gpt.jsonl", "--from", "gemini", "--truth-file", "truth.csv", cwd=logs)
    assert "is not a request of a Gemini batch log" in refused(done)


def test_ids_that_have_no_truth_are_left_out_and_noted(mercalli, logs):
    write(logs, more=lines(openai("x1"), *(openai(name, label) for name, label in TRUTHS.items())))
    done = mercalli("models", "more.jsonl", "--truth-file", "truth.csv", *QUICK, cwd=logs)
    assert "Left out: 1 row of 'more.jsonl'" in plain(done.stdout)


@pytest.mark.parametrize(
    "asked", [("--pred", "output,system"), ("--samples", "a=output,system"), ("--pred", "output", "--count", "sample")]
)
def test_logs_have_an_answer_on_each_row(mercalli, logs, asked):
    write(logs, twice=lines(*(openai(name, choices=[(label, "stop")] * 2) for name, label in TRUTHS.items())))
    done = mercalli("models", "twice.jsonl", "--truth-file", "truth.csv", *asked, cwd=logs)
    assert "is for one table with an item on each row" in refused(done)


def test_copies_of_the_text_are_not_read(mercalli, tmp_path):
    text = "Is this a flood? The river is over its banks near the school."
    (tmp_path / "a.csv").write_text(
        f"id,truth,text,pred\n1,fire,{text},{text} Label: fire\n2,flood,short,flood\n", encoding="utf-8"
    )
    done = mercalli("models", "a.csv", "--text", "text", *QUICK, "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["systems"][0]["outcomes"]["read"] == 2
