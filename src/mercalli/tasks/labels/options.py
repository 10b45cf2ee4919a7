"""Options that the commands on labels share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mercalli.console import options
from mercalli.console.lists import listed_all
from mercalli.console.options import AnswerMap, AnswerRules, PromptOptions
from mercalli.errors import SettingError

if TYPE_CHECKING:
    from mercalli.inputs.about import AboutSystem


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
    urgent: options.Urgent = None
    floor: Annotated[
        float | None,
        typer.Option(
            metavar="P", help="Least share of an urgent class to be found; that of the profile or 0.5 if not given."
        ),
    ] = None
    answers: options.Answers = "usual"
    unread: options.Unread = None
    options: PromptOptions = None
    answer_rules: AnswerRules = None
    answer_map: AnswerMap = None
    about: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A .toml file about the systems: model, prompt, date; noted in the result."),
    ] = None

    def beside(self, text: str | None) -> dict[str, Any]:
        """As the functions take them, with the column of the items' texts; answers are read once for all of them."""
        from mercalli.plan.answer_settings import AnswerSettings  # noqa: PLC0415 - numpy, not needed for --help

        answers = AnswerSettings(self.answers, self.unread, self.options, self.answer_rules, self.answer_map, text)
        own = {"urgent", "unread", "options", "answer_rules", "answer_map", "about"}
        given = {name: value for name, value in vars(self).items() if name not in own}
        return {**given, "urgent": listed_all(self.urgent, "urgent") or None, "answers": answers}

    @property
    def known(self) -> dict[str, AboutSystem]:
        """What a file says of the systems."""
        from mercalli.io.about import read_about  # noqa: PLC0415 - as above

        return {} if self.about is None else read_about(self.about)

    @property
    def settings(self) -> dict[str, Any]:
        """As the functions take them."""
        return self.beside(None)

    def __post_init__(self) -> None:
        options.check_detect(self.detect)
        _ = self.known


@dataclass(frozen=True)
class Confidence:
    """Which columns say how sure a system is, and what may be left to it."""

    confidence: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Column of confidences, 0 to 1; A,B for several systems; found by name."),
    ] = None
    probabilities: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PREFIX", help="What columns of class probabilities begin with, or CLASS=COLUMN,...; found by name."
        ),
    ] = None
    no_confidence: Annotated[
        bool, typer.Option("--no-confidence", help="Do not look at confidences or probabilities.")
    ] = False
    machine_accuracy: Annotated[
        float, typer.Option(metavar="P", help="Share of the predictions left to the machine that must be right.")
    ] = 0.95

    @property
    def settings(self) -> dict[str, Any]:
        """As `evaluate` takes them."""
        named, prefixes = listed_all(self.confidence, "confidence"), listed_all(self.probabilities, "probabilities")
        if self.no_confidence and (named or prefixes):
            raise SettingError.either("no_confidence", "confidence" if named else "probabilities")
        return {
            "confidence": False if self.no_confidence else named or None,
            "probabilities": prefixes or None,
            "machine_accuracy": self.machine_accuracy,
        }
