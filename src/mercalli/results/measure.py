"""A number, what a reader should know of its metric, and how a result came about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from mercalli.errors import MetricError
from mercalli.results.call import Call
from mercalli.results.faults import Fault, turned
from mercalli.results.heading import Heading
from mercalli.results.outputs import UNSEALED
from mercalli.results.personal import Masking

# A text as `repr` writes it, with whatever quotes it holds; its other codes stay written out.
# One without an end goes to the end of the text: looking for each quote's end anew would take forever.
QUOTED = re.compile(r"""'((?:[^'\\]|\\.)*+)(?:'|\Z)|"((?:[^"\\]|\\.)*+)(?:"|\Z)""", re.DOTALL)
ESCAPED = re.compile(r"""\\(['"\\])""")


@dataclass(frozen=True)
class Measure:
    """One number and how far to trust it.

    Attributes:
        metric: The metric's text, its identity everywhere.
        value: The number; None when undefined.
        low: Lower end of the interval.
        high: Upper end of the interval.
        method: How the interval was made.
        n: Rows it rests on.
        undefined: Why there is no number.
        undefined_classes: Classes whose part was undefined and counted as 0.
        undefined_share: Share of the replicates in which it was undefined; they are left out of the interval.
        baselines: What trivial models get on the same truth.
        skill: The value on a scale where the trivial rule that the task compares with is 0 and a perfect model 1.
        band: The profile's word for the value.
    """

    metric: str
    value: float | None
    low: float | None
    high: float | None
    method: str | None
    n: int
    undefined: str | None = None
    undefined_classes: tuple[str, ...] = ()
    undefined_share: float = 0.0
    baselines: Mapping[str, float | None] = field(default_factory=dict[str, float | None])
    skill: float | None = None
    band: str | None = None

    def faults(self) -> Iterator[Fault]:
        """The ends of its interval are in order."""
        return turned(self)

    def times(self, factor: float) -> tuple[float | None, float | None, float | None]:
        """The value and both ends of its interval, each so many times."""
        value, low, high = (None if part is None else factor * part for part in (self.value, self.low, self.high))
        return value, low, high


@dataclass(frozen=True)
class BandCard:
    """A named stretch of values from its lower edge on."""

    name: str
    lower: float
    says: str


@dataclass(frozen=True)
class MetricCard:
    """What a reader needs to know about a metric.

    `direction` is 1 if higher is better, -1 if lower, 0 if neither; `own` says that the profile makes it.
    """

    metric: str
    label: str
    meaning: str
    formula: str
    lowest: float | None
    highest: float | None
    best: float | None
    direction: Literal[-1, 0, 1]
    misleads: str
    reference: str
    beside: tuple[str, ...]
    bands: tuple[BandCard, ...]
    own: bool = False

    @property
    def called(self) -> str:
        """Its label with its options, as a sentence names it."""
        _, bracket, options = self.metric.partition("(")
        return f"{self.label}{f' ({options}' if bracket else ''}"

    def faults(self) -> Iterator[Fault]:
        """The ends of its range are in order, and are two."""
        yield from turned(self, "lowest", "highest")
        if self.lowest is not None and self.lowest == self.highest:
            yield "highest", f"must be above 'lowest', {self.lowest}"

    def useless(self, measure: Measure, baseline: str = "majority") -> bool:
        """Whether a value is no better than that of a trivial model, and is not the best there is."""
        value, trivial = measure.value, measure.baselines.get(baseline)
        if value is None or trivial is None or value == self.best:
            return False
        return self.direction * (value - trivial) <= 0 and self.direction != 0


@dataclass(frozen=True)
class Provenance:
    """How a result came about: enough to make it again; `masking` says what was done to texts where it is shown."""

    origin: str
    roles: Mapping[str, str | tuple[str, ...] | None]
    profile: str
    profile_digest: str
    settings: Mapping[str, str | int | float | None]
    versions: Mapping[str, str]
    heading: Heading | None = field(default=None, metadata={"since": "0.2.0"})
    profile_title: str = field(default="", metadata={"since": "0.2.0"})
    masking: Masking | None = field(default=None, compare=False, metadata={"since": "0.2.0", UNSEALED: True})
    call: Call | None = field(default=None, metadata={"since": "0.2.0"})

    def faults(self) -> Iterator[Fault]:
        """A level, where there is one, is a share."""
        level = self.settings.get("level", 0.95)
        if isinstance(level, str | bool | None) or not 0 < level < 1:
            yield "settings.level", f"must be a number between 0 and 1; found {str(level)[:60]}"

    @property
    def title(self) -> str:
        """The origin as a title, without the quotes that a sentence needs."""
        return QUOTED.sub(lambda found: ESCAPED.sub(r"\1", found[1] or found[2] or ""), self.origin)


class _HasMetric(Protocol):
    @property
    def metric(self) -> str: ...


_Named = TypeVar("_Named", bound=_HasMetric)


def by_text(entries: Sequence[_Named], metric: str) -> _Named:
    """The entry of a metric by its text."""
    found = next((each for each in entries if each.metric == metric), None)
    if found is None:
        raise MetricError.unknown(metric, [each.metric for each in entries])
    return found
