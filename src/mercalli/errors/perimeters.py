"""Errors about perimeters: times, codes and places that give no outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mercalli.errors.fire import FireError
from mercalli.text.words import counted, shown

if TYPE_CHECKING:
    from collections.abc import Sequence


class PerimeterError(FireError):
    """Shapes or cells that give no perimeter to compare."""

    @classmethod
    def missing_times(cls, name: str, column: str, n: int) -> Self:
        """Polygons of no step."""
        return cls(
            f"{column!r} must tell the time of every polygon of {name!r}; {counted(n, 'polygon')} "
            f"{'have' if n > 1 else 'has'} none. Fill in the times, or take those polygons out."
        )

    @classmethod
    def not_codes(cls, name: str, found: float) -> Self:
        """A probability where burned or not is wanted."""
        return cls(
            f"{name!r} holds numbers such as {found:g} that are no codes. If they are probabilities or an index, say "
            f"from which value on a cell is burned, with `threshold`."
        )

    @classmethod
    def other_codes(cls, name: str, found: Sequence[object], burned: Sequence[int], unburned: Sequence[int]) -> Self:
        """Codes that are neither burned nor not."""
        return cls(
            f"{name!r} holds {'codes' if len(found) > 1 else 'the code'} {shown(found)}, and known are "
            f"{', '.join(map(str, unburned)) or 'none'} (not burned) and {', '.join(map(str, burned))} (burned). Name "
            f"every code that means burned with `burned`, and every one that means not burned or not observed with "
            f"`unburned`; or say with `threshold` from which value on a cell is burned."
        )

    @classmethod
    def overlapping(cls, found: Sequence[int]) -> Self:
        """One code for two meanings."""
        return cls(f"{shown(found)} cannot mean both burned and not burned. Take it out of `burned` or of `unburned`.")

    @classmethod
    def infinite(cls, name: str) -> Self:
        """An infinite number where burned or not is wanted."""
        return cls(
            f"{name!r} holds infinite numbers, which are neither burned nor not, whatever the `threshold`. Declare "
            f"them as nodata, or write NaN in their place."
        )

    @classmethod
    def misplaced(cls, name: str, crs: str) -> Self:
        """Coordinates that are not those of their coordinate system."""
        return cls(
            f"Coordinates of {name!r} are not on the Earth in its coordinate reference system ({crs}). Metres may "
            f"have been declared as degrees: give the file the system that its coordinates are in."
        )

    @classmethod
    def not_metres(cls, crs: str, unit: str) -> Self:
        """A projection in another unit."""
        return cls(
            f"{crs!r} measures in {unit}, and areas and distances are told in hectares and metres. Give an equal-area "
            f"projection in metres, or leave `crs` out for one around the fire."
        )
