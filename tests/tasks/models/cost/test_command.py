"""`mercalli models` with costs and latencies, in a process of its own: the screen, the folder, and what it refuses."""

from __future__ import annotations

import pytest

from tests.shell.screen import plain, refused
from tests.tasks.models.cost.runs import PRICES, calls, csv

ASKED = ("--system", "system", "--sample", "sample")


@pytest.fixture
def folder(tmp_path):
    rows = calls()
    plain_time = {("latency" if name == "latency_s" else name): column for name, column in rows.items()}
    files = {
        "calls.csv": csv(rows),
        "no_unit.csv": csv(plain_time),
        "currencies.csv": csv({**rows, "cost_usd": [1] * len(rows["id"]), "cost_eur": [1] * len(rows["id"])}),
        "negative.csv": csv({**rows, "cost": [-1] * len(rows["id"])}),
        "words.csv": csv({**rows, "cost": ["cheap"] * len(rows["id"])}),
        "no_tokens.csv": csv({name: rows[name] for name in ("id", "system", "sample", "output", "truth")}),
        "prices.toml": PRICES,
        "unknown_key.toml": PRICES.replace("output = 10", "outputs = 10"),
        "two.toml": PRICES.replace("USD", "EUR", 1),
        "unknown_model.toml": PRICES.replace("[prices.big]", "[prices.bigger]"),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_screen_has_cost_and_time_beside_the_score(mercalli, folder):
    run = mercalli("models", "calls.csv", *ASKED, "--prices", "prices.toml", cwd=folder, width=120)
    said = plain(run.stdout)
    assert "cost per 1,000, USD" in said
    assert "Prices of 2026-10-01 in USD, from prices.toml." in said
    assert "per 1,000 items" in said


def test_the_folder_has_both_pictures_and_tables(mercalli, folder):
    mercalli("models", "calls.csv", *ASKED, "--prices", "prices.toml", "--out", "report", cwd=folder)
    names = {path.name for path in (folder / "report").iterdir()}
    assert {"cost_frontier.png", "latency_frontier.png", "costs.csv", "frontiers.csv", "more_found.csv"} <= names
    assert 'class="plot crosses"' in (folder / "report" / "index.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("no_unit.csv",), "does not say its unit"),
        (("currencies.csv",), "two currencies: USD and EUR"),
        (("negative.csv",), "must hold numbers of at least 0"),
        (("words.csv",), "must hold numbers; found 'cheap'"),
        (("no_tokens.csv", "--prices", "prices.toml"), "no column of tokens"),
        (("no_tokens.csv", "--timeout", "30"), "no column of latency"),
        (("calls.csv", "--prices", "unknown_key.toml"), "has no setting 'outputs'"),
        (("calls.csv", "--prices", "two.toml"), "two currencies: EUR and USD"),
        (("calls.csv", "--prices", "unknown_model.toml"), "no price for the model 'big'"),
        (("calls.csv", "--prices", "nowhere.toml"), "nowhere.toml"),
        (("calls.csv", "--timeout", "-1"), "a number of seconds above 0"),
        (("calls.csv", "--concurrency", "0"), "a whole number of at least 1"),
        (("calls.csv", "--latency-unit", "ms"), "says s, and --latency-unit says ms"),
    ],
)
def test_bad_input_is_refused_in_words(mercalli, folder, arguments, says):
    assert says in " ".join(refused(mercalli("models", *arguments, *ASKED, cwd=folder, width=200)).split())
