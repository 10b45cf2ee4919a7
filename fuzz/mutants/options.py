"""Options with odd values, of those that a command has."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from fuzz.mutants import odd

ENGINE = "engine"  # Spark takes longer to start than all else; tests/engines compare it
WORD = re.compile(r"[\w.%=]+")
NAMES = (
    "id",
    "truth",
    "pred",
    "other",
    "score",
    "urgent",
    "priority",
    "time",
    "text",
    "pred,other",
    "truth,id",
    "fire,flood",
)
PLACES = (
    "out",
    "out",
    "out",
    "new/out",
    "report",
    "model",
    "other.csv",
    ".",
    "..",
    "gold.csv/x",
    "home",
    "given.csv",
)
SAFE = tuple(text for text in odd.ANY if "\0" not in text and not text.startswith("/dev/"))  # no device as an output


def some(rng: Random, command: Any) -> list[str]:  # noqa: ANN401 - typer's own
    """One or a few options of a command, most of them with a value that makes sense somewhere."""
    every = [each for each in command.params if each.param_type_name == "option" and each.name not in {"help", ENGINE}]
    chosen = rng.sample(every, min(len(every), rng.choice((1, 1, 2, 4))))
    return [word for each in chosen for word in _given(rng, each)]


def _given(rng: Random, option: Any) -> list[str]:  # noqa: ANN401 - as above
    name = rng.choice([*option.opts, *option.secondary_opts])
    if option.is_flag:
        return [name]
    if option.name == "out":
        return [name, rng.choice(PLACES), *(["--overwrite"] if rng.random() < 0.5 else [])]
    return [name, rng.choice((_from_help, _name, _odd, _number))(rng, option)]


def _from_help(rng: Random, option: Any) -> str:  # noqa: ANN401 - as above
    """A word of its help, which names the values that it takes."""
    return rng.choice(WORD.findall(option.help or "") or ["x"])


def _name(rng: Random, _option: object) -> str:
    return rng.choice(NAMES)


def _odd(rng: Random, _option: object) -> str:
    return rng.choice(SAFE)


def _number(rng: Random, _option: object) -> str:
    return rng.choice((rng.choice(odd.NUMBERS), str(rng.randint(0, 200)), f"{rng.random():.2f}"))
