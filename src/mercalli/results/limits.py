"""From where on numbers are too few, or classes too unequal, to be relied on."""

FEW_ROWS = 30
FEW_IN_CLASS = 20
FEW_UNITS = 20
SKEW = 10
