"""A person's corrections: what some outputs say, whatever the reader would say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from mercalli.errors import FileError
from mercalli.inputs.answers.answer import MAP, OUTCOMES, READ, Answer
from mercalli.inputs.classes import ClassList, label_text
from mercalli.text.masks import masked, masks_in
from mercalli.text.words import cut, suggestion

SHOWN = 60  # signs of an output in an error
COLUMNS = ("output", "outcome", "label")


def output_text(output: object) -> str:
    r"""An output in the form in which a map is looked up: as text, with one kind of line break.

    >>> output_text(" Class:\r\nflood "), output_text(3.0)
    ('Class:\nflood', '3')
    """
    return label_text(output).replace("\r\n", "\n").replace("\r", "\n")


@dataclass(frozen=True)
class AnswerMap:
    """Output -> answer; an output may stand there with its personal data masked."""

    answers: Mapping[str, Answer] = field(default_factory=dict[str, Answer])

    @classmethod
    def check(
        cls,
        rows: Iterable[tuple[int, str, str, str]],
        classes: ClassList,
        origin: str = "the map",
        meaning: Callable[[str], Answer | None] | None = None,
    ) -> AnswerMap:
        """A map from rows (line, output, outcome, label), or a named error with the line.

        `meaning` says what a label means, if not one class.

        >>> AnswerMap.check([(2, "Hochwasser", "read", "Flood")], ClassList(("fire", "flood"))).get("Hochwasser").label
        'flood'
        """
        answers: dict[str, Answer] = {}
        lines: dict[str, int] = {}
        for line, output, outcome, label in rows:
            means = meaning or classes_meaning(classes)
            answer = _answer(outcome.strip().lower(), label.strip(), classes, means, (origin, line))
            text = output_text(output)
            if answers.setdefault(text, answer) != answer:
                raise FileError.at_line(
                    origin,
                    line,
                    f"gives {cut(text, SHOWN)!r} another answer than line {lines[text]}. Keep one of the two.",
                )
            lines.setdefault(text, line)
        return cls(answers)

    def get(self, output: object) -> Answer | None:
        """What the map says about an output, or else about the output with personal data masked."""
        if not self.answers:
            return None
        text = output_text(output)
        found = self.answers.get(text)
        return self.answers.get(masked(text)) if found is None and self._has_masks else found

    @cached_property
    def _has_masks(self) -> bool:
        return any(map(masks_in, self.answers))

    @property
    def digest(self) -> str:
        """SHA-256 of the map, or nothing without one."""
        if not self.answers:
            return ""
        plain = sorted((text, answer.outcome, answer.label) for text, answer in self.answers.items())
        return f"sha256:{sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()}"


def classes_meaning(classes: ClassList) -> Callable[[str], Answer | None]:
    """A label means one class."""
    codes = classes.code
    return lambda label: None if (code := codes(label)) is None else Answer.of(classes.names[code])


def _answer(
    outcome: str, label: str, classes: ClassList, meaning: Callable[[str], Answer | None], place: tuple[str, int]
) -> Answer:
    origin, line = place
    if outcome not in OUTCOMES:
        problem = f"has the outcome {outcome!r}.{suggestion(outcome, OUTCOMES)} Outcomes are: {', '.join(OUTCOMES)}."
        raise FileError.at_line(origin, line, problem)
    if outcome != READ:
        if label:
            problem = f"has the outcome {outcome!r} and the label {label!r}. Only what was read has a label."
            raise FileError.at_line(origin, line, problem)
        return Answer.unread(outcome, "map", MAP)
    answer = meaning(label)
    if answer is None:
        problem = (
            f"has the label {label!r}, which is no class.{suggestion(label, classes.names)} "
            f"The classes are: {', '.join(classes.names)}."
        )
        raise FileError.at_line(origin, line, problem)
    return answer.by(MAP)
