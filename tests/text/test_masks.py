# ruff: noqa: RUF001 - digits and signs of many scripts are what is tested
"""Personal data in texts is masked in every script, and no number is."""

from __future__ import annotations

import re

import pytest

from mercalli.text.masks import MAIL, PHONE, PLACE, USER, masked, masks_in

PHONES = """
+63 917 532 0538 | +44 (0)20 7946 0958 | +1 (403) 678-1551 | +1.403.678.1551 | +91 98765 43210 | +34 612 345 678
+33 6 12 34 56 78 | +49 30/123456-78 | +86 138 1234 5678 | +7 (495) 123-45-67 | 0044 20 7946 0958
00 966 11 123 4567
(02) 8582200 | (718) 817-7444 | (0268)2511799 | 8 (495) 123-45-67 | 8-800-100-20-30 | 403-678-1551 | 403 678 1551
1-866-696-6484 | 1800 679 737 | 800-333-911 | 09175320538 | 0917 812 4218 | 0917-7243682 | 020 7946 0958
01 23 45 67 89 | 01.23.45.67.89 | 02 9876 5432 | 030/123456 | 090-1234-5678 | 138-1234-5678 | 98765 43210
366/6617681
0917\u200b532\u200b0538 | +63⁠ 917⁠ 812 4218 | 0917­812­4218 | 0️⃣9️⃣1️⃣7 812 4218
٠٩١٧٨١٢٤٢١٨ | +٩٦٦ ١١ ١٢٣ ٤٥٦٧ | ०९१७५३२०५३८ | +९१ ९८७६५ ४३२१० | +৮৮০ ১৭১২ ৩৪৫৬৭৮ | ০১৭১২৩৪৫৬৭৮
＋８１　９０　１２３４　５６７８ | ０９０－１２３４－５６７８ | （０３）１２３４－５６７８
"""
MAILS = """
help@redcross.org | first.last+tag@mail.example.co.uk | хелп@пример.рф | 用户@例子.公司 | मदद@उदाहरण.भारत
info@münchen.de
help＠redcross．org | photos@rfs… | photos@…
"""
USERS = (
    "@redcross | @red_cross_12 | ＠redcross | @911BUFF | @张三 | @राहुल | @محمد | @Иван | @user.name | @red\u200bcross"
)
PLACES = """
10.3157, 123.8854 | -33.8688,151.2093 | 38.2975 142.3730 | 10.3157;123.8854 | ٣٣٫٣١٢٨، ٤٤٫٣٦١٥ | १०.३१५७, १२३.८८५४
10．3157，123．8854 | 40°26′46″N 79°58′56″W | 40°26'46"N, 79°58'56"W | 40° 26.767' N 79° 58.933' W
40.4461°N 79.9822°W
N10.3157 E123.8854 | N 10.3157, E 123.8854 | S33.8688° E151.2093° | 10,3157 N 123,8854 E
10,3157, 123,8854 | 10,3157; 123,8854 | -33,8688 151,2093 | 10.3157,  123.8854 | 10.3157\u200b, 123.8854
10.104 N,63.008 W | 55°45′07″ с. ш. 37°36′56″ в. д.
"""
NUMBERS = """
12,000 displaced | 7.8 magnitude | M7.8, depth 10.5 km | 2013-06-21 | 2013/06/21 14:05 | 21.06.2013
06/21/2013 | 21-06-13
20130621 | 2013-06-21T14:05:33Z | $1,000,000 | US$ 1.000.000 | €12 500 000 | 1 234 567 people | 1 234 567 890 rupees
10 000 000 affected | +12 000 000 | 12.500.000 | 2012-2013 | 1998/99 | 9007199254740993
348573434657382401 | 1371815341
5551234567 | v1.2.10.4 | 192.168.1.1 | #flood2013 | #20130621 | 3.1415 | 0.8123, 0.1877 | [0.9123, 0.0456, 0.0321]
95% CI 0.7123-0.8234 | meet @5pm | @2013 | @10:30 | 12 dead, 340 injured, 5,600 homeless | call 911 | text 90999
text 2013-06-21 | call 12 000 000 people | 30°C | 40°N 79°W | ISBN 978-3-16-148410-0 | 0.00012345
٢٠١٣-٠٦-٢١ | ١٢٬٠٠٠ نازح | १२,००० विस्थापित | १,००,०००,००० | １２，０００ | 1030-1050 | CVE-2013-12345678
10,000, 12,000 | 12,5 %, 10,4 % | 1,2345 and 3,1415 | N10 E12 | 0,8123; 0,1877 | 1.23 / 4.56 | GPS 2 units
10/10/2013 10:10 | 1,234.5678, 2,345.6789 | C@t
"""
AROUND = ("{}", "Help {} now", "عاجل {} شكرا", "Срочно {}, спасибо", "तुरंत {}।", "紧急{}谢谢", "({})", "{}.")


