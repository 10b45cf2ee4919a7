"""What a verdict rests on, in the same form for every task: each task says it, one function puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mercalli.results.difference import Difference
from mercalli.results.measure import Measure

FEW_TO_TELL = 10


class Reached(StrEnum):
    """How what is found of something critical compares with its floor.

    `YES` if the share is not below it, whatever the interval says; `NO` if the whole interval is below; `PROBABLY_NOT`
    if the share is below and the interval is not.
    """

    YES = "above"
    PROBABLY_NOT = "probably below"
    NO = "below"
    UNKNOWN = "too few to tell"
    NO_FLOOR = "no floor"


ALARMING = frozenset({Reached.NO, Reached.PROBABLY_NOT})


@dataclass(frozen=True)
class Finds:
    """How much one system finds of something that must not be missed.

    Attributes:
        name: What it is, as a sentence writes it.
        hits: How much of it the system found.
        total: How much of it there is.
        low: Lower end of the interval of the share ...
        high: ... and its upper end.
        floor: The least share that should be found, if somebody said so.
        each: What is counted.
        broken: What numbers that are not whole are: sums of weights, or means over calls.
        verb: What the system does with it.
    """

    name: str
    hits: float
    total: float
    low: float | None = None
    high: float | None = None
    floor: float | None = None
    each: str = "row"
    broken: str = "by weight"
    verb: str = "finds"

    @property
    def share(self) -> float | None:
        """The share that was found; None if there was nothing to find."""
        return self.hits / self.total if self.total else None

    @property
    def reached(self) -> Reached:
        """How the share compares with the floor.

        >>> Finds("calls", 69, 174, 0.327, 0.471, 0.5).reached.value, Finds("calls", 2, 9, floor=0.5).reached.value
        ('below', 'too few to tell')
        """
        if self.floor is None:
            return Reached.NO_FLOOR
        if self.share is None or self.total < FEW_TO_TELL:
            return Reached.UNKNOWN
        if self.share >= self.floor:
            return Reached.YES
        return Reached.NO if self.high is not None and self.high < self.floor else Reached.PROBABLY_NOT


@dataclass(frozen=True)
class Standing:
    """A system by the metric that decides, and what it finds of what must not be missed."""

    system: str
    measure: Measure
    finds: tuple[Finds, ...] = ()


@dataclass(frozen=True)
class Source:
    """A part of a difference: what a class, or several together, add to it; `says` tells more in a few words."""

    name: str
    difference: float
    says: str = ""


@dataclass(frozen=True)
class Detectable:
    """How many items or units show a difference of a size that somebody named, beside how many there are.

    `needed` is None where nobody can say, because there is no interval.
    """

    size: float
    needed: int | None
    there: int


@dataclass(frozen=True)
class Lead:
    """The best system minus another one.

    Attributes:
        over: The name of the other one.
        difference: The paired difference, the best system first.
        shown: Whether a difference was shown: its interval excludes 0 and its p-value is small enough.
        units: How many units were resampled, if there were any.
        needed: How many items or units it would take to show a difference of this size, where none was shown.
        sources: The parts of the difference, the largest first and the rest last, so that they add up to it.
        together: What the classes that must not be missed add to it, some of which may be among the parts.
        named: What it would take to show a difference of another size, if somebody named one.
        depends: On what it depends who is ahead, as in "2 unread answers (A 2, B 0)" ...
        otherwise: ... and what the difference would be then.
    """

    over: str
    difference: Difference
    shown: bool
    units: int | None = None
    needed: int | None = None
    sources: tuple[Source, ...] = ()
    together: Source | None = None
    named: Detectable | None = None
    depends: str = ""
    otherwise: str = ""


@dataclass(frozen=True)
class Grounds:
    """All of it.

    Attributes:
        metric: The metric that decides, by its text.
        direction: 1 if more is better, -1 if less is.
        standings: The systems, the best first; none where it is not about systems.
        perfect: The value of a perfect system, if there is one.
        tied: How many of the first ones no difference was shown between.
        beats: Pairs of systems of which the one was shown to be better than the other.
        lead: The first minus the next one, if they were compared.
        untested: Why they were not, as the end of a sentence.
        flaw: What a lead of the first must not be told without, as in "with low coverage".
        rival: The first minus one that finds more of what must not be missed, if there is one and it is not the next.
        trivial: What costs nothing, as in "always predicting the most frequent class" ...
        baseline: ... and its name among the baselines of a measure.
        speaks_for: What the numbers speak for, as in "these 4,986 items".
        each: What one item is called.
        unit: What one unit is called.
        alarms: Further warnings that lead the verdict.
        price: What the first takes, as money and time, and whether a cheaper one would do.
        beside: Further sentences on what matters most.
        cautions: What should be known before relying on it, the most important first.
        steps: What to do next, the most pressing first.
        says: The answer of a task that does not ask which system is best.
        measured_in: The unit of the metric, as in "hours", if it has one.
    """

    metric: str = ""
    direction: int = 1
    standings: tuple[Standing, ...] = ()
    perfect: float | None = None
    tied: int = 1
    beats: frozenset[tuple[str, str]] = frozenset()
    lead: Lead | None = None
    untested: str = "this lead was not tested for significance"
    flaw: str = ""
    rival: Lead | None = None
    trivial: str = ""
    baseline: str = ""
    speaks_for: str = ""
    each: str = "item"
    unit: str = "unit"
    alarms: tuple[str, ...] = ()
    price: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    says: str = ""
    measured_in: str = ""
