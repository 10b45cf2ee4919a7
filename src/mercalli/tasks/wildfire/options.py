"""Options that the commands on fires share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from mercalli.console.options import given_numbers, whole_numbers

WINDOWS = "1,3,5,9,17,33,65"
Observed = Annotated[str, typer.Argument(metavar="OBSERVED", help="What was observed: GeoTIFF, NetCDF, HDF5 or .npy.")]
Models = Annotated[list[str], typer.Argument(metavar="MODEL...", help="One or more models, of the same kinds.")]
Like = Annotated[str | None, typer.Option(metavar="NAME", help="firebench: count and answer as that program does.")]
Align = Annotated[
    str | None, typer.Option(metavar="HOW", help="Put a model on the grid of the observation: nearest or mode.")
]
Tile = Annotated[int, typer.Option(metavar="N", help="Cells on a side of the tiles that are resampled.")]


@dataclass(frozen=True)
class Codes:
    """What the codes of maps mean."""

    product: Annotated[
        str, typer.Option(metavar="NAME", help="What codes mean: mtbs, ravg (loss of canopy cover), or a .toml file.")
    ] = "mtbs"
    high: Annotated[
        str | None, typer.Option(metavar="CODES", help="Codes that are high severity; 4 in mtbs, 5 in ravg.")
    ] = None
    not_observed: Annotated[
        str | None,
        typer.Option(metavar="CODES", help="Codes that mean that nobody looked, or none; 0,6 in mtbs, 9 in ravg."),
    ] = None
    model_missing: Annotated[
        str, typer.Option(metavar="CODES", help="Codes of the model that mean that it gives no answer.")
    ] = "none"

    @property
    def settings(self) -> dict[str, Any]:
        """As the function of the task takes them."""
        return {
            "product": self.product,
            "high": given_numbers("high", self.high),
            "not_observed": given_numbers("not_observed", self.not_observed),
            "model_missing": whole_numbers("model_missing", self.model_missing),
        }
