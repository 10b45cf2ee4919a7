"""Errors by place and people, worked out by hand: metric, statistic, value, source."""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 - as beside it

import numpy as np

from mercalli.stats.places import PersonValues, PlaceErrors, PlaceHarm, PlaceVoices

REGIONS = "three regions, e = .2 and .075, T = 35"
PEOPLE = "three regions and one without any item"


ALL = (300, 15_000)  # items and people of all places
KNOWN_PLACES = (
    ("error_ratio", PlaceErrors.of(14, 12.5), F(112, 100), REGIONS),
    ("error_ratio", PlaceErrors.of(10, 8.75), F(8, 7), REGIONS),
    ("error_ratio", PlaceErrors.of(11, 13.75), F(8, 10), REGIONS),
    ("error_ratio", PlaceErrors.of(0, 0), None, "no error is expected"),
    ("harm_ratio", PlaceHarm.of(5 * 8 + 6, 5 * 8 + 4.5), F(92, 89), "the first region with weights 5 and 1"),
    ("harm_ratio", PlaceHarm.of(0, 0), None, "no harm is expected"),
    ("value_per_person", PersonValues.of([0.86, 0.9, 0.89, np.nan], [1000, 9000, 2000, 3000]), F(895, 1000), PEOPLE),
    ("value_per_person", PersonValues.of([np.nan], [3000]), None, "no place has a value"),
    ("voice", PlaceVoices.of(100, 8, 1000, *ALL), F(5), PEOPLE),
    ("voice", PlaceVoices.of(100, 4, 9000, *ALL), F(5, 9), PEOPLE),
    ("voice", PlaceVoices.of(100, 8, 2000, *ALL), F(5, 2), PEOPLE),
    ("voice", PlaceVoices.of(0, 0, 3000, *ALL), F(0), PEOPLE),
    ("voice", PlaceVoices.of(0, 0, 0, *ALL), None, "nobody lives there"),
    ("missed_per_100k", PlaceVoices.of(100, 8, 1000, *ALL), F(800), PEOPLE),
    ("missed_per_100k", PlaceVoices.of(100, 4, 9000, *ALL), F(400, 9), PEOPLE),
    ("missed_per_100k", PlaceVoices.of(100, 8, 2000, *ALL), F(400), PEOPLE),
    ("missed_per_100k", PlaceVoices.of(0, 0, 3000, *ALL), None, "nothing said is not nothing missed"),
)
