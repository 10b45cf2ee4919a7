"""Real repeats and prompts: 12 runs over the same 1,569 messages, and what the tests make of them."""

from __future__ import annotations

import csv
from functools import cache

import numpy as np

import mercalli
from mercalli.engines.open import source_of
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.tasks.models.reading.roles import ModelRoles
from mercalli.tasks.models.reading.rows import read_models
from tests.places import FIXTURES

RUNS = tuple(f"run_{at:02d}" for at in range(1, 13))
PROMPTS = tuple(run for run in RUNS if run not in {"run_06", "run_12"})  # the same requests as the run before


@cache
def runs():
    """One value for each message, by column."""
    with (FIXTURES / "llm_prompt_runs.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    times = [int(row["n"]) for row in rows]
    return {name: np.repeat(np.array([row[name] for row in rows], object), times) for name in ("truth", *RUNS)}


@cache
def judged(replicates=1000, **samples):
    """Systems of some runs each."""
    named = {"truth": "truth", "samples": samples, "metrics": "accuracy", "profile": "humaid"}
    return mercalli.models(runs(), **named, replicates=replicates)


@cache
def prompts():
    """The ten prompts as systems."""
    return mercalli.models(runs(), truth="truth", pred=list(PROMPTS), metrics="accuracy", profile="humaid")


def checked(data, *, truth="truth", **roles):
    """Checked answers, for parts that work on these."""
    source = source_of(data)
    classes = ClassList.inferred(sorted({str(value) for value in data[truth]}))
    named = ModelRoles.check(truth=truth, **{"pred": None, **roles})
    settings = AnswerSettings(unread="wrong")
    return read_models(source, named, classes, policy=Policy(missing="wrong"), settings=settings)[0]
