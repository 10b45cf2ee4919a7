"""What the page on wildfire shows of the command is what the command prints, with data that the page itself makes."""

import os
import re
import subprocess
import sys

from tests.places import ROOT

PAGE = (ROOT / "docs" / "wildfire.md").read_text(encoding="utf-8")


def test_the_transcript_is_what_the_command_prints(tmp_path):
    making = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    command, shown = re.search(r"```text\n\$ mercalli (.*?)\n(.*?)\n```", PAGE, re.DOTALL).groups()
    subprocess.run([sys.executable, "-c", making], cwd=tmp_path, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "mercalli", *command.split()],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.startswith(shown)
