"""All values of a result in one flat dictionary, under names that every experiment tracker takes."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Self

SYSTEM, METRIC, VALUE, UNDEFINED = "system", "metric", "value", "undefined"
LEFT_OUT = "_undefined"  # no plain name begins like this
DIGEST = 6


class Scalars(dict[str, float]):
    """Values by name; `undefined` has the reasons of those left out, `written` what each name stands for."""

    undefined: dict[str, str]
    written: dict[str, str]

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, object]], keys: Sequence[str], sep: str) -> Self:
        """From rows with a metric, a value, and `keys` that tell them apart; one system alone is not named."""
        found = cls()
        found.undefined, found.written = {}, {}
        alone = len({row.get(SYSTEM) for row in rows}) <= 1
        kept = [key for key in keys if not (alone and key == SYSTEM)]
        for row in rows:
            found._add(row, [str(row[key]) for key in (*kept, METRIC) if row[key] not in (None, "")], sep)
        return found

    def _add(self, row: Mapping[str, object], texts: Sequence[str], sep: str) -> None:
        written = " / ".join(texts)
        name = sep.join(map(safe_name, texts))
        name = f"{name}_{_digest(written)}" if self.written.get(name, written) != written else name
        self.written[name] = written
        value = row[VALUE]
        if isinstance(value, int | float):
            self[name] = float(value)
        else:
            self.undefined[name] = str(row.get(UNDEFINED) or "it has no value")


def metrics_json(systems: Mapping[str, Scalars]) -> str:
    """The values of every system as JSON; what has no value stands in a list, which programs for metrics pass over."""
    names = _safe_names(systems)
    reasons = ((names[system], *each) for system, values in systems.items() for each in values.undefined.items())
    left_out = [dict(zip((SYSTEM, METRIC, UNDEFINED), each, strict=True)) for each in reasons]
    content = {**{names[system]: values for system, values in systems.items()}, LEFT_OUT: left_out}
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _safe_names(texts: Iterable[str]) -> dict[str, str]:
    """Every text with a plain name of its own.

    >>> sorted(_safe_names(["svm v2", "svm_v2"]).values())
    ['svm_v2', 'svm_v2_a9d9f8']
    """
    names: dict[str, str] = {}
    for text in texts:
        name = safe_name(text)
        names[text] = f"{name}_{_digest(text)}" if name in names.values() else name
    return names


def safe_name(text: str) -> str:
    """A text in plain letters, digits and `_`, not beginning with a digit; the same text gives the same name.

    >>> safe_name("f_beta(beta=2)"), safe_name("event=Séisme 2016"), safe_name("2 km")
    ('f_beta_beta_2', 'event_Seisme_2016', '_2_km')
    >>> safe_name("حريق") == safe_name("فيضان")
    False
    """
    letters = [each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each)]
    name = re.sub(r"[^A-Za-z0-9]+", "_", "".join(letters)).strip("_")
    if not name or any(each.isalnum() and not each.isascii() for each in letters):
        name = f"{name}_{_digest(text)}"
    return f"_{name}" if name[0].isdigit() else name


def _digest(text: str) -> str:
    """Tells apart what plain letters cannot."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
