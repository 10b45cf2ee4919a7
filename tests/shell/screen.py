"""What a screen is to its reader: lines without the blanks that pad them."""

from __future__ import annotations


def plain(text):
    """Lines without trailing blanks."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def refused(done):
    """The one message of a command that was refused: exit code 2, nothing on standard output, no traceback."""
    assert "Traceback" not in done.stderr, done.stderr.strip().splitlines()[-1]
    assert (done.returncode, done.stdout) == (2, "")
    messages = [line for line in done.stderr.splitlines() if line.startswith(("mercalli: ", "╭─ Error"))]
    assert len(messages) == 1
    return plain(done.stderr)