def listed(texts):
    return [each for each in re.split(r"[|\n]", texts) if each.strip() for each in [each.strip(" ")]]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("texts", "mask"), [(PHONES, PHONE), (MAILS, MAIL), (USERS, USER), (PLACES, PLACE)])
def test_personal_data_is_masked_whole_in_texts_of_any_script(texts, mask, around):
    glued = "紧急" in around and mask in {USER, MAIL}  # no blank ends a name there
    for each in [] if glued else listed(texts):
        assert masked(around.format(each)) == around.format(mask), each


@pytest.mark.parametrize("around", AROUND)
def test_no_number_is_changed(around):
    for each in listed(NUMBERS):
        assert masked(around.format(each)) == around.format(each)


@pytest.mark.parametrize(
    "text",
    [
        "call 555 1234",
        "Tel: 2210-2825",
        "whatsapp 9876543210",
        "тел. 123-45-67",
        "هاتف ٥٥٥١٢٣٤",
        "☎ 5551234",
        "电话：5551234",
        "phone no. is: 12345678",
        "my phone number is 12345678",
        "call me on 12345678",
        "Tel # 5551234",
        "phone #: 5551234",
    ],
)
def test_after_a_word_such_as_call_a_bare_number_is_one_of_a_phone(text):
    assert masks_in(masked(text)) == 1
    assert not re.search(r"\d", masked(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("geo:10.3157,123.8854", "geo:[place]"),
        ("https://www.google.com/maps/@10.3157,123.8854,15z", "https://www.google.com/maps/@[place]"),
        ("https://maps.google.com/?q=10.3157,123.8854&hl=en", "https://maps.google.com/?q=[place]&hl=en"),
        ("https://www.openstreetmap.org/#map=15/10.3157/123.8854", "https://www.openstreetmap.org/#map=15/[place]"),
        ("http://maps.apple.com/?ll=10.31,123.88&q=x", "http://maps.apple.com/?ll=[place]&q=x"),
        ("https://maps.google.com/?q=10.31%2C+123.88", "https://maps.google.com/?q=[place]"),
        (
            "https://www.google.com/maps/data=!8m2!3d10.3157!4d123.8854",
            "https://www.google.com/maps/data=!8m2!3d[place]",
        ),
        ("GPS coordinates: 10.315, 123.885", "GPS coordinates: [place]"),
        ("lat 10,3157 lon 123,8854", "lat [place] lon [place]"),
        ('{"lat": 10.3157, "lon": 123.8854}', '{"lat": [place], "lon": [place]}'),
        ("纬度：10.3157 经度：123.8854", "纬度：[place] 经度：[place]"),
    ],
)
def test_a_link_to_a_map_keeps_its_form_without_its_place(text, shown):
    assert masked(text) == shown


def test_each_mask_is_counted_and_stays_as_it_is_when_masked_again():
    shown = masked("RT @a: call 09175320538 or 0917 812 4218, mail a@b.org. cc @b; RT@c .@d")
    assert shown == "RT [user]: call [phone] or [phone], mail [mail]. cc [user]; RT[user] .[user]"
    assert masks_in(shown) == 7
    assert masked(shown) == shown


def test_signs_that_nobody_sees_stay_where_nothing_is_masked():
    for text in ("می‌شود", "👩‍🚒 12,000\u200b people", "a­b", "1️⃣ first"):
        assert masked(text) == text


def test_links_keep_their_letters_and_digits():
    link = "https://t.co/7xY0917a5b http://bit.ly/0a1b2c3d https://example.org/2013/06/21/0123.html"
    assert masked(link) == link


@pytest.mark.parametrize(
    "piece", ["0", "0 ", "+1", "(1", "@", "a@", "a.", "1.1111,", "1°", "1°1'", "call 1", "lat ", "?a=1,"]
)
def test_long_texts_take_as_long_as_they_are(piece):
    """A slow one would not end in the time that a test has."""
    assert isinstance(masked(piece * (300_000 // len(piece))), str)
