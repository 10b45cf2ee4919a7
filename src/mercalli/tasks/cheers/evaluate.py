"""CHEERS, round 1: check runs, and score them; nothing is scored unless the gold file and every run keep the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.io.headers import UTF8
from mercalli.io.tables import open_database
from mercalli.metrics.sentences.sector_rows import Reading
from mercalli.plan.detect import detecting
from mercalli.plan.systems import system_names
from mercalli.tasks.cheers.data import GoldTables, count_sentences
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.estimate import estimate
from mercalli.tasks.cheers.result import Cheers, Validation
from mercalli.tasks.cheers.rules import check_gold, check_ids, check_run
from mercalli.tasks.cheers.sectors import sectors_for
from mercalli.tasks.cheers.tables import IDS, load_gold, read_run


def validate_cheers(
    run: str | Path,
    *,
    gold: str | Path,
    sectors: str | Path | None = None,
    strict: bool = False,
    encoding: str = UTF8,
) -> Validation:
    """Everything that is wrong with a run of CHEERS round 1.

    Of the gold file only `doc_id` and `sentence_id` are read, so it may have no labels, and no message about the
    run can reveal a label.

    Args:
        run: The run: a CSV file with doc_id, sentence_id, is_relevant and sector_id.
        gold: A file with the doc_id and sentence_id of every sentence that was asked for.
        sectors: A JSON map of names to ids, a .toml file or "cheers"; else the map beside the gold file, or "cheers".
        strict: Whether a relevant sentence without a sector is an error and not a warning.
        encoding: The encoding of text files.

    Returns:
        Problems and warnings (the first 20 of each, and how many there are), with line, ids and rule.
    """
    sector_list, _ = sectors_for(gold, sectors)
    database = open_database()
    ids = load_gold(database, gold, "gold", IDS, encoding=encoding)
    check_ids(ids).checked()
    table = read_run(database, run, ids.rows, "run_0", encoding)
    return table if isinstance(table, Validation) else check_run(table, ids, sector_list, strict=strict)


def score_cheers(
    runs: str | Path | Sequence[str | Path],
    *,
    gold: str | Path,
    sectors: str | Path | None = None,
    documents: str | Path | None = None,
    by: Sequence[str] = (),
    reading: Reading = "as_written",
    least_coverage: float = 0.5,
    strict: bool = False,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    encoding: str = UTF8,
    progress: Progress = quiet,
) -> Cheers:
    """Score runs of CHEERS round 1 with a gold file: relevance, sector accuracy and HumImpact.

    Args:
        runs: One run or several.
        gold: The gold file: doc_id, sentence_id, is_relevant and sector_ids, a list such as [2, 4].
        sectors: A JSON map of names to ids, a .toml file or "cheers"; else the map beside the gold file, or "cheers".
        documents: A file of documents, by whose country_code the scores are sliced if `by` names nothing else.
        by: Columns of the gold file or of the documents to slice by.
        reading: "as_written", "skip_empty" or "score_empty": which sentences without a sector count.
        least_coverage: Warn about a run below this share of extracted sentences among those with a sector.
        strict: Whether a relevant sentence without a sector is an error and not a warning.
        level: Confidence level of the intervals.
        replicates: How many times to resample documents; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many documents would show it.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        The scores of every run with intervals, coverage, ceiling, other readings, sectors, slices and tie groups.
    """
    paths = [str(run) for run in (runs if isinstance(runs, list | tuple) else [runs])]
    settings = Settings(level, replicates, "percentile", seed)
    names = system_names(paths, RunError.twice)
    sector_list, origin = sectors_for(gold, sectors)
    database = open_database()
    tables = GoldTables.load(database, gold, documents, by, encoding)
    check_gold(tables.sentences, sector_list).checked()
    run_tables = {}
    for at, (name, path) in enumerate(zip(names, paths, strict=True)):
        run = read_run(database, path, tables.sentences.rows, f"run_{at}", encoding)
        if isinstance(run, Validation):
            raise run.error()
        check_run(run, tables.sentences, sector_list, strict=strict).checked()
        run_tables[name] = run
    roles = {
        "by": tuple(tables.by) or None,
        "documents": None if documents is None else Path(documents).name,
        "sectors": origin,
    }
    sentences = count_sentences(tables, run_tables, sector_list)
    result = estimate(sentences, settings, roles, reading=reading, least_coverage=least_coverage, progress=progress)
    return detecting(result, detect)
