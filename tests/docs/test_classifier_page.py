"""The classifier of 3,000 posts on its page is what the command trains and prints, on posts of real crises."""

import csv
import os
import re
import subprocess
import sys
from itertools import islice

from tests.places import ROOT

PAGE = (ROOT / "docs" / "classifier.md").read_text(encoding="utf-8")
EVERY, ALL = 9, 27_000


def posts(folder):
    """Id, text, label and event of every labelled post, crisis by crisis."""
    for file in sorted(folder.glob("crisislex_t26/*/*-tweets_labeled.csv")):
        with file.open(encoding="utf-8", newline="") as opened:
            rows = islice(csv.reader(opened, skipinitialspace=True), 1, None)
            yield from ((row[0], row[1], row[3], file.parent.name) for row in rows if row[1].strip() and row[3].strip())


def test_the_screen_of_the_first_training_is_what_the_command_prints(shared, tmp_path):
    command, shown = re.search(
        r"```text\n\$ mercalli (train posts.csv --out .*?)\n(.*?)\[\.\.\.\]\n```", PAGE, re.DOTALL
    ).groups()
    with (tmp_path / "posts.csv").open("w", encoding="utf-8", newline="") as made:
        csv.writer(made).writerows(
            [("tweet_id", "tweet", "label", "event"), *islice(posts(shared), 0, ALL, EVERY)],
        )
    done = subprocess.run(
        [sys.executable, "-m", "mercalli", *command.split()],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.startswith(shown)
