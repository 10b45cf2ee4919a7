"""How outputs of language models are to be read, as a user, a command line or a profile says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from mercalli.errors import SettingError
from mercalli.inputs.answers.answer import Answer
from mercalli.inputs.answers.reader import Reader
from mercalli.plan.read_before import way_of
from mercalli.profiles.own_answers import OwnAnswers
from mercalli.profiles.profile import Profile

USUAL, STRICT, OFF = "usual", "strict", "off"
MODES = USUAL, STRICT, OFF
WRONG, EXCLUDE, ERROR = "wrong", "exclude", "error"
UNREAD = WRONG, EXCLUDE, ERROR


@dataclass(frozen=True)
class KeptAnswers:
    """Answers that were read before: an evaluation, its comparison and its files of predictions all ask for them."""

    answers: dict[object, dict[object, Answer]] = field(default_factory=dict[object, dict[object, Answer]])

    def of(self, reader: Reader) -> dict[object, Answer]:
        """Those that were read in the same way."""
        return self.answers.setdefault(way_of(reader), {})


@dataclass(frozen=True)
class AnswerSettings:
    """How outputs of language models are read as labels, and what counts where that fails.

    Attributes:
        mode: "usual", "strict" (only whole answers) or "off" (labels alone).
        unread: What cannot be read is "wrong", left out ("exclude") or an "error". By default it is wrong, but more
            than half of a system's outputs is an error.
        options: Options that the prompt put before the classes: "letters", "numbers", both with a comma, a list of
            classes in the order of the prompt, a dict option -> class, or the path of a file with an option on each
            line, as in "A) flood".
        rules: The path of a .toml file with patterns of your own, which come before all else.
        answer_map: The path of a CSV file with the columns output, outcome and label: a person's corrections.
        text: The column of the items' texts. Where an output repeats 20 characters or more of its item, that copy is
            not read.
    """

    mode: Literal["usual", "strict", "off"] = "usual"
    unread: Literal["wrong", "exclude", "error"] | None = None
    options: str | Path | Sequence[str] | Mapping[str, str] | None = None
    rules: str | Path | None = None
    answer_map: str | Path | None = None
    text: str | None = None
    _own: OwnAnswers = field(default=OwnAnswers(), repr=False, kw_only=True)
    _kept: KeptAnswers = field(default_factory=KeptAnswers, repr=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise SettingError.choice("answers", self.mode, MODES)
        if self.unread is not None and self.unread not in UNREAD:
            raise SettingError.choice("unread", self.unread, UNREAD)

    def under(self, profile: Profile) -> AnswerSettings:
        """The same with what a profile says of answers, which counts where nothing else was said."""
        return self if profile.answers == self._own else replace(self, _own=profile.answers)

    @property
    def own(self) -> OwnAnswers:
        """What the profile says."""
        return self._own

    def kept(self, reader: Reader) -> dict[object, Answer]:
        """Answers that were read before in the same way."""
        return self._kept.of(reader)


USUAL_ANSWERS = AnswerSettings()


def answer_settings(
    answers: Literal["usual", "strict", "off"] | AnswerSettings, unread: Literal["wrong", "exclude", "error"] | None
) -> AnswerSettings:
    """Settings from a mode, or as they are; `unread` comes before what they say."""
    chosen = answers if isinstance(answers, AnswerSettings) else AnswerSettings(answers)
    return chosen if unread is None else replace(chosen, unread=unread)
