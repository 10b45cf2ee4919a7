"""Formulas as MathML: no script and no fonts, right in light and dark."""

from __future__ import annotations

import re

from mercalli.telling.page.mathml import formula

FORMULA = re.compile(r"^\$\$(.+)\$\$$", re.MULTILINE)


def drawn(page: str) -> str:
    """A page whose formulas are drawn by the browser itself.

    >>> print(drawn("$$n$$"))
    <div class="formula"><math display="block" displaystyle="true"><mi>n</mi></math></div>
    """
    return FORMULA.sub(
        lambda found: f'<div class="formula">{formula(found[1])}</div>'.replace("<math ", '<math display="block" '),
        page,
    )
