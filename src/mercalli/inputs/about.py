"""What is known of a system under test: its model, its prompt, its parameters, and when it was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class AboutSystem:
    """What somebody says of one system.

    Attributes:
        model: The model and its version.
        prompt: What the prompt is called. Names do not identify prompts; `prompt_digest` does.
        date: When it was asked, as written or as 2026-03-01.
        parameters: Other settings of the calls, such as temperature = 0.
        prompt_digest: SHA-256 of the file of the prompt, if there is one.
    """

    model: str = ""
    prompt: str = ""
    date: str = ""
    parameters: Mapping[str, str | int | float] = field(default_factory=dict[str, str | int | float])
    prompt_digest: str = ""

    @property
    def text(self) -> str:
        """All of it in one line.

        >>> AboutSystem("small-1", "short", parameters={"temperature": 0}).text
        'model small-1, prompt short, temperature 0'
        """
        named = {"model": self.model, "prompt": self.prompt, "date": self.date, **self.parameters}
        said = [f"{name} {value}" for name, value in named.items() if value != ""]
        return ", ".join([*said, *([f"prompt file {self.prompt_digest}"] if self.prompt_digest else [])])
