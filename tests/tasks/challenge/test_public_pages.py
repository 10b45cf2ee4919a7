"""What everybody may see of a served challenge."""

import csv
import io
import json
import signal
import subprocess
import sys

import httpx
import pytest

from mercalli.tasks.challenge.doors.boards import public_board
from mercalli.tasks.challenge.doors.closing import close_phase
from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.folders import ME, TOML, opened, run_of, send
from tests.tasks.challenge.sites import process, served, visit

HOSTILE = "<script>alert(1)</script>"
TEXT = f"""title = "Floods {HOSTILE}"
text = "# About\\n{HOSTILE} [x](javascript:alert) ![p](http://example.org/p.png) [ok](https://example.org) **bold**"
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """Four teams with scored runs, two of them the same, one named like a script."""
    found, labels = opened(tmp_path_factory.mktemp("public") / "c", text=TEXT + TOML)
    for name, right in (("Anna", 0.95), (f"Bela {HOSTILE}", 0.95), ("Cleo", 0.5), ("Dora", 0.7)):
        send(found, run_of(labels, right), name)
    work(found)
    return found


@pytest.fixture(scope="module")
def client(host):
    with served(host) as address, visit(address) as found:
        yield found


def test_pages_say_what_the_challenge_is(client):
    assert "<strong>bold</strong>" in client.get("/").text
    assert "accuracy" in client.get("/rules").text
    assert "fire, flood" in client.get("/rules").text
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/challenge.json").json()["phases"][0]["state"] == "open"


def test_texts_of_others_are_never_html(client):
    for page in ("/", "/rules", "/board", "/board/embed", f"/board?team={HOSTILE}", "/nothing<script>"):
        text = client.get(page).text
        assert "<script>" not in text
        assert "alert(1)&lt;/script" in text
    home = client.get("/").text
    assert "<img" not in home
    assert 'href="javascript' not in home
    assert 'href="https://example.org"' in home


def test_the_board_is_that_of_the_command(host, client):
    board = public_board(host)
    twin = client.get("/board.json").json()
    assert [each["rank"] for each in twin["entries"]] == [entry.rank for entry in board.entries] == [1, 1, 3, 4]
    rows = list(csv.DictReader(io.StringIO(client.get("/board.csv").text)))
    assert [float(row["accuracy"]) for row in rows] == [entry.value for entry in board.entries]
    assert board.says in client.get("/board").text.replace("&#39;", "'")


def test_the_board_is_sorted_and_filtered_without_scripts(client):
    text = client.get("/board", params={"sort": "team", "down": "true"}).text
    assert text.index("Dora") < text.index("Cleo") < text.index("Anna")
    one = client.get("/board", params={"team": "cle"}).text
    assert "Cleo" in one
    assert "Dora" not in one
    assert client.get("/board", params={"sort": "nothing"}).status_code == 200


def test_a_run_on_the_board_has_a_card_and_others_have_none(host, client):
    shown = public_board(host).entries[0].submission
    assert "Rank 1 of 4" in client.get(f"/card/{shown}").text
    assert client.get(f"/card/{shown}.json").json()[0]["team"] == "Anna"
    assert client.get("/card/0000000000").status_code == 404
    assert client.get("/card/0000000000.json").json()["error"] == "not_found"


def test_the_private_board_is_there_after_the_close_alone(tmp_path):
    host, labels = opened(tmp_path / "c")
    send(host, run_of(labels, 0.8))
    work(host)
    with served(host) as address, visit(address) as client:
        before = [client.get(f"/board{twin}?part=private") for twin in ("", ".json", ".csv", "/embed")]
        assert {each.status_code for each in before} == {404}
        close_phase(host, None, ME, early=True)
        after = [client.get(f"/board{twin}?part=private") for twin in ("", ".json", ".csv", "/embed")]
        assert {each.status_code for each in after} == {200}
        assert "Private board" in after[0].text


@pytest.mark.parametrize(
    "page", ["/", "/board", "/nothing", "/board?part=other", "/static/site.css", "/static/x", "/key.json"]
)
def test_every_answer_is_shielded(client, page):
    headers = client.get(page).headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("page", ["/", "/board.csv", "/key.json", "/healthz", "/nothing", "/me", "/desk.json"])
def test_head_is_answered_like_get_without_a_body(client, page):
    asked, told = client.head(page), client.get(page)
    assert (asked.status_code, asked.content) == (told.status_code, b"")
    for name in ("content-type", "content-length", "content-security-policy", "cache-control"):
        assert asked.headers.get(name) == told.headers.get(name)


def test_only_the_embedded_board_may_be_framed(client):
    headers = client.get("/board/embed").headers
    assert headers["content-security-policy"].endswith("frame-ancestors *")
    assert "x-frame-options" not in headers


def test_behind_a_proxy_all_links_have_its_path(host):
    with served(host, root_path="/floods") as address, visit(address) as client:
        text = client.get("/board").text
        assert 'href="/floods/static/site.css"' in text
        assert 'href="/board' not in text


def test_a_server_scores_what_comes_and_stops_when_told(tmp_path):
    found, labels = opened(tmp_path / "c")
    receipt = send(found, run_of(labels, 0.8))
    with process(tmp_path / "c") as (server, address):
        assert httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
        second = subprocess.run(
            [sys.executable, "-m", "mercalli", "challenge", "serve", str(tmp_path / "c"), "--port", "0"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert "is served already by another process" in second.stderr
        lines = (json.loads(line) for line in server.stderr)
        assert any(line["event"] == "scored" for line in lines)
        assert httpx.get(f"{address}/card/{receipt.submission}", trust_env=False).status_code == 200
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--host", "256.0.0.1"), "cannot listen at 256.0.0.1 port 8000"),
        (("--root-path", "floods/"), "a path as in /floods"),
    ],
)
def test_a_place_that_cannot_be_served_is_told(mercalli, tmp_path, options, text):
    opened(tmp_path / "c")
    done = mercalli("challenge", "serve", "c", *options)
    assert done.returncode == 2
    assert text in done.stderr
