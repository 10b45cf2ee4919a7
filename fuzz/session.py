"""Many cases, one after the other, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

from fuzz.cases import Case, case
from fuzz.checks import faults, same_by_engine, same_numbers
from fuzz.found import keep
from fuzz.sandbox import Sandbox


@dataclass
class Tally:
    """How many runs of which command ended how, and what was found."""

    ends: Counter[tuple[str, int]] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")

    def __str__(self) -> str:
        commands = len({command for command, _ in self.ends})
        codes = Counter[int]()
        for (_, code), times in self.ends.items():
            codes[code] += times
        ended = ", ".join(f"{times:,} with exit code {code}" for code, times in sorted(codes.items()))
        return (
            f"{self.ends.total():,} runs of {commands} commands in {self.seconds:.0f} s: {ended}; "
            f"slowest {self.slowest[0]:.1f} s ({self.slowest[1]}); {len(self.found)} found"
        )


def fuzz(box: Sandbox, seed: int, numbers: Iterable[int]) -> Tally:
    """Run the cases of these numbers, and keep those that break a promise."""
    tally, start = Tally(), time.monotonic()
    for number in numbers:
        made = case(seed, number, box.ground)
        begun = time.monotonic()
        if wrong := tried(box, made, tally):
            folder = keep(box, made, seed, number, wrong)
            tally.found.append(f"{folder}: mercalli {' '.join(made.arguments)[:200]}\n  " + "\n  ".join(wrong))
            print(tally.found[-1], flush=True)
        tally.slowest = max(tally.slowest, (time.monotonic() - begun, f"run {number}"))
        tally.seconds = time.monotonic() - start
    return tally


def tried(box: Sandbox, made: Case, tally: Tally) -> list[str]:
    """What is wrong with a case."""
    with box.ended(made) as first:
        tally.ends[" ".join(made.slot.path), first.code] += 1
        wrong = faults(made, first)
        if made.twin is None or wrong:
            return wrong or same_by_engine(made, first)
        with box.ended(made.twin) as second:
            tally.ends[" ".join(made.slot.path), second.code] += 1
            return [*faults(made.twin, second), *same_numbers(made, first, second)]


def until(seconds: float) -> Iterator[int]:
    """Numbers for as long as there is time."""
    end = time.monotonic() + seconds
    for number in count():
        if time.monotonic() > end:
            return
        yield number
