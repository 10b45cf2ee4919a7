"""Values that programs stumble over."""

from __future__ import annotations

NUMBERS = (
    *("0", "-0", "1", "-1", "2", "0.5", "1.0", "1e308", "-1e308", "1e-320", "1e309", "nan", "inf", "-inf", "NaN"),
    *(
        "99999999999999999999",
        "9007199254740993",
        "2147483648",
        "00012",
        "1,5",
        "1_000",
        "0x10",
        "1e5",
        "0.9999999999999999",
    ),
)
TEXTS = (
    *("", " ", "\t", "null", "None", "NA", "true", "-", "'", '"', "`", ";", "|", "\\", "%s", "{file}", "$HOME", "~"),
    *("=1+1", "@x", "<b>x</b>", "<script>alert(1)</script>", "</script>", "a\nb", "a\r\nb", "a,b", 'say "x"'),
    *(
        "\u202eabc",
        "\x1b[31mred",
        "\x07",
        "\u0000",
        "\ufeffx",
        "\u00e9",
        "e\u0301",
        "\u0130",
        "\U0001f525",
        "\u0661\u0662",
    ),
    *("x" * 300, "x" * 5_000, "[" * 2_000, "(" * 500, " " * 3_000 + "x", "." * 3_000, "9" * 400, "a b " * 500),
    *("../x", "/dev/null", "x=y", "[1, 2]", '{"a": 1}', "2026-02-30", "12:00", "fire ", "FIRE", "truth", "pred", "id"),
)
ANY = (*NUMBERS, *TEXTS)
# As JSON has them; a text that is no JSON stands for itself.
VALUES = (
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 10**30, 0.5, -0.0, 1e308, -1e308, 5e-324, 10**400),
    *([], {}, [[]], [{}], [None], {"": ""}, [1, "a"], ["a"] * 50, {"a": {"a": {"a": 1}}}),
    *(text for text in TEXTS if "\u0000" not in text),
)
