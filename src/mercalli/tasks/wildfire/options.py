"""Options that the commands on fires share."""

from __future__ import annotations

from typing import Annotated

import typer

WINDOWS = "1,3,5,9,17,33,65"
Observed = Annotated[str, typer.Argument(metavar="OBSERVED", help="What was observed: GeoTIFF, NetCDF, HDF5 or .npy.")]
Models = Annotated[list[str], typer.Argument(metavar="MODEL...", help="One or more models, of the same kinds.")]
Like = Annotated[str | None, typer.Option(metavar="NAME", help="firebench: count and answer as that program does.")]
Product = Annotated[
    str, typer.Option(metavar="NAME", help="What codes mean: mtbs, ravg (loss of canopy cover), or a .toml file.")
]
High = Annotated[str | None, typer.Option(metavar="CODES", help="Codes that are high severity; 4 in mtbs, 5 in ravg.")]
NotObserved = Annotated[
    str | None,
    typer.Option(metavar="CODES", help="Codes that mean that nobody looked, or none; 0,6 in mtbs, 9 in ravg."),
]
ModelMissing = Annotated[
    str, typer.Option(metavar="CODES", help="Codes of the model that mean that it gives no answer.")
]
Align = Annotated[
    str | None, typer.Option(metavar="HOW", help="Put a model on the grid of the observation: nearest or mode.")
]
Tile = Annotated[int, typer.Option(metavar="N", help="Cells on a side of the tiles that are resampled.")]
