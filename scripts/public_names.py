"""Write the stub of the public names, which type checkers and editors read; run as `python scripts/public_names.py`."""

from __future__ import annotations

from pathlib import Path

import mercalli
from mercalli.registry import public_names

STUB = Path(mercalli.__file__).with_suffix(".pyi")
HEAD = "# Made by scripts/public_names.py from the records of the tasks.\n\n"


def stub() -> str:
    """Every public name with its home, and the sorted list of them."""
    shared = {name: f"{home}:{name}" for name, home in mercalli._SHARED.items()}  # noqa: SLF001 - the package's own list
    homes = {**shared, **public_names(), "__version__": "mercalli.version:__version__"}
    lines = [f"from {home.partition(':')[0]} import {name} as {name}\n" for name, home in homes.items()]
    names = "".join(f'    "{name}",\n' for name in sorted(homes))
    return f"{HEAD}{''.join(sorted(lines))}\n__all__ = [\n{names}]\n"


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
