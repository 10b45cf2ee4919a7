"""`python -m bench [NAME...] [--rows N]`: measures, prints the tables and keeps them in bench/README.md."""

from __future__ import annotations

import argparse
from inspect import getdoc

from bench.answers import answers
from bench.binned import binned
from bench.capacity import capacity
from bench.challenge import challenge
from bench.cheers import cheers
from bench.classifier import classifier
from bench.cold_start import cold_start
from bench.curves import curves
from bench.integer_codes import integer_codes
from bench.machine import machine
from bench.many_rows import many_rows
from bench.measure import DATA
from bench.monitor import monitor
from bench.over_time import over_time
from bench.page import rewrite
from bench.paired import paired
from bench.parity import parity
from bench.served import served
from bench.sliced import sliced
from bench.stress import stress
from bench.survival import survival
from bench.table import markdown
from bench.text_labels import text_labels
from bench.uplift import uplift
from bench.wildfire import wildfire

BENCHES = {
    bench.__name__: bench
    for bench in (
        *(text_labels, integer_codes, sliced, parity, paired, many_rows),
        *(
            curves,
            binned,
            uplift,
            survival,
            cheers,
            wildfire,
            classifier,
            answers,
            challenge,
            served,
            capacity,
            stress,
            monitor,
            over_time,
            cold_start,
        ),
    )
}


def main() -> None:
    """Runs the benches that were named, or all; with --rows the page is left as it is."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(BENCHES)}; all by default")
    parser.add_argument("--rows", type=int, help="another number of rows, for a quick look")
    asked = parser.parse_args()
    if unknown := set(asked.names) - BENCHES.keys():
        parser.error(f"no bench is called {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    DATA.mkdir(exist_ok=True)
    print(machine(), flush=True)
    for name in asked.names or BENCHES:
        run(name, asked.rows)


def run(name: str, rows: int | None) -> None:
    """One bench, printed; at full size also kept."""
    bench = BENCHES[name]
    found = bench() if rows is None else bench(rows)
    content = f"{getdoc(bench)}\n\n`python -m bench {name}`\n\n{markdown(found)}"
    print(f"\n{content}", flush=True)
    if rows is None:
        rewrite(name, content)
        rewrite("machine", machine())


if __name__ == "__main__":
    main()
