"""Small gold files and runs of CHEERS as text."""

from __future__ import annotations

from tests.metrics.known_sets import GOLD, RUN

HEADER = "doc_id,sentence_id,is_relevant,sector_id"
# As the page of the challenge prints a run: blanks after commas.
PAGE_RUN = """\
doc_id, sentence_id, is_relevant, sector_id
0, 0, 0, -1
0, 1, 1,  1
0, 2, 0, -1
1, 0, 1,  4
2, 0, 1,  2
2, 1, 1,  7
2, 2, 1, -1
2, 3, 1,  3
2, 4, 0, -1
"""


def gold_text(gold=GOLD):
    """A gold file, with texts that hold commas, quotes and breaks."""
    lines = [
        f'{doc},{sentence},"a ""text"", of\ntwo lines",{flag},"{sectors}"'
        for (doc, sentence), (flag, sectors) in gold.items()
    ]
    return "\n".join(["doc_id,sentence_id,sentence_text,is_relevant,sector_ids", *lines]) + "\n"


def run_text(run=RUN):
    """A run."""
    return (
        "\n".join([HEADER, *(f"{doc},{sentence},{flag},{sector}" for (doc, sentence), (flag, sector) in run.items())])
        + "\n"
    )
