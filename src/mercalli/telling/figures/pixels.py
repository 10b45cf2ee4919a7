"""Pixels as a PNG file."""

from __future__ import annotations

from struct import pack
from zlib import compress, crc32

import numpy as np
from numpy.typing import NDArray

PACKING = 3  # of 9: a tenth larger than the usual 6, in half of the time
INCH = 0.0254  # metres
SIGNATURE = b"\x89PNG\r\n\x1a\n"
Bytes = NDArray[np.uint8]


def packed(pixels: Bytes, dpi: float) -> bytes:
    """Pixels (height, width, 3) as a PNG file; trying a filter on each row would take longer and give a larger one."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    dots = round(dpi / INCH)
    chunks = (
        (b"IHDR", pack(">2I5B", width, height, 8, 2, 0, 0, 0)),  # 8 bits of red, green and blue each
        (b"pHYs", pack(">2IB", dots, dots, 1)),
        (b"IDAT", compress(rows.data, PACKING)),
        (b"IEND", b""),
    )
    parts = (pack(">I", len(each)) + name + each + pack(">I", crc32(name + each)) for name, each in chunks)
    return SIGNATURE + b"".join(parts)
