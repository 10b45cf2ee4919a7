"""What is known about a metric besides its formula, and the decorator that records it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from numpy.typing import ArrayLike

from mercalli.inputs.arrays import Floats

AnyMetric = TypeVar("AnyMetric", bound=Callable[..., Any])


@dataclass(frozen=True)
class Facts:
    """Everything reports, tests and the command line need to know.

    Attributes:
        label: The name in a sentence.
        formula: In LaTeX.
        range: Lowest and highest value.
        best: The value of a perfect model; None if no value is better than another.
        undefined: When it is undefined, in words that follow "because".
        misleads: When it flatters or alarms without reason.
        reference: Where it comes from.
        aliases: Other names of the same thing.
        beside: Metrics without which it should not be read.
        averages: Whether its macro, micro and weighted averages over classes make sense.
        trials: The denominator, if the metric is a plain proportion of that many rows.
        elsewhere: The value that other programs give where it is undefined here, by program.
        influence: What each row contributes to the value, if its standard error is found that way.
        by_class: What each class adds to the value, (..., K), if the value is a sum over the rows of the classes.
        of_own_rows: Whether a metric of a class looks at the true rows of that class alone, so that its mean over
            classes is such a sum.
        interval: How its interval is made. "percentile": by replicates. "delong": by DeLong's standard error, where
            rows are drawn one by one and weigh the same. "reflected": each replicate finds again what is best in its
            own rows, so that all are too high and the interval is reflected around the value. "none": chance inflates
            the value, and no interval that was tested covers the truth as often as it claims.
    """

    label: str
    formula: str
    range: tuple[float, float]
    best: float | None
    undefined: str
    misleads: str
    reference: str
    aliases: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    averages: bool = False
    trials: Callable[[Any], ArrayLike] | None = None
    elsewhere: Mapping[str, float] = field(default_factory=dict[str, float])
    influence: Callable[..., Floats] | None = None
    by_class: Callable[..., Floats] | None = None
    of_own_rows: bool = False
    interval: Literal["percentile", "delong", "reflected", "none"] = "percentile"


RECORDED: dict[str, tuple[Callable[..., Any], Facts]] = {}


def metric(facts: Facts) -> Callable[[AnyMetric], AnyMetric]:
    """Record a function as a metric under its own name and return it unchanged."""

    def record(function: AnyMetric) -> AnyMetric:
        RECORDED[function.__name__] = (function, facts)
        return function

    return record
