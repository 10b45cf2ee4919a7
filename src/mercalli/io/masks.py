"""Masks on the texts of a query, by DuckDB itself where a text holds nothing but plain user names.

Python masks a text in some microseconds, and must be asked text by text; RE2 masks a million in a second. Most texts
need no more than RE2 can: all others, which `UNUSUAL` finds, go to the one rule in `text/masks.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io import sql
from mercalli.io.cells import safe_sql
from mercalli.text.masks import USER, masked

if TYPE_CHECKING:
    import duckdb

FUNCTION = "masked_text"
DIGIT = r"\p{Nd}"
SIGN = r"[ .\-()/\x{a0}\x{2007}\x{2009}-\x{2015}\x{202f}\x{2212}\x{3000}\x{ff08}-\x{ff0f}]"
UNUSUAL = "|".join(
    (
        rf"{DIGIT}(?:{SIGN}{{0,3}}{DIGIT}){{6}}",  # enough digits for a phone number
        rf"{DIGIT}[.\x{{66b}}\x{{ff0e}}]{DIGIT}{{3}}|{DIGIT}[,\x{{60c}}\x{{ff0c}}]{DIGIT}{{4}}|[°º˚]",  # degrees
        rf"[/=:d]-?{DIGIT}{{1,3}}\.{DIGIT}|{DIGIT}\.{DIGIT}{{2}}",  # a link to a map, or a place that a word tells
        r"[\x{ad}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{2069}\x{fe0e}\x{fe0f}\x{feff}\x{20e3}]",  # hiding signs
        r"[A-Za-z0-9_.%+\-@]@|[^\x00-\x7f]@|\x{ff20}",  # a mail address, or a name behind a letter
        r"@[^A-Za-z_ ]|@[A-Za-z0-9_]+\.[a-z_]",  # a name of other letters, or with a point
    )
)
USUAL = r"(^|[^A-Za-z0-9_.@])@[A-Za-z_][A-Za-z0-9_]{0,49}"
KEPT = rf"\1{USER}"


def masked_sql(column: str, database: duckdb.DuckDBPyConnection) -> str:
    """An expression that gives the texts of a column, masked, and safe for a spreadsheet after that."""
    if not database.execute(f"select 1 from duckdb_functions() where function_name = '{FUNCTION}'").fetchone():  # noqa: S608 - our own name
        database.create_function(FUNCTION, masked, ["VARCHAR"], "VARCHAR")
    quickly = f"regexp_replace({column}, {sql.text(USUAL)}, {sql.text(KEPT)}, 'g')"
    hidden = f"case when regexp_matches({column}, {sql.text(UNUSUAL)}) then {FUNCTION}({column}) else {quickly} end"
    # In a lambda, because DuckDB would work out again what stands in three places.
    return f"list_transform([{hidden}], lambda x: {safe_sql('x')})[1]"
