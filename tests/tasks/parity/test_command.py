"""Parity from the shell: several files are several systems on the same items."""

from __future__ import annotations

import json

import pytest

HEAD = "id,truth,pred,language"
ROWS = [f"{at},{'help' if at % 2 else 'other'},PRED,{'en' if at < 40 else 'es'}" for at in range(80)]
ASKED = ("--by", "language", "--urgent", "help", "--metrics", "accuracy", "--replicates", "100")


def content(finds_in, rows=ROWS):
    """Predictions of a system that finds urgent messages in some languages."""
    return "\n".join([HEAD, *(row.replace("PRED", "help" if row[-2:] in finds_in else "other") for row in rows), ""])


@pytest.fixture
def both(written):
    """A system that finds what is urgent in both languages, and one that does so in English only."""
    return written("fair.csv", content(("en", "es"))), written("unfair.csv", content(("en",), ROWS[::-1]))


def test_several_files_are_several_systems_on_the_same_items(mercalli, both):
    result = json.loads(mercalli("parity", *both, *ASKED, "--json").stdout)
    gaps = [(each["name"], gap["gap"]["value"]) for each in result["systems"] for gap in each["gaps"][:1]]
    assert gaps == [("fair", 0.0), ("unfair", 1.0)]
    assert "items matched by 'id'" in mercalli("parity", *both, *ASKED).stdout


def test_the_verdict_names_the_system_in_every_sentence_about_one(mercalli, both):
    verdict = json.loads(mercalli("parity", *both, *ASKED, "--json").stdout)["verdict"]
    said = [line["text"] for line in verdict["lines"] if line["topic"] == "missed"]
    assert said
    assert all(text.startswith(("fair: ", "unfair: ")) for text in said)


def test_files_with_other_ids_are_refused_unless_items_are_chosen(mercalli, both, written):
    fewer = written("fewer.csv", content(("en",), ROWS[:60]))
    refused = mercalli("parity", both[0], fewer, *ASKED)
    assert (refused.returncode, "--items common" in refused.stderr) == (2, True), refused.stderr
    done = mercalli("parity", both[0], fewer, *ASKED, "--items", "common", "--json")
    systems = json.loads(done.stdout)["systems"]
    assert [each["n"] for each in systems] == [60, 60]
    assert all("60" in each["notes"][0] for each in systems)


def test_items_are_no_choice_for_one_file(mercalli, both):
    done = mercalli("parity", both[0], *ASKED, "--items", "common")
    assert (done.returncode, "--items is only for several files" in done.stderr) == (2, True)
