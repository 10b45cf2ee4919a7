"""Exact coordinates in texts of people: pairs of decimal degrees, degrees with minutes, and those in links to maps.

Two numbers are a place only if both have four decimals or more and fit on the globe, or if something says so: a degree
sign, letters for north and east, a word such as "lat", or the form of a link. Shares, as 0.8123 and 0.1877, are none.
Decimals may stand behind a comma; then there are four of them at least, because three are thousands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

DECIMALS = re.compile(r"\d(?:\.\d{3}|,\d{4})")
DECIMAL = re.compile(r"\d{1,3}[.,]\d{1,15}")
DEGREE = "°"
START = r"[+\-\d](?<![A-Za-z0-9_.,+\-][+\-\d])(?:(?<=\d)\d{0,2}|(?<=[+\-])\d{1,3})"
PAIR = re.compile(
    rf"{START}(?:\.\d{{4,15}}\s{{0,2}}(?:,|;|/|\+|%2C|%20|\s)\s{{0,2}}[+\-]?\d{{1,3}}\.\d{{4,15}}"
    rf"|,\d{{4,15}}(?:\s{{0,2}}[;/]|,?\s)\s{{0,2}}[+\-]?\d{{1,3}},\d{{4,15}})(?!\d| ?[,;] ?[+\-]?\d+[.,]\d)"
)
PART = r"(?:\.\d{3,15}|,\d{4,15})"
NORTH, EAST = rf"{PART} ?[NSns](?![A-Za-z])", rf"{PART} ?[EWOewo](?![A-Za-z])"
SIDES = re.compile(rf"\d(?<![A-Za-z0-9_.,]\d)\d{{0,2}}{NORTH}[ ,;/]{{0,3}}\d{{1,3}}{EAST}")
TURNED = rf"[ :]{{0,2}}[+\-]?\d{{1,3}}{PART}(?: ?°)?"
LETTERS = re.compile(rf"[NS](?<![A-Za-z0-9_][NS]){TURNED}[ ,;/]{{0,3}}[EWO]{TURNED}(?!\d)")
LINK = r"(?:geo:|#map=\d{1,2}/|/@|/(?:place|search|dir)/{1,2}|[?&]\w{1,20}=(?:loc:)?|!3d)"
IN_LINK = r"[+\-]?\d{1,3}\.\d{1,15}"
LINKS = re.compile(rf"{LINK}({IN_LINK}(?:,|/|!4d|(?:%2C|\+|%20){{1,2}}){IN_LINK}(?:,\d{{1,7}}[zm])?)")
NAMES = (
    *("m?lat", "m?lon", "lng", "long", "latitudes?", "longitudes?", "latitud", "longitud", "широта", "долгота"),
    *("纬度", "经度", "緯度", "経度", "خط العرض", "خط الطول"),
)
NAMED = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join(NAMES)})[\"'.]?\s{{0,2}}(?:[:=]|is)?\s{{0,2}}[\"']?([+\-]?\d{{1,3}}{PART}(?: ?°)?)",
    re.IGNORECASE,
)
TOLD = re.compile(
    r"(?:gps|coord[a-zé]{0,12}|координат\w{0,3}|坐标|座標|إحداثيات)[^\d+\-]{0,12}"
    r"([+\-]?\d{1,3}\.\d{2,15}\s{0,2}[,;/ ]\s{0,2}[+\-]?\d{1,3}\.\d{2,15})",
    re.IGNORECASE,
)
SECONDS = r"(?: ?\d{1,2}(?:[.,]\d{1,8})? ?(?:\"|''))?"
MINUTES = rf"\d{{1,3}} ?° ?\d{{1,2}}(?:(?:[.,]\d{{1,8}})? ?'(?!'){SECONDS}|[.,]\d{{2,8}})"
SIDE = r"(?: ?(?:[NSEWOnsewo](?![A-Za-z])|[сю]\. ?ш\.?|[вз]\. ?д\.?))?"
TURN = rf"(?:{MINUTES}|\d{{1,3}}[.,]\d{{2,15}} ?°){SIDE}"
BEFORE = r"(?:[NSEWO] ?|[北南]纬|[东西]经|北緯|南緯|東経|西経)?[+\-]?"
TURNS = re.compile(rf"(?<![\d.,]){TURN}(?:[ ,;/]{{0,3}}{BEFORE}{TURN})?")
MOST_NORTH, MOST_EAST = 90, 180


def places_in(plain: str) -> Iterator[tuple[int, int]]:
    """Where exact coordinates stand."""
    if DECIMALS.search(plain):
        yield from (found.span() for found in PAIR.finditer(plain) if _is_place(found[0]))


def told_places_in(plain: str) -> Iterator[tuple[int, int]]:
    """Where coordinates stand that a link, a word or a letter tells."""
    told = {found.span(1) for pattern in (LINKS, TOLD) for found in pattern.finditer(plain)}
    if DECIMALS.search(plain):
        told.update(found.span() for pattern in (SIDES, LETTERS) for found in pattern.finditer(plain))
        told.update(found.span(1) for found in NAMED.finditer(plain))
    yield from sorted(told)


def turns_in(plain: str) -> Iterator[tuple[int, int]]:
    """Where degrees with minutes or decimals stand."""
    if DEGREE in plain:
        yield from (found.span() for found in TURNS.finditer(plain))


def _is_place(pair: str) -> bool:
    """Whether two numbers are degrees of one place, in either order; shares of 1 are none."""
    small, large = sorted(float(each.replace(",", ".")) for each in DECIMAL.findall(pair))
    return small <= MOST_NORTH and 1 < large <= MOST_EAST
