"""Phone numbers in texts of people, told by their form or by the word before them; a bare run of digits is a number.

A number with a plus, with a zero in front, in brackets, or in groups that no amount and no date has is a phone number.
Others are if a word such as "call" stands before them. Short codes (911, 1800) are nobody's and stay.

Patterns are for texts whose digits and signs are ASCII, and begin with what a number begins with: that is found fast.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Signs between digits. A comma is none, nor a colon: those are of amounts and times.
SIGN = r"[ .\-()/]"
MORE = rf"(?:{SIGN}{{0,2}}\d)"
ENOUGH = re.compile(rf"\d(?:{SIGN}{{0,3}}\d){{6}}")
AMOUNT = r"\d{1,3}(?:[ .]\d{3}){1,2}(?![ .\-/]?\d)"
LARGE = r"\d{1,3}(?:[ .]\d{3}){3,5}(?![ .\-/]?\d)|\d\.\d|\d{1,3}(?:\.\d{1,3}){3}(?!\d)"
DATE = r"\d{4}[-/.]\d\d?[-/.]\d\d?(?!\d)|\d\d?[-/.]\d\d?[-/.](?:\d{4}|\d\d)(?!\d)"
YEARS = r"(?:19|20)\d\d ?[-/] ?(?:19|20)?\d\d(?!\d)|(?:19|20)\d\d[01]\d[0-3]\d(?!\d)"
# What only looks like one: an amount in groups of three, a decimal, an address of a computer, a date, a span of years.
NO_PHONE = re.compile(rf"{AMOUNT}|{LARGE}|{DATE}|{YEARS}")
START = r"[+(\d]"
ALONE = rf"(?<![A-Za-z0-9_$€£¥₹#+]{START})(?<!\d[.,]{START})"
APART = rf"(?<![\d\]][:/\-]{START})"
END = r"(?!\d|[.,]\d| ?%| 0000)"
# By the first sign, which was read before them; each as in the example beside it.
FORMS = (
    rf"(?<=\+)(?!{AMOUNT})[ (]{{0,2}}[1-9]{MORE}{{7,14}}",  # +63 917 532 0538
    r"(?<=0)[1-9]\d{7,9}",  # 09175320538
    rf"(?<=0){APART}0[ \-]?[1-9]{MORE}{{7,13}}",  # 0044 20 7946 0958
    rf"(?<=0){APART}[1-9](?:[ .\-]\d\d){{4}}",  # 01 23 45 67 89
    rf"(?<=0){APART}[1-9][ \-/]{{1,3}}(?:\d{{7,8}}|(?!(?:19|20)\d\d)\d{{4}}[ \-]\d{{4}})",  # 02 - 8701000
    rf"(?<=0){APART}[1-9]\d{{1,3}}{SIGN}{{1,2}}(?!{DATE})(?:\d{{5,8}}|\d{{3,4}}{SIGN}\d{{3,4}})",  # 0917 812 4218
    rf"(?<=\(){APART}(?:\+?\d{{2,3}}|0\d{{1,4}})\){SIGN}?(?!{DATE}|{AMOUNT})\d{MORE}{{5,9}}",  # (02) 8582200
    rf"(?<=[78]){APART}{SIGN}{{0,2}}\d{{3,4}}{SIGN}{{1,2}}\d{{2,3}}[ \-]\d\d[ \-]\d\d",  # 8 (495) 123-45-67
    rf"(?<=1){APART}{SIGN}[2-9]\d\d[ .\-][2-9]\d\d[ .\-]\d{{4}}",  # 1-866-696-6484
    rf"(?<=[2-9]){APART}\d\d[ .\-][2-9]\d\d[ .\-]\d{{4}}",  # 403-678-1551
    rf"(?<=1){APART}[38]00{SIGN}\d{{3}}{SIGN}\d{{3,4}}",  # 1800 679 737
    rf"(?<=8){APART}00[-/]\d{{3}}[-/]?\d{{3,4}}",  # 800-333-911
    rf"(?<=3){APART}\d\d/\d{{6,7}}",  # 366/6617681
    rf"(?<=1){APART}[3-9]\d[ \-]\d{{4}}[ \-]\d{{4}}",  # 138 1234 5678
    rf"(?<=[6-9]){APART}\d{{4}}[ \-]\d{{5}}",  # 98765 43210
)
PHONES = re.compile(rf"{START}{ALONE}(?:(?:{'|'.join(FORMS)}){END}|(?<=\+)\d{MORE}{{4,14}}…)")
NUMBERS = re.compile(rf"\d(?<![\d#]\d)(?<!\d[.,]\d){MORE}{{6,14}}{END}")
WORDS = (
    *("tel", "tél", "ph", "phones?", "telephone", "telefono", "teléfono", "telefone?", "téléphone", "mobile", "mob"),
    *("cell?", "fax", "landline", "whatsapp", "viber", "hotlines?", "helpline", "contact", "call", "dial", "sms"),
    *("text", "handy", "llam[ae]r?", "llamen", "appele[rz]", "ligue", "chiamare", "chiamate", "hubungi", "telepon"),
    *("tawag", "тел", "телефон", "моб", "звоните", "هاتف", "تلفن", "جوال", "اتصل", "फ़ोन", "फोन", "मोबाइल", "ফোন"),
    *("মোবাইল", "电话", "電話", "手机", "携帯", "전화", "☎\ufe0f?", "📞", "📱"),
)
LONGEST_WORD = 50
# What may stand between the word and the number, as in "phone no. is: ".
FILLERS = "nos?|num|numbers?|nr|is|are|at|on|us|me|al|au|to|this|our|my|the"
CALL = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join(WORDS)})(?:[ .:#]{{0,2}}(?:{FILLERS})(?![A-Za-z])){{0,4}}[\s.:=(#\-]{{0,5}}\Z",
    re.IGNORECASE,
)


def phones_in(plain: str) -> Iterator[tuple[int, int]]:
    """Where phone numbers stand that are told by their form."""
    if ENOUGH.search(plain):
        yield from (found.span() for found in PHONES.finditer(plain))


def called_in(plain: str) -> Iterator[tuple[int, int]]:
    """Where numbers of at least seven digits stand after a word such as "call"; no amounts and no dates."""
    for found in NUMBERS.finditer(plain) if ENOUGH.search(plain) else ():
        start, end = found.span()
        if CALL.search(plain, max(0, start - LONGEST_WORD), start) and not NO_PHONE.match(plain, start):
            yield start, end
