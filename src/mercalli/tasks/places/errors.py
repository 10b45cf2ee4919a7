"""Errors about places that only this task raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import counted, listed, shown, suggestion


class PlaceError(InputError):
    """Places, or their people, that cannot be used as they are."""

    @classmethod
    def roles(cls, found: Sequence[str]) -> Self:
        """Neither a region nor coordinates, or both."""
        given = f"found {listed(list(found))}" if found else "none was named"
        return cls(
            f"Places are either regions or cells of a map: name the column of regions, or those of latitude and "
            f"longitude; {given}. Name a region (--region), or both coordinates (--lat, --lon)."
        )

    @classmethod
    def many(cls, column: str, found: int, most: int) -> Self:
        """More places than can be compared."""
        return cls(
            f"{column!r} has {found:,} places, and at most {most:,} can be compared. Take wider cells (--cell 50km), "
            f"or a column of larger regions."
        )

    @classmethod
    def none(cls, origin: str) -> Self:
        """No row has a place."""
        return cls(f"No row of {origin} has a place, so places cannot be compared. Name other columns.")

    @classmethod
    def sparse(cls, width: str, least: int, items: int) -> Self:
        """No cell is large enough to be shown."""
        return cls(
            f"No cell of {width} holds {least} of the {counted(items, 'item')} or more; smaller ones are not shown, "
            f"because they could point at people. Take wider cells, as in --cell 100km."
        )

    @classmethod
    def nowhere(cls, items: int, origin: str, where: str) -> Self:
        """Items at the point 0, 0."""
        return cls(
            f"{counted(items, 'item')} of {origin} {'lies' if items == 1 else 'lie'} at exactly 0, 0{where}, a point "
            f"in the sea that programs write where no place is known. Leave latitude and longitude empty in those rows."
        )

    @classmethod
    def columns(cls, origin: str, found: Sequence[str]) -> Self:
        """A table of people without its columns."""
        return cls(
            f"The people in {origin} must have the columns region and people, and may have need; found "
            f"{shown(found, limit=10)}. Rename its columns."
        )

    @classmethod
    def twice(cls, origin: str, region: str) -> Self:
        """A region with two numbers of people."""
        return cls(f"The people in {origin} name the region {region!r} twice. Give each region one row.")

    @classmethod
    def lacking(cls, origin: str, regions: Sequence[str], known: Sequence[str]) -> Self:
        """Regions with items, but without people."""
        hint = suggestion(regions[0], known, 0.75)
        return cls(
            f"{counted(len(regions), 'region')} with items {'is' if len(regions) == 1 else 'are'} not in {origin}: "
            f"{shown(regions)}.{hint} Add {'it' if len(regions) == 1 else 'them'}, or say which names mean the same "
            f"region, as in --same Phillipines=Philippines."
        )

    @classmethod
    def number(cls, origin: str, column: str, region: str, found: str) -> Self:
        """A number of people, or a need, that cannot be."""
        wanted = "above 0 where items come from" if column == "people" else "a number"
        return cls(
            f"{column!r} of {origin} must be {wanted}; found {found} for the region {region!r}. Correct it, or leave "
            f"the region out if no item comes from there."
        )

    @classmethod
    def sea(cls, name: str) -> Self:
        """No place lies inside of the outlines."""
        return cls(
            f"No place lies inside of the outlines in {name}. Perhaps latitude and longitude are swapped, or the "
            f"outlines are of another part of the world. Check the columns, or leave the outlines out."
        )
