"""What became of a system's outputs: how many were read and how, and what the scores would be otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mercalli.inputs.answers.counts import LabelCount
from mercalli.results.faults import Fault, turned, unequal
from mercalli.results.personal import PERSONAL

READ = "read"
UNSEALED = "unsealed"  # what a record knows and its file does not hold


@dataclass(frozen=True)
class OutcomeCount:
    """Outputs of one outcome that were read, or not, in one way; `whole` answers hold nothing but the answer.

    `low` and `high` are the ends of Wilson's interval of their share.
    """

    outcome: str
    how: str
    whole: bool
    count: int
    low: float | None
    high: float | None

    def faults(self) -> Iterator[Fault]:
        """The ends of its interval are in order."""
        return turned(self)


@dataclass(frozen=True)
class UnreadPart:
    """How many outputs on the items of a class or slice could not be read, by outcome.

    `low` and `high` are the ends of Wilson's interval of their share.
    """

    name: str
    n: int
    outcomes: Mapping[str, int]
    low: float | None
    high: float | None

    def faults(self) -> Iterator[Fault]:
        """The ends of its interval are in order."""
        return turned(self)

    @property
    def unread(self) -> int:
        """All of them."""
        return sum(self.outcomes.values())


@dataclass(frozen=True)
class Bounds:
    """One metric under four ways to count what could not be read.

    Attributes:
        metric: The metric's text.
        wrong: Unread is wrong.
        right: Every unread answer is taken for right.
        left_out: Only the items that were read count.
        strict: Answers that had to be found in a text are unread as well, and wrong.
    """

    metric: str
    wrong: float | None
    right: float | None
    left_out: float | None
    strict: float | None

    @property
    def ways(self) -> tuple[float | None, ...]:
        """All of them."""
        return self.wrong, self.right, self.left_out, self.strict


@dataclass(frozen=True)
class DifferenceBounds:
    """A difference of two systems under other ways to count what could not be read.

    Attributes:
        metric: The metric's text.
        low: Unread answers of the first are wrong, those of the second right.
        high: Unread answers of the first are right, those of the second wrong.
        left_out: Only the items to which both answers were read count.
    """

    metric: str
    low: float | None
    high: float | None
    left_out: float | None

    def changes(self, difference: float | None) -> bool:
        """Whether another system would be ahead, or none.

        >>> DifferenceBounds("accuracy", -0.1, 0.1, 0.0).changes(-0.1)
        True
        >>> DifferenceBounds("accuracy", -0.3, -0.1, -0.2).changes(-0.2)
        False
        """
        known = [each for each in (difference, self.low, self.high, self.left_out) if each is not None]
        return not (all(each > 0 for each in known) or all(each < 0 for each in known))


@dataclass(frozen=True)
class OutputExample:
    """An output, perhaps cut short, with what was read in it, or why nothing was."""

    outcome: str
    how: str
    label: str | None
    reason: str
    output: str = field(metadata=PERSONAL)
    count: int


@dataclass(frozen=True)
class OutputReport:
    """Outputs of one system.

    Attributes:
        n: Items.
        distinct: Different outputs.
        counts: Outputs by outcome and how they were read, in the order of outcomes.
        classes: Unread outputs by true class.
        slices: Unread outputs by slice.
        bounds: The headline metrics under other ways to count.
        urgent: Unread share on critical classes minus that on the others, with the ends of its interval, if there
            are critical classes.
        excluded: Whether items without an answer are left out of the scores, as somebody asked for.
        undeclared: Frequent bare answers that are no class.
        examples: Outputs of each outcome and how, for a page; they are not sealed.
    """

    n: int
    distinct: int
    counts: tuple[OutcomeCount, ...]
    classes: tuple[UnreadPart, ...]
    slices: tuple[UnreadPart, ...]
    bounds: tuple[Bounds, ...]
    urgent: tuple[float, float, float] | None = None
    excluded: bool = field(default=False, metadata={"since": "0.2.0"})
    undeclared: tuple[LabelCount, ...] = field(default=(), metadata={"since": "0.2.0"})
    examples: tuple[OutputExample, ...] = field(default=(), compare=False, metadata={"since": "0.2.0", UNSEALED: True})

    def faults(self) -> Iterator[Fault]:
        """Every output has one outcome."""
        return unequal("counts", sum(each.count for each in self.counts), self.n)

    def count(self, outcome: str) -> int:
        """Outputs of an outcome."""
        return sum(each.count for each in self.counts if each.outcome == outcome)

    @property
    def unread(self) -> int:
        """Outputs that could not be read."""
        return self.n - self.count(READ)

    @property
    def whole(self) -> int:
        """Outputs that hold nothing but the answer."""
        return sum(each.count for each in self.counts if each.whole)
