"""Compare what calls give now with what an older version gave: `python scripts/frozen.py`.

`compare` (the default) prints each difference with its path and exits 1 if one is not intended; `accept` notes what
numbers that differ on purpose are now; `write` keeps what the calls give now in a folder named by the version.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import mercalli
from tests.frozen.calls import PLAIN, SEALED, run_alone
from tests.frozen.kept import CHANGED, FIRST, INTENDED, ROUNDING, differences, file_of, fingerprint, kept_text


def main() -> int:
    """Run what was asked for."""
    asked = _asked()
    names = asked.call or [*SEALED, *PLAIN]
    if asked.what == "accept":
        return accept(names)
    return write(names) if asked.what == "write" else compare(names, asked.version, asked.tolerance)


def compare(names: list[str], version: str, tolerance: float) -> int:
    """Print every difference; 1 if one of them is not intended."""
    wrong = 0
    for name in names:
        found = differences(name, kept_text(name, version), run_alone(name), tolerance)
        wrong += sum(each.reason is None for each in found)
        for each in found:
            _say(f"{name}: {each}")
    for name, intended in INTENDED.items():
        _say(f"intended in {name}: {intended.reason} ({', '.join(intended.paths)})")
    _say(f"{len(names)} calls compared with {version}: {wrong or 'no'} unintended differences.")
    return int(wrong > 0)


def accept(names: list[str]) -> int:
    """Note what differs on purpose, as it is now; read the differences first."""
    noted = json.loads(CHANGED.read_text(encoding="utf-8")) if CHANGED.exists() else {}
    noted |= {name: fingerprint(differences(name, kept_text(name), run_alone(name), ROUNDING)) for name in names}
    CHANGED.write_text(json.dumps(noted, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    _say(f"{len(names)} calls are accepted as they are.")
    return 0


def write(names: list[str]) -> int:
    """Keep what the calls give now."""
    for name in names:
        file = file_of(name, mercalli.__version__)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(run_alone(name), encoding="utf-8")
    _say(f"{len(names)} answers of {mercalli.__version__} are kept.")
    return 0


def _asked() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("compare", "accept", "write"), default="compare")
    parser.add_argument("--call", action="append", choices=[*SEALED, *PLAIN], help="only this call; repeatable")
    parser.add_argument("--version", default=FIRST, help="the version to compare with")
    parser.add_argument("--tolerance", type=float, default=0.0, help="by how much numbers may differ")
    return parser.parse_args()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
