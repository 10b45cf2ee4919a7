"""No pattern takes long over any text: each meets the strings that would make it try for ever."""

from __future__ import annotations

import ast
import signal

import pytest

from tests.text.inside import OF_USERS, constants, made, sites
from tests.text.patterns import patterns, ways_of, ways_of_own, worst_strings

MADE = made()
PATTERNS = {
    **{name: (pattern, ways_of(name)) for name, pattern in patterns().items()},
    **constants(),
    **{f"{file}:{line} {own} {at}": (each, ways_of_own(file, own)) for at, (file, line, own, each) in enumerate(MADE)},
}
LIMIT_SECONDS = 2  # of processor time for one string; a pattern that reads it once needs a thousandth

EVERYWHERE = ("search", "sub", "finditer", "findall", "split")
USES = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    **dict.fromkeys(EVERYWHERE, lambda pattern, text: pattern.sub(text[:0], text)),
}


class TooLongError(Exception):
    """A pattern tries for too long."""


def stop(_signal, _frame):
    raise TooLongError


@pytest.fixture(autouse=True)
def clock():
    """Stops what takes too long; the machine may be busy, so it counts the time of this process only."""
    kept = signal.signal(signal.SIGVTALRM, stop)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, kept)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_reads_its_worst_string_once(name):
    pattern, ways = PATTERNS[name]
    for text in worst_strings(pattern):
        given = text.encode(errors="replace") if isinstance(pattern.pattern, bytes) else text
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_SECONDS)
        try:
            for way in ways:
                USES[way](pattern, given)
        except TooLongError:
            pytest.fail(f"{pattern.pattern!r} takes too long over {text[:30]!r}...{text[-5:]!r}")


def test_every_pattern_that_a_function_makes_was_made():
    known = {(file, line) for file, line, *_ in MADE}
    unseen = [
        f"{file}:{node.lineno}"
        for file, node in sites()
        if not isinstance(node.args[0], ast.Constant)
        and file not in OF_USERS
        and not known & {(file, line) for line in range(node.lineno, node.end_lineno + 1)}
    ]
    assert not unseen, "tests/text/inside.py has to call what makes these"
