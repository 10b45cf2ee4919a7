"""Whatever people write, no page runs it, no form of another site is taken, and every answer is shielded."""

from html.parser import HTMLParser

import pytest

from tests.tasks.challenge.crowds import HOSTILE, LINK, PICTURE, SCRIPT, crowd, last_line, role_of
from tests.tasks.challenge.sites import TOKEN, joined

OURS = {"/static/htmx-2.0.11.min.js"}
LINKS = ("/", "#", "http://example.org", "https://example.org", "http://%5B", "data:,")
SHIELD = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
EVIL = ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""}, {"Origin": "http://127.0.0.1"})


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    with crowd(tmp_path_factory.mktemp("hostile") / "c") as found:
        yield found


class Tags(HTMLParser):
    """What a browser would run or load."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.loads, self.handlers = set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.handlers += [name for name in values if name.startswith("on")]
        if tag in {"script", "iframe", "object", "embed", "img", "video", "audio"}:
            self.scripts.add(values.get("src") or tag)
        self.loads |= {values[name] for name in ("href", "src", "action", "formaction") if values.get(name)}


def checked(text):
    found = Tags(text)
    assert found.scripts <= OURS
    assert not found.handlers
    assert not [url for url in found.loads if not url.startswith(LINKS)]


def test_no_text_becomes_part_of_a_page(people):
    hostile = 0
    for role, path in people.pages():
        text = people.clients[role].get(path).text
        checked(text)
        hostile += "alert(" in text
        assert str(7919 * 7907) not in text
    assert hostile >= 10  # they are all there, as text


@pytest.mark.parametrize("text", [*HOSTILE, LINK])
def test_no_query_becomes_part_of_a_page(people, text):
    client = people.clients["public"]
    for path, name in (("/board", "team"), ("/board", "sort"), ("/board", "phase"), ("/join", "code"), ("/login", "x")):
        checked(client.get(path, params={name: text}).text)
    checked(client.get(f"/{text}").text)
    checked(client.get("/", headers={"Host": f"a{PICTURE}"}).text)


def test_what_is_filled_in_wrongly_comes_back_as_text(people):
    client = people.clients["public"]
    token = TOKEN.search(client.get("/join").text)[1]
    fields = {"csrf": token, "name": PICTURE, "password": "x", "team": SCRIPT, "code": PICTURE}
    answer = client.post("/join", data=fields)
    assert answer.status_code == 400
    assert 'value="&#34;&gt;&lt;img' in answer.text
    checked(answer.text)


def test_tables_for_spreadsheets_hold_no_formula(people):
    for role, path in (("public", "/board.csv"), ("organiser", "/desk/audit.csv")):
        text = people.clients[role].get(path).text
        cells = [cell for line in text.splitlines() for cell in line.split(",")]
        assert not [cell for cell in cells if cell[:1] in {"=", "+", "@", "\t"}]


def forms(people):
    return [(role_of(path), people.filled(path)) for path, ways in people.paths.items() if "post" in ways]


def test_no_form_is_taken_from_another_site_or_without_its_token(people):
    with joined(people.place, "Eve") as other:
        theirs = TOKEN.search(other.get("/me").text)[1]
    before = last_line(people.host)
    for role, path in forms(people):
        client = people.clients[role]
        page = {"public": "/login", "participant": "/me", "organiser": "/desk"}[role]
        token = TOKEN.search(client.get(page).text)[1]
        for headers in EVIL:
            assert client.post(path, data={"csrf": token}, headers=headers).status_code == 403, path
        for wrong in ({"csrf": "0" * 64}, {"csrf": ""}, {}, {"csrf": token.upper()}):
            assert client.post(path, data=wrong).status_code == 403, path
        assert client.post(path, data={"csrf": theirs}).status_code == 403, path
    assert last_line(people.host) == before


def test_a_form_of_our_own_is_taken(people):
    for role, path in forms(people):
        if path == "/logout":
            continue
        client = people.clients[role]
        page = {"public": "/login", "participant": "/me", "organiser": "/desk"}[role]
        token = TOKEN.search(client.get(page).text)[1]
        assert client.post(path, data={"csrf": token}).status_code != 403, path


def test_every_answer_is_shielded(people):
    for path, ways in people.paths.items():
        for role, client in people.clients.items():
            for method in {*map(str.upper, ways), "GET", "DELETE", "OPTIONS"}:
                if (method, path) != ("POST", "/logout"):
                    shielded(client.request(method, people.filled(path)), path, role)
    client = people.clients["public"]
    for path in (
        "/nothing",
        "/openapi.json",
        "/static/%2e%2e%2fsite.py",
        "/board?part=other",
        "/card/%00",
        "//evil.example",
    ):
        shielded(client.get(path), path, "public")


def shielded(answer, path, role):
    assert answer.status_code < 500, (path, role, answer.text)
    for name, value in SHIELD.items():
        assert answer.headers[name] == value, path
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.endswith("frame-ancestors *" if path == "/board/embed" else "frame-ancestors 'none'")
    assert ("x-frame-options" in answer.headers) == (path != "/board/embed")
    assert "cache-control" in answer.headers
