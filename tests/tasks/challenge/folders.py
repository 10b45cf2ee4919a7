"""Small challenges about labels, in folders of their own."""

from __future__ import annotations

import random
from pathlib import Path

from mercalli.tasks.challenge.doors.database import writing
from mercalli.tasks.challenge.doors.host import Host
from mercalli.tasks.challenge.doors.opening import open_challenge
from mercalli.tasks.challenge.doors.submissions import Sender, submit
from mercalli.tasks.challenge.doors.teams import put_team

ME = "organiser"
CLASSES = ("fire", "flood")
TOML = """\
name = "small"
task = "labels"
gold = "gold.csv"
rank_by = "accuracy"
companions = ["f1_macro"]

[options]
id = "id"
truth = "truth"
classes = ["fire", "flood"]

[phases.main]
opens = 2026-01-01T00:00:00Z
closes = 2100-01-01T00:00:00Z
"""


def new_database():
    """The database of the next challenge: the file in its folder, unless a test is about PostgreSQL."""


def truths(items, seed=1):
    rng = random.Random(seed)  # noqa: S311 - no secret
    return [rng.choice(CLASSES) for _ in range(items)]


def table(column, labels):
    """Items with a label each, as CSV."""
    return f"id,{column}\n" + "".join(f"{at},{label}\n" for at, label in enumerate(labels))


def run_of(labels, right=1.0, seed=2):
    """A run in which so many labels are right."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    other = {"fire": "flood", "flood": "fire"}
    return table("pred", [each if rng.random() < right else other[each] for each in labels]).encode()


def made(folder, items=60, more="", text=TOML):
    """A folder with a challenge that is not open yet, and its truths."""
    labels = truths(items)
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / "gold.csv").write_text(table("truth", labels))
    (Path(folder) / "challenge.toml").write_text(text + more)
    return labels


def opened(folder, items=60, more="", text=TOML):
    """The same, open."""
    labels = made(folder, items, more, text)
    open_challenge(folder, ME, url=new_database())
    return Host.of(folder), labels


def team(host, name="Anna"):
    with writing(host.engine) as connection:
        return int(put_team(connection, name, ME).id)


def send(host, content, name="Anna", **more):
    """A run of a team."""
    return submit(host, Sender(team(host, name), ME), [content], **more)
