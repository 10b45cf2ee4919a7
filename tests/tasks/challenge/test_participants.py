"""Participants: they join by a code, send runs by form and by token, and see their own runs alone."""

import gzip
import re

import httpx
import pytest
from sqlalchemy import select

from mercalli.tasks.challenge.doors import tables
from mercalli.tasks.challenge.doors.database import reading
from mercalli.tasks.challenge.doors.server.sessions import digest
from mercalli.tasks.challenge.doors.teams import folded
from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.folders import TOML, opened, run_of
from tests.tasks.challenge.sites import PASSWORD, SECRET, code_of, joined, put, send_form, served, token_of, visit

WRONG = "wrong horse"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A served challenge: its host, its truths and its address."""
    found, labels = opened(tmp_path_factory.mktemp("parts") / "c", text=TOML + "runs_per_day = 50\n")
    with served(found) as address:
        yield found, labels, address


def test_a_run_goes_from_the_form_to_its_score_and_the_finals(place):
    host, labels, _ = place
    with joined(place, "Ada") as client:
        sent = send_form(client, "/me", "/me/submit", files={"run": ("r.csv", run_of(labels, 0.9))}, key="k")
        page = sent.headers["location"]
        assert "queued, 1st in line" in client.get(page).text
        assert "hx-trigger" in client.get(page).text
        work(host)
        text = client.get(page).text
        assert "scored" in text
        assert "hx-trigger" not in text
        assert client.get(f"{page}.json").json()["measures"][0]["metric"] == "accuracy"
        run = page.rpartition("/")[2]
        assert send_form(client, "/me", "/me/finals", phase="main", run=run).status_code == 303
        assert '<span class="tag">final</span>' in client.get("/me").text


def test_a_bad_run_is_told_with_every_message(place):
    with joined(place, "Bea") as client:
        sent = send_form(client, "/me", "/me/submit", files={"run": ("<b>.csv", b"id,pred\n0,quake\n")})
        text = client.get(sent.headers["location"]).text
        assert "invalid" in text
        assert "pred is &#39;quake&#39;" in text
        assert "<b>.csv" not in text


def test_the_same_form_sent_twice_is_one_run(place):
    _, labels, _ = place
    with joined(place, "Cy") as client:
        files = {"run": ("r.csv", run_of(labels, 0.9))}
        first, second = (send_form(client, "/me", "/me/submit", files=files, key="same") for _ in range(2))
        assert first.headers["location"] == second.headers["location"]


def test_a_program_sends_a_run_once_however_often_it_asks(place):
    _, labels, _ = place
    with joined(place, "Dee") as client:
        token, run = token_of(client), gzip.compress(run_of(labels, 0.8))
        first, again = put(client.base_url, token, run, "a"), put(client.base_url, token, run, "a")
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.json()["submission"] == again.json()["submission"]
        assert put(client.base_url, token, run_of(labels, 0.1), "a").status_code == 409
        bad = put(client.base_url, token, b"id\n", "b")
        assert bad.status_code == 422
        assert bad.json()["messages"]
        headers = {"Authorization": f"Bearer {token}"}
        url = f"{client.base_url}/api/submissions"
        assert len(httpx.get(url, headers=headers, trust_env=False).json()) == 2
        assert httpx.put(url, content=run, headers=headers, trust_env=False).status_code == 422  # no key


def test_what_is_too_large_is_refused_also_in_chunks(place):
    host, _, _ = place
    with joined(place, "Eve") as client:
        token, big = token_of(client), 4 << 20
        assert put(client.base_url, token, b"x" * big, "a").status_code == 413
        assert put(client.base_url, token, (b"x" * (1 << 16) for _ in range(big >> 16)), "b").status_code == 413
        assert send_form(client, "/me", "/me/submit", files={"run": ("r.csv", b"x" * big)}).status_code == 413
        assert list((host.store / "incoming").iterdir()) == []


def test_tokens_end_when_revoked_and_allow_what_they_say(place):
    _, labels, _ = place
    with joined(place, "Fay") as client:
        reader, author = token_of(client, "read"), token_of(client)
        assert put(client.base_url, reader, run_of(labels), "a").status_code == 401
        prefix = author.rpartition("_")[0] if author.count("_") == 2 else author[:12]
        assert send_form(client, "/me", f"/me/tokens/{prefix}/revoke").status_code == 303
        refused = put(client.base_url, author, run_of(labels), "a")
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"


def test_runs_and_tokens_of_others_are_as_if_they_were_not_there(place):
    _, labels, _ = place
    with joined(place, "Gil") as one, joined(place, "Hal") as other:
        sent = send_form(one, "/me", "/me/submit", files={"run": ("r.csv", run_of(labels, 0.9))})
        page, token, foreign = sent.headers["location"], token_of(one), token_of(other)
        run = page.rpartition("/")[2]
        headers = {"Authorization": f"Bearer {foreign}"}
        url = f"{other.base_url}/api/submissions/{run}"
        answers = [other.get(page), other.get(f"{page}.json"), httpx.get(url, headers=headers, trust_env=False)]
        assert {each.status_code for each in answers} == {404}
        assert answers[0].text == other.get("/me/runs/0000000000").text
        assert send_form(other, "/me", "/me/finals", phase="main", run=run).status_code == 404
        assert send_form(other, "/me", f"/me/tokens/{token[:12]}/revoke").status_code == 404


def test_a_team_has_members_by_its_code_alone(place):
    host, _, address = place
    with joined(place, "Ida") as client, visit(address) as other:
        code = SECRET.search(send_form(client, "/me", "/me/code").text)[1]
        taken = {"name": "Jon", "password": PASSWORD, "team": "team IDA", "code": code_of(host)}
        assert "This team name is taken" in send_form(other, "/join", "/join", **taken).text
        fits = {"name": "Jon", "password": PASSWORD, "code": code}
        assert send_form(other, "/join", "/join", **fits).status_code == 303
        assert "Ida, Jon" in client.get("/me").text
        assert send_form(other, "/join", "/join", **{**fits, "name": "Kim"}).status_code == 403  # used up


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"password": "short"}, "A password has 10 to 200 characters."),
        ({"code": "wrong"}, "This code is not valid"),
        ({"name": "=cmd"}, "A user name has"),
        ({"name": "Organiser 2"}, "may not begin with"),
        ({"team": ""}, "A team name has"),
    ],
)
def test_whoever_cannot_join_is_told_why_and_leaves_nothing(place, more, text):
    host, _, address = place
    fields = {"name": "Lea", "password": PASSWORD, "team": "Team L", "code": code_of(host), **more}
    with visit(address) as client:
        assert text in send_form(client, "/join", "/join", **fields).text.replace("&#39;", "'")
    with reading(host.engine) as connection:
        assert connection.execute(select(tables.users).where(tables.users.c.name == "Lea")).first() is None


def test_unknown_users_and_wrong_passwords_get_one_answer(place):
    _, _, address = place
    with joined(place, "Max") as client:
        assert send_form(client, "/me", "/logout").status_code == 303
        assert client.get("/me").status_code == 303
    with visit(address) as client:
        wrong = send_form(client, "/login", "/login", name="Max", password=WRONG)
        unknown = send_form(client, "/login", "/login", name="Nobody", password=WRONG)
        assert (wrong.status_code, wrong.text.replace("Max", "Nobody")) == (unknown.status_code, unknown.text)
        assert wrong.status_code == 403
        assert send_form(client, "/login", "/login", name="max", password=PASSWORD).headers["location"] == "/me"
        assert client.get("/me").status_code == 200


def test_a_password_cannot_be_guessed_at_will(place):
    _, _, address = place
    with visit(address) as client:
        answers = [send_form(client, "/login", "/login", name="Target", password=WRONG) for _ in range(21)]
    assert {each.status_code for each in answers} == {403, 429}  # the limit of one name, in at most two stretches
    assert all(1 <= int(each.headers["retry-after"]) <= 300 for each in answers if each.status_code == 429)


def test_one_address_cannot_lock_a_user_out_everywhere(place):
    host, _, address = place
    known = digest(folded("Victim"))
    with visit(address) as client:
        for _ in range(14):
            send_form(client, "/login", "/login", name="Victim", password=WRONG)
    with reading(host.engine) as connection:
        tried = select(tables.rates.c.count).where(tables.rates.c.subject == f"login as:{known}")
        assert max(connection.execute(tried).scalars()) <= 10  # of 100


def test_a_file_that_is_sent_again_is_told_on_its_page(place):
    _, labels, _ = place
    with joined(place, "Dup") as client:
        files = {"run": ("r.csv", run_of(labels, 0.85, seed=8))}
        pages = [send_form(client, "/me", "/me/submit", files=files).headers["location"] for _ in range(2)]
        first = pages[0].rpartition("/")[2]
        assert "You sent the same file before" not in client.get(pages[0]).text
        assert f"You sent the same file before, as {first}." in client.get(pages[1]).text


def test_forms_of_other_sites_are_refused(place):
    _, _, address = place
    with joined(place, "Nia") as client:
        token = re.search(r'name="csrf" value="(\w+)"', client.get("/me").text)[1]
        fields = {"csrf": token, "scope": "read"}
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""}):
            assert client.post("/me/tokens", data=fields, headers=headers).status_code == 403
        assert client.post("/me/tokens", data={**fields, "csrf": "0" * 64}).status_code == 403
        with joined(place, "Oto") as other:
            theirs = re.search(r'name="csrf" value="(\w+)"', other.get("/me").text)[1]
        assert client.post("/me/tokens", data={**fields, "csrf": theirs}).status_code == 403
        assert client.post("/me/tokens", data=fields).status_code == 200
    assert address


def test_secrets_are_stored_as_hashes_alone(place):
    host, _, _ = place
    with joined(place, "Pia") as client:
        token, cookie = token_of(client), client.cookies["mercalli"]
    kept = b"".join(file.read_bytes() for file in host.store.glob("challenge.db*"))
    assert token[:12].encode() in kept
    for secret in (token, cookie, PASSWORD):
        assert secret.encode() not in kept
    assert b"$argon2id$" in kept


def test_the_cookie_is_for_this_host_alone_on_https(place):
    _, _, address = place
    plain = httpx.get(f"{address}/login", trust_env=False).headers["set-cookie"]
    assert plain.startswith("mercalli=")
    headers = {"X-Forwarded-Proto": "https"}  # as a proxy on this machine says
    safe = httpx.get(f"{address}/login", headers=headers, trust_env=False).headers["set-cookie"]
    assert safe.startswith("__Host-mercalli=")
    for word in ("HttpOnly", "Path=/", "SameSite=lax", "Secure"):
        assert word in safe
