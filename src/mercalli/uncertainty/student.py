"""How far intervals reach by Student's t."""

from __future__ import annotations

from statistics import NormalDist

NORMAL = NormalDist()
MANY = 1_000  # degrees of freedom from which a series has all digits


def student_reach(degrees: float, level: float) -> float:
    """How many standard errors an interval reaches, with an error from so many degrees of freedom.

    >>> print(student_reach(3, 0.95), student_reach(1_000, 0.95), NORMAL.inv_cdf(0.975))
    3.1824 1.9623 1.9600
    """
    if degrees >= MANY:
        return _series(degrees, NORMAL.inv_cdf((1 + level) / 2))
    from scipy.special import stdtrit  # noqa: PLC0415 - 100 ms, only where there are few

    return float(stdtrit(degrees, (1 + level) / 2))


def _series(degrees: float, z: float) -> float:
    """The quantile of Student's t beside that of the normal law (Abramowitz and Stegun 26.7.5)."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160
    return z + first / degrees + second / degrees**2 + third / degrees**3 + fourth / degrees**4
