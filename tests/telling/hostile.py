"""Texts that mean something to a browser, a spreadsheet, a Markdown reader or TeX, and must stay text."""

from __future__ import annotations

from dataclasses import replace

import mercalli
from mercalli.tasks.labels.result import ErrorExample

HOSTILE = (
    "<script>alert(1)</script>",
    "=cmd()|' /C calc'!A0",
    "a|b",
    "two\nlines\r\nand\ttabs",
    "`code` and ```fence```",
    r"\input{/etc/passwd} 50% of $x_1$ & #1 ~ ^",
    "\u202eright to left\u202c and \u2067isolated\u2069",
    "[link](http://evil.example) ![image](x) www.evil.example",
    "# heading",
    "- item",
    "&lt;b&gt; &amp;",
    "مرحبا 你好 🔥",
    "\x00\x07\x1b[31m",
    "[x] * y",
    "long " * 2000,
)
CLASSES = tuple(text for text in HOSTILE if "\x00" not in text)  # a control code names no class


def hostile_result(**settings):
    """Two systems, classes, slices, a comparison and examples, all of them named by such texts."""
    rows = len(HOSTILE) * 4
    truth = [CLASSES[at % len(CLASSES)] for at in range(rows)]
    pred = [CLASSES[(at + (at % 3 == 0)) % len(CLASSES)] for at in range(rows)]
    systems = {HOSTILE[0]: "one", HOSTILE[5]: "two"}
    data = {"truth": truth, "one": pred, "two": truth, HOSTILE[2]: HOSTILE * 4}
    chosen = {"truth": "truth", "pred": systems, "metrics": "accuracy", "replicates": 100, **settings}
    result = mercalli.evaluate(data, by=HOSTILE[2], **chosen)
    comparison = mercalli.compare(data, **chosen)
    return with_examples(result, comparison)


def with_examples(result, comparison):
    """The same with every text as an example of the first system."""
    examples = tuple(ErrorExample(text[:500], text[:500], 1.0, text[:500], text[:20]) for text in HOSTILE)
    first = replace(result.systems[0], examples=examples)
    return replace(result, systems=(first, *result.systems[1:]), comparison=comparison, notes=HOSTILE[:1])
