"""Products: what the codes of a map mean, from TOML that comes along or is the user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.io.toml import Library
from mercalli.profiles.codebooks import top_table
from mercalli.tasks.wildfire.codes import Product

if TYPE_CHECKING:
    from collections.abc import Collection

    from mercalli.profiles.table import Table

MTBS = "mtbs"


def check_product(text: str, origin: str) -> Product:
    """What the codes of a map mean."""
    top = top_table(text, origin, "the product", ("codes", "high", "not_observed", "classes", "like"))
    table = top.table("codes", "the table of codes")
    codes = sorted(_code(table, key) for key in table.content)
    high, unseen, classes = (_codes(top, key, codes) for key in ("high", "not_observed", "classes"))
    for key, found in (("high", high), ("classes", classes)):
        if not found:
            top.fail(f"the product needs {key!r}, a list of codes.", key)
    both = sorted(set(unseen) & {*high, *classes})
    if both:
        top.fail(f"the code {both[0]} cannot be not observed and also a class.", "not_observed")
    likes = {}
    for name, reading in top.table("like").tables("reading"):
        reading.only(("not_observed",))
        likes[name] = _codes(reading, "not_observed", codes)
    return Product(tuple(codes), high, unseen, classes, likes)


def _code(table: Table, key: str) -> int:
    """A key that is a whole number, and its meaning, which must be a text."""
    if not table.text(key):
        table.fail(f"the code {key} needs a meaning.", key)
    try:
        return int(key)
    except ValueError:
        table.fail(f"codes are whole numbers; found {key!r}.", key)


def _codes(table: Table, key: str, known: Collection[int]) -> tuple[int, ...]:
    found = table.whole_numbers(key)
    for code in found:
        if code not in known:
            table.fail(f"{key!r} names the code {code}, which [codes] does not have.", key)
        if found.count(code) > 1:
            table.fail(f"{key!r} must have each code once; {code} is there {found.count(code)} times.", key)
    return found


PRODUCTS = Library("product", "codes", check_product)
