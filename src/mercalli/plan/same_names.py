"""Names that mean the same group, and names that look as if they did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from unicodedata import normalize

from mercalli.errors import SettingError

CLOSE = 0.88  # Austria and Australia are .875 alike
SHORTEST = 6  # letters; of shorter names one letter makes another name
BARE = re.compile(r"[\W_]+")
DIGITS = re.compile(r"\d+")


def same_groups(text: Mapping[str, str] | Sequence[str] | str | None) -> dict[str, str]:
    """Names to be counted under another name, from `eng=en,English=en`."""
    if isinstance(text, Mapping):
        return _one_step(list(text.items()))
    parts = [] if text is None else text.split(",") if isinstance(text, str) else list(text)
    pairs = [part.partition("=") for part in parts]
    for part, (name, sign, other) in zip(parts, pairs, strict=True):
        if not (name.strip() and sign and other.strip()):
            raise SettingError.outside("same", part, "pairs of names, as in eng=en")
    return _one_step([(name.strip(), other.strip()) for name, _, other in pairs])


def _one_step(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Refuse a name that would become two others, and one that others become while it is renamed itself."""
    found = dict(pairs)
    for name, other in pairs:
        if found[name] != other or found.get(other, other) != other:
            raise SettingError.outside("same", f"{name}={other}", "pairs in which each name is renamed once")
    return found


def near_names(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that are nearly spelt alike; those that differ in a number are not.

    >>> list(near_names(["Philipinnes", "Austria", "Phillipines", "Australia", "zone 11", "zone 12", "Costa-Rica"]))
    [('Philipinnes', 'Phillipines')]
    """
    bare = [(BARE.sub("", normalize("NFKD", name).casefold()), name) for name in sorted(names)]
    matcher = SequenceMatcher(autojunk=False)
    for at, (one, first) in enumerate(bare):
        matcher.set_seq2(one)
        for two, second in bare[at + 1 :]:
            if _alike(matcher, one, two):
                yield first, second


def _alike(matcher: SequenceMatcher[str], one: str, two: str) -> bool:
    if one == two:
        return True
    if min(len(one), len(two)) < SHORTEST or one[0] != two[0] or DIGITS.findall(one) != DIGITS.findall(two):
        return False
    matcher.set_seq1(two)
    return matcher.real_quick_ratio() >= CLOSE and matcher.quick_ratio() >= CLOSE and matcher.ratio() >= CLOSE
