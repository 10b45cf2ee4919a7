"""Small maps written by the tests that read them."""

from __future__ import annotations

import numpy as np
import rasterio
from rasterio.transform import from_origin

UTM = "EPSG:32611"
HERE = from_origin(500_000, 4_300_000, 30, 30)


def tiff(path, values, *, crs=UTM, transform=HERE, nodata=None, **more):
    """A GeoTIFF of one band."""
    rows, columns = values.shape
    about = {"driver": "GTiff", "height": rows, "width": columns, "count": 1, "dtype": values.dtype}
    with rasterio.open(path, "w", crs=crs, transform=transform, nodata=nodata, **about, **more) as made:
        made.write(values, 1)
    return str(path)


def severity(shape=(40, 60), seed=0, codes=(1, 2, 3, 4)):
    """Codes of burn severity in patches."""
    rng = np.random.default_rng(seed)
    coarse = rng.choice(np.array(codes, np.uint8), (shape[0] // 4 + 1, shape[1] // 4 + 1))
    return np.kron(coarse, np.ones((4, 4), np.uint8))[: shape[0], : shape[1]].copy()


def wrong(values, share=0.2, seed=1):
    """The same map with some cells changed."""
    rng = np.random.default_rng(seed)
    changed = values.copy()
    places = rng.random(values.shape) < share
    changed[places] = rng.choice(np.array([1, 2, 3, 4], values.dtype), places.sum())
    return changed
