"""The rules of CHEERS, each a query: what breaks it, at which row, with which value.

Runs are held against ids and sectors alone. No rule here sees a label of the gold file while it looks at a run, so no
message can tell one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mercalli.io import sql
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.result import MOST_LISTED, Problem, Validation
from mercalli.tasks.cheers.sectors import NO_SECTOR, Sectors, sector_ids
from mercalli.tasks.cheers.tables import IDS, FileTable
from mercalli.text.words import short_name, shown

WITHOUT_SECTOR = "relevant_without_sector"
WHOLE = "0|-?[1-9][0-9]*"
PADDED = "-?0[0-9]+"
DECIMAL = r"[0-9]+\.0*"
SAYS = {
    "no_id": "has no doc_id or sentence_id.",
    "repeated": "is repeated; it is first on line {0}.",
    "foreign": "is not among the sentences that were asked for.",
    "decimal_id": "has an id with a decimal point; ids are written as the gold file writes them, as in 1.",
    "missing": "is missing: every sentence needs a line.",
    "flag": "has is_relevant {0}; it must be 0 or 1.",
    "sector": "has sector_id {0}; it must be a whole number: a sector, or -1 for none.",
    "padded_sector": "has sector_id {0}; it must be written without zeros before it, as in 1.",
    "unknown_sector": "has sector_id {0}, which is not a sector; the sectors are {1}.",
    "irrelevant_with_sector": "has sector_id {0} but is_relevant 0; it must be -1.",
    WITHOUT_SECTOR: "has is_relevant 1 but sector_id -1; it must be a sector.",
    "list": "has sector_ids {0}; it must be a list of whole numbers, as in [2, 4] or [].",
    "unknown_sectors": "has sector_ids {0}, and some of these are not sectors; the sectors are {1}.",
    "irrelevant_with_sectors": "has sector_ids {0} but is_relevant 0; they must be [].",
}
WARNS = {WITHOUT_SECTOR: "has is_relevant 1 but sector_id -1: it can only be a miss."}
NO_ID = "doc_id is null or sentence_id is null"
NO_FLAG = "is_relevant is null or is_relevant not in ('0', '1')"
VALUES = {"flag": "is_relevant"}


def check_run(run: FileTable, ids: FileTable, sectors: Sectors, *, strict: bool = False) -> Validation:
    """Everything that is wrong with a run; a relevant sentence without a sector is only if `strict`."""
    broken = f"broken_{run.name}"
    run.query(f"{_own_rules(run, sectors)} union all {_repeated(run)} union all {_against(run, ids)}").create(broken)
    errors = "true" if strict else f"rule <> '{WITHOUT_SECTOR}'"
    problems = _problems(run, f"select * from {broken} where {errors}", sectors)
    warnings = _problems(run, f"select * from {broken} where not ({errors})", sectors, WARNS)
    return Validation(run.file, run.rows, *problems, *warnings)


def check_ids(ids: FileTable) -> Validation:
    """That there are sentences, and that each has its own ids."""
    if not ids.rows:
        raise RunError.no_rows(ids.file)
    absent = f"select place, doc_id, sentence_id, 'no_id' as rule, null as value from {ids.name} where {NO_ID}"
    return Validation(ids.file, ids.rows, *_problems(ids, f"({absent}) union all {_repeated(ids)}"))


def check_gold(gold: FileTable, sectors: Sectors) -> Validation:
    """That its flags are 0 or 1, its lists are lists of sectors, and only relevant sentences have any."""
    if not gold.rows:
        raise RunError.no_rows(gold.file)
    cells = [cell for (cell,) in gold.query(f"select distinct sector_ids from {gold.name}").fetchall()]
    sets, sector_set = {cell: sector_ids(cell) for cell in cells}, frozenset(sectors.ids)
    no_lists = [cell for cell, ids in sets.items() if ids is None and cell is not None]
    foreign = [cell for cell, ids in sets.items() if ids and not ids <= sector_set]
    filled = [cell for cell, ids in sets.items() if ids and cell not in foreign]
    rules = {
        "no_id": NO_ID,
        "flag": NO_FLAG,
        "list": f"sector_ids is null or {_among('sector_ids', no_lists)}",
        "unknown_sectors": _among("sector_ids", foreign),
        "irrelevant_with_sectors": f"is_relevant = '0' and {_among('sector_ids', filled)}",
    }
    query = f"{_cases(gold, rules, 'sector_ids')} union all {_repeated(gold)}"
    return Validation(gold.file, gold.rows, *_problems(gold, query, sectors))


def _among(column: str, values: Sequence[str]) -> str:
    return f"coalesce({column} in ({sql.listed(values)}), false)" if values else "false"


def _own_rules(run: FileTable, sectors: Sectors) -> str:
    """What is wrong with a line by itself."""
    number, padded = (f"coalesce(regexp_full_match(sector_id, '{each}'), false)" for each in (WHOLE, PADDED))
    named = _among("sector_id", [str(each) for each in (NO_SECTOR, *sectors.ids)])
    rules = {
        "no_id": NO_ID,
        "flag": NO_FLAG,
        "sector": f"not {number} and not {padded}",
        "padded_sector": padded,
        "unknown_sector": f"{number} and not {named}",
        "irrelevant_with_sector": f"is_relevant = '0' and {number} and sector_id <> '{NO_SECTOR}'",
        WITHOUT_SECTOR: f"is_relevant = '1' and sector_id = '{NO_SECTOR}'",
    }
    return _cases(run, rules, "sector_id")


def _cases(table: FileTable, rules: dict[str, str], value: str) -> str:
    """A row for each rule that a line breaks."""
    cases = ", ".join(
        f"case when {broken} then {{'rule': '{rule}', 'value': {VALUES.get(rule, value)}}} end"
        for rule, broken in rules.items()
    )
    some = f"select place, doc_id, sentence_id, unnest([{cases}]) as hit from {table.name}"
    either = " or ".join(f"({broken})" for broken in rules.values())
    return (
        f"(select place, doc_id, sentence_id, hit.rule, hit.value from ({some} where {either}) where hit is not null)"
    )


def _repeated(table: FileTable) -> str:
    """Lines whose ids an earlier line has; the value is the row of that."""
    first = "min(place) over (partition by doc_id, sentence_id)"
    twice = f"select doc_id, sentence_id from {table.name} group by all having count(*) > 1"
    return (
        f"(select place, doc_id, sentence_id, 'repeated' as rule, first::varchar as value from "
        f"(select *, {first} as first from {table.name} semi join ({twice}) using (doc_id, sentence_id)) "
        f"where place > first)"
    )


def _against(run: FileTable, ids: FileTable) -> str:
    """Lines of sentences that nobody asked for, and sentences that have no line, not even one with decimal ids."""
    decimal = " or ".join(f"regexp_full_match({each}, '{DECIMAL}')" for each in IDS)
    whole = ", ".join(f"regexp_replace({each}, '\\.0*$', '')" for each in IDS)
    there = f"(doc_id, sentence_id) in (select ({whole}) from {run.name} where ({decimal}) and not ({NO_ID}))"
    rule = f"case when {run.name}.place is null then 'missing' when {decimal} then 'decimal_id' else 'foreign' end"
    alone = f"({run.name}.place is null and not {there}) or ({ids.name}.place is null and not ({NO_ID}))"
    return (
        f"(select {run.name}.place, doc_id, sentence_id, {rule} as rule, null::varchar as value "
        f"from {run.name} full join {ids.name} using (doc_id, sentence_id) where {alone})"
    )


def _problems(
    table: FileTable, query: str, sectors: Sectors | None = None, says: Mapping[str, str] = SAYS
) -> tuple[tuple[Problem, ...], int]:
    """The first problems by their rows, sentences that are not there last, and how many there are in all."""
    broken = table.query(f"select place, doc_id, sentence_id, rule, value, count(*) over () from ({query})")
    rows = broken.order("place nulls last, rule, doc_id, sentence_id").limit(MOST_LISTED).fetchall()
    firsts = [int(row[4]) for row in rows if row[3] == "repeated"]
    lines = table.lines([*(row[0] for row in rows if row[0] is not None), *firsts])
    span = "" if sectors is None else sectors.span()
    problems = []
    for place, doc, sentence, rule, value, _ in rows:
        if rule == "repeated":
            seen, value = str(lines[int(value)]), None  # noqa: PLW2901 - the row of the first is no value of this one
        else:
            seen = "nothing" if value is None else shown([short_name(value)])
        problems.append(Problem(rule, lines.get(place), doc, sentence, value, says[rule].format(seen, span)))
    return tuple(problems), rows[0][-1] if rows else 0
