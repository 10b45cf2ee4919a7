"""Options that the commands on labels share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from mercalli.console import options


@dataclass(frozen=True)
class Reading:
    """How intervals are made, and what to do about unusual labels."""

    level: options.Level = 0.95
    replicates: options.Replicates = 1000
    method: Annotated[
        Literal["auto", "percentile", "bca"],
        typer.Option(metavar="NAME", help="Interval method: auto, percentile or bca."),
    ] = "auto"
    seed: options.Seed = 0
    detect: options.Detect = None
    like: options.Like = None
    invalid: Annotated[
        Literal["error", "wrong"],
        typer.Option(metavar="HOW", help="How to treat a prediction outside the declared classes: error or wrong."),
    ] = "error"
    missing: Annotated[
        Literal["error", "wrong", "drop"],
        typer.Option(
            metavar="HOW",
            help="How to treat rows without a prediction: error, wrong or drop; without truth: error or drop.",
        ),
    ] = "error"
    unknown: Annotated[
        Literal["error", "default"],
        typer.Option(metavar="HOW", help="How to treat a true class outside the profile: error or default."),
    ] = "error"

    def __post_init__(self) -> None:
        options.check_detect(self.detect)
