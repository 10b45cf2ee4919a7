"""Import every module alone in a process of its own: `python scripts/imports_alone.py`.

A cycle that depends on what was imported first does not show when all modules are imported in one process.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = "mercalli"
AT_ONCE = 2


def main() -> int:
    """Print the modules that fail; 1 if one does."""
    names = modules()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        failed = {name: why for name, why in zip(names, pool.map(failure, names), strict=True) if why}
    for name, why in failed.items():
        sys.stdout.write(f"{name}: {why}\n")
    sys.stdout.write(f"{len(names)} modules imported alone, {len(failed) or 'none'} failed.\n")
    return int(bool(failed))


def modules() -> list[str]:
    """The dotted name of every module in the folder of the package."""
    parts = (file.relative_to(SOURCE).with_suffix("").parts for file in sorted((SOURCE / PACKAGE).rglob("*.py")))
    return [".".join(each[:-1] if each[-1] == "__init__" else each) for each in parts]


def failure(name: str) -> str:
    """The last line of what went wrong, or nothing."""
    path = os.pathsep.join([str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, "-c", f"import {name}"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no message"])[-1]


if __name__ == "__main__":
    sys.exit(main())
