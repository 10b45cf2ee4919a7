"""Outputs are read once, and every engine puts the answers in their place."""

from __future__ import annotations

import mercalli

TRUTH = ["fire", "flood", "fire", "flood", "fire", "flood"]
COLUMNS = {
    "truth": TRUTH,
    "llm": ["Class: fire", "**flood**", "I can't help with that, I'm sorry.", None, '{"label": "flood"}', "flood"],
    "plain": ["fire", "fire", "fire", "flood", "flood", "flood"],
    "lang": ["en", "en", "fr", "fr", "fr", "en"],
}


def test_outputs_give_the_same_result_on_every_engine(engine):
    roles = {"truth": "truth", "pred": ["llm", "plain"], "by": "lang"}
    system = engine(mercalli.evaluate, COLUMNS, **roles, replicates=0).systems[0]
    assert system.table.cells == ((1, 1, 1), (0, 2, 1))
    assert (system.outputs.n, system.outputs.unread, system.outputs.count("refused")) == (6, 2, 1)
    assert {part.name: part.unread for part in system.outputs.slices} == {"lang=en": 0, "lang=fr": 2}


def test_a_comparison_keeps_all_items_on_every_engine(engine):
    compared = engine(mercalli.compare, COLUMNS, truth="truth", pred=["llm", "plain"], replicates=100)
    assert (compared.pairs[0].n, compared.pairs[0].unread) == (6, (2, 0))
