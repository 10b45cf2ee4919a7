"""`python -m bench.coverage [NAME...] [--simulations N]`: prints the tables that stand in docs/uncertainty.md."""

from __future__ import annotations

import argparse
from inspect import getdoc

from bench.coverage.areas import areas, precision_areas
from bench.coverage.class_means import class_means, differences_of_means, many_classes
from bench.coverage.few_units import differences, few_units
from bench.coverage.first_k import first_k
from bench.coverage.gaps import gaps
from bench.coverage.sharing import sharing
from bench.coverage.sites import sites
from bench.coverage.worth import worth

TABLES = {
    table.__name__: table
    for table in (
        few_units,
        differences,
        areas,
        precision_areas,
        class_means,
        many_classes,
        differences_of_means,
        first_k,
        gaps,
        worth,
        sharing,
        sites,
    )
}


def main() -> None:
    """Simulates what was named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench.coverage", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(TABLES)}; all by default")
    parser.add_argument("--simulations", type=int, help="how many for each row; each table has its own default")
    asked = parser.parse_args()
    if unknown := set(asked.names) - TABLES.keys():
        parser.error(f"no table is called {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    for name in asked.names or TABLES:
        rows = TABLES[name]() if asked.simulations is None else TABLES[name](asked.simulations)
        print(f"\n{getdoc(TABLES[name])}\n\n`python -m bench.coverage {name}`\n", *rows, sep="\n", flush=True)


if __name__ == "__main__":
    main()
