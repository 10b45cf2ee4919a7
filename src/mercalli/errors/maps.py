"""Errors about maps and shapes: files that hold none, and maps that do not lie on each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from mercalli.errors.base import InputError
from mercalli.text.words import capital, counted, shown, suggestion


class MapError(InputError):
    """Maps, shapes or arrays of cells that cannot be read or compared."""

    @classmethod
    def shapes(cls, first: str, one: Sequence[int], second: str, two: Sequence[int]) -> Self:
        """Arrays that do not lie on each other."""
        turned = " One looks like the other turned on its side." if tuple(one) == tuple(two)[::-1] else ""
        return cls(
            f"{capital(first)} has the shape {tuple(one)} and {second} {tuple(two)}; cell by cell they must be the "
            f"same.{turned} Nothing is stretched or cut to fit."
        )

    @classmethod
    def not_binary(cls, name: str, found: Iterable[object]) -> Self:
        """Numbers that are neither yes nor no."""
        return cls(
            f"{capital(name)} must hold True and False, or 1 and 0, with NaN where nothing was observed; found "
            f"{shown(found)}. A probability needs a threshold and a mask of 0 and 255 a comparison: pass "
            f"values >= threshold."
        )

    @classmethod
    def grids(cls, observed: str, model: str, differences: Sequence[str]) -> Self:
        """Rasters whose cells do not lie on each other."""
        return cls(
            f"{observed!r} and {model!r} are on different grids: {'; '.join(differences)}. Put the model on the grid "
            f"of the observation, or choose with `align` how to do that: 'nearest' or 'mode'."
        )

    @classmethod
    def apart(cls, observed: str, model: str) -> Self:
        """Rasters of different places."""
        return cls(f"{observed!r} and {model!r} do not overlap. Check that both are of the same fire.")

    @classmethod
    def no_place(cls, name: str, why: str) -> Self:
        """A file that does not say where on Earth it is."""
        return cls(f"{name!r} has no coordinate reference system, and {why} needs one.")

    @classmethod
    def misplaced(cls, name: str, crs: str) -> Self:
        """Coordinates that are not those of their coordinate system."""
        return cls(
            f"Coordinates of {name!r} are not on the Earth in its coordinate reference system ({crs}). Metres may "
            f"have been declared as degrees: give the file the system that its coordinates are in."
        )

    @classmethod
    def layers(cls, name: str, found: Sequence[str]) -> Self:
        """A file with several maps, or with none."""
        if not found:
            return cls(f"{name!r} holds no map. Name it after a colon, as in fire.h5:/group/name.")
        return cls(
            f"{name!r} holds {counted(len(found), 'map')}: {shown(found)}. Name one of them after a colon, as in "
            f"{name}:{found[0]}."
        )

    @classmethod
    def no_layer(cls, name: str, layer: str, found: Sequence[str]) -> Self:
        """A field that is not in the file."""
        return cls(f"{name!r} holds no {layer!r}.{suggestion(layer, found)} It holds: {shown(found)}.")

    @classmethod
    def not_flat(cls, name: str, shape: Sequence[int]) -> Self:
        """A field that is no map."""
        return cls(
            f"{name!r} must be a map with rows and columns; its shape is {tuple(shape)}. Give one time or one level."
        )

    @classmethod
    def not_numbers(cls, name: str, found: str) -> Self:
        """Texts, complex numbers or anything else that is no map."""
        return cls(f"{name!r} must hold whole or decimal numbers; it holds {found}.")
