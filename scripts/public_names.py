"""Write the stub of the public names, which type checkers and editors read; run as `python scripts/public_names.py`."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import mercalli
from mercalli.plan.results import SCHEMA
from mercalli.registry import public_names

STUB = Path(mercalli.__file__).with_suffix(".pyi")
FUNCTION = re.compile(r"<function (\w+) at \w+>")  # as a default
FIELDS = STUB.parent / "results" / SCHEMA
HEAD = "# Made by scripts/public_names.py from the records of the tasks.\n\n"


def stub() -> str:
    """Every public name with its home, and the sorted list of them."""
    shared = {name: f"{home}:{name}" for name, home in mercalli._SHARED.items()}  # noqa: SLF001 - the package's own list
    homes = {**shared, **public_names(), "__version__": "mercalli.version:__version__"}
    lines = [f"from {home.partition(':')[0]} import {name} as {name}\n" for name, home in homes.items()]
    names = "".join(f'    "{name}",\n' for name in sorted(homes))
    return f"{HEAD}{''.join(sorted(lines))}\n__all__ = [\n{names}]\n"


def promised() -> str:
    """What a version promises: public names with their arguments and members, then the fields of results."""
    public = {name: getattr(mercalli, name) for name in mercalli.__all__}
    names = (line for name, value in sorted((public | _bases(public.values())).items()) for line in _told(name, value))
    defined = json.loads(FIELDS.read_text(encoding="utf-8"))["$defs"]
    records = (f"{name}: {_fields(defined[name])}" for name in sorted(defined))
    return "\n".join(["# Public names", *names, "", "# Fields of results and of what they hold", *records, ""])


def _bases(public: Iterable[Any]) -> dict[str, Any]:
    """Our own classes that public ones inherit from."""
    every = (base for value in public for base in getattr(value, "__mro__", ()))
    return {base.__name__: base for base in every if base.__module__.startswith("mercalli.")}


def _told(name: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever is public
    """A function or class with its arguments, and what can be called on it and read of it beyond what it inherits."""
    if not callable(value):
        yield f"{name}: {type(value).__name__}"
        return
    bases = "".join(f" < {base.__name__}" for base in getattr(value, "__bases__", ()) if base is not object)
    yield f"{name}{_arguments(value)}{bases}"
    for member, found in sorted(vars(value).items()) if inspect.isclass(value) else ():
        own = found.__func__ if isinstance(found, classmethod | staticmethod) else found
        if not member.startswith("_"):
            yield f"    {member}{_arguments(own) if inspect.isfunction(own) else ''}"


def _fields(record: Mapping[str, Any]) -> str:
    """The fields of a record by name; those that came later may be missing in a file and have a question mark."""
    return ", ".join(name + "?" * (name not in record["required"]) for name in record["properties"])


def _arguments(value: Any) -> str:  # noqa: ANN401 - a function or a class
    try:
        given = inspect.signature(value).parameters.values()
    except ValueError:  # a class that begins as one of Python's own
        return "(...)"
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in given]
    return FUNCTION.sub(r"\1", str(inspect.Signature(bare)))


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
