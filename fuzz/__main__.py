"""`python -m fuzz --seconds 60 --seed 1`, or one run again with `--run N`."""

from __future__ import annotations

import argparse
import sys

from fuzz.sandbox import sandbox
from fuzz.session import fuzz, until


def main() -> int:
    """0 where every promise was kept."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", type=int, action="append", help="one case alone, by its number; repeatable")
    asked = parser.parse_args()
    with sandbox() as box:
        tally = fuzz(box, asked.seed, asked.run or until(asked.seconds))
    print(f"seed {asked.seed}: {tally}")
    return 1 if tally.found else 0


if __name__ == "__main__":
    sys.exit(main())
