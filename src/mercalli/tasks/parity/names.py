"""Groups that look like one group under several names."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from mercalli.tasks.parity.errors import GroupError

# Codes of two and three letters, and English names, of languages that data of crises often have.
LANGUAGES = """
ar ara arabic|bn ben bengali|de deu ger german|en eng english|es spa spanish|fa fas per persian|fr fra fre french
ha hau hausa|hi hin hindi|ht hat haitian|id ind indonesian|it ita italian|ja jpn japanese|ko kor korean
ms msa may malay|my mya bur burmese|ne nep nepali|nl nld dut dutch|pl pol polish|ps pus pashto|pt por portuguese
ru rus russian|so som somali|sw swa swahili|ta tam tamil|tl tgl tagalog|tr tur turkish|uk ukr ukrainian|ur urd urdu
vi vie vietnamese|zh zho chi chinese
"""
MOST_GROUPS = 500  # every pair of groups is compared
CODES = {
    name: names.split()[0] for line in LANGUAGES.split("\n") for names in line.split("|") for name in names.split()
}


def plain_language(name: str) -> str:
    """The code of a language, whatever its case and country; any other name as it is, in small letters.

    >>> [plain_language(name) for name in ("EN-us", "English", "eng", "phone")]
    ['en', 'en', 'en', 'phone']
    """
    bare = name.strip().lower()
    return CODES.get(bare.replace("_", "-").split("-")[0], CODES.get(bare, bare))


def check_names(column: str, groups: Collection[str], same: Mapping[str, str]) -> None:
    """Refuse too many groups, and those that look like the same one, unless somebody said what they are."""
    distinct = {same.get(group, group) for group in groups}
    if len(distinct) > MOST_GROUPS:
        raise GroupError.many(column, len(distinct), MOST_GROUPS)
    first: dict[str, str] = {}
    alike: dict[str, str] = {}
    for group in sorted(groups, key=lambda name: (len(name), name)):
        name = first.setdefault(plain_language(group), group)
        if name != group and group not in same:
            alike[group] = name
    if alike:
        raise GroupError.spelt(column, alike)
