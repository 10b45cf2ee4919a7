"""The organiser's desk, from the one-time link to the close."""

import io
import re
import zipfile

import pytest

from mercalli.tasks.challenge.challenge import CAPS
from mercalli.tasks.challenge.doors.database import writing
from mercalli.tasks.challenge.doors.server.sessions import digest
from mercalli.tasks.challenge.doors.teams import put_team
from mercalli.tasks.challenge.doors.worker import work
from tests.tasks.challenge.folders import ME, TOML, opened, run_of, send, team
from tests.tasks.challenge.sites import SECRET, joined, process, put, send_form, served, token_of, visit

CODE = "once"
CAPPED = TOML + "runs_per_day = 1\n"


@pytest.fixture
def place(tmp_path):
    found, labels = opened(tmp_path / "c", text=CAPPED)
    with served(found, link=digest(CODE)) as address:
        yield found, labels, address


@pytest.fixture
def desk(place):
    """The organiser, who entered by the link."""
    with visit(place[2]) as client:
        assert send_form(client, "/enter", "/enter", code=CODE).headers["location"] == "/desk"
        yield client


def test_the_link_works_once(place, desk):
    with visit(place[2]) as other:
        assert other.get(f"/enter?code={CODE}").status_code == 404
        token = re.search(r'value="(\w+)"', other.get("/login").text)[1]
        assert other.post("/enter", data={"csrf": token, "code": CODE}).status_code == 404
    assert desk.get("/desk").status_code == 200


def test_a_wrong_code_does_not_use_up_the_link(place):
    with visit(place[2]) as client:
        assert send_form(client, "/enter", "/enter", code="wrong").status_code == 404
        assert send_form(client, "/enter", "/enter", code=CODE).status_code == 303


def test_a_team_gets_more_runs_by_an_exception_and_none_when_excluded(place, desk):
    host, labels, address = place
    code = SECRET.search(send_form(desk, "/desk", "/desk/codes", uses="1", days="1").text)[1]
    with joined(place, "Ada", code=code) as client:
        token = token_of(client)
        assert put(address, token, run_of(labels, 0.9), "a").status_code == 201
        refused = put(address, token, run_of(labels, 0.8), "b")
        assert (refused.status_code, refused.json()["error"]) == (429, "cap_today")
        assert 0 < int(refused.headers["retry-after"]) <= 24 * 3600
        number = str(team(host, "Team Ada"))
        granted = {"team": number, "phase": "main", "more_runs": "1", "reason": "<b>ill</b>"}
        assert send_form(desk, "/desk", "/desk/exceptions", **granted).status_code == 303
        assert "&lt;b&gt;ill" in desk.get("/desk").text
        assert put(address, token, run_of(labels, 0.8), "b").status_code == 201
        work(host)
        assert "Team Ada" in client.get("/board").text
        put_out = {"team": number, "excluded": "true", "reason": "copied answers"}
        assert send_form(desk, "/desk", "/desk/teams", **put_out).status_code == 303
        assert client.get("/board.json").json()["entries"] == []
        assert put(address, token, run_of(labels, 0.7), "c").json()["error"] == "disabled"


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"closes": "noon"}, 400),
        ({"reason": " "}, 400),
        ({"phase": "late"}, 404),
        ({"team": "999"}, 404),
        ({"more_runs": "-1"}, 422),
    ],
)
def test_an_exception_that_makes_no_sense_is_refused(place, desk, more, status):
    fields = {"team": str(team(place[0])), "phase": "main", "reason": "ill", **more}
    assert send_form(desk, "/desk", "/desk/exceptions", **fields).status_code == status


def test_caps_of_all_teams_are_changed_at_the_desk_and_told_on_the_pages(place, desk):
    _, labels, address = place
    caps = {name: str(number) for number, name in enumerate(CAPS, 2)}
    with joined(place, "Ada") as client:
        assert "You may send 1 run today" in client.get("/me").text
        changed = send_form(desk, "/desk", "/desk/caps", phase="main", reason="<b>rain</b>", **caps)
        assert (changed.status_code, changed.headers["location"]) == (303, "/desk")
        assert "You may send 2 runs today" in client.get("/me").text
        assert "6 a day, 7 in all" in client.get("/rules").text
        assert "6 a day, 7 in all" in desk.get("/desk").text
        assert "&lt;b&gt;rain" in desk.get("/desk/audit").text
        token = token_of(client)
        sent = [put(address, token, run_of(labels, 0.9), key).status_code for key in "abc"]
        assert sent == [201, 201, 429]
        assert send_form(client, "/me", "/desk/caps", phase="main", reason="mine", **caps).status_code == 404


@pytest.mark.parametrize(
    ("more", "status"),
    [({"runs": "-1"}, 422), ({"runs": "1000001"}, 422), ({"runs": "many"}, 422), ({"phase": "late"}, 404)],
)
def test_caps_that_are_none_are_refused(desk, more, status):
    fields = {**dict.fromkeys(CAPS, "3"), "phase": "main", "reason": "rain", **more}
    assert send_form(desk, "/desk", "/desk/caps", **fields).status_code == status
    assert send_form(desk, "/desk", "/desk/caps", phase="main", reason="rain").status_code == 422


def test_a_file_that_several_teams_sent_is_told_at_the_desk(place, desk):
    host, labels, _ = place
    same = run_of(labels, 0.66, seed=77)
    one, two = (send(host, same, name).submission for name in ("Copy", "Copier"))
    own = send(host, run_of(labels, 0.67, seed=78), "Honest").submission
    text = desk.get("/desk/runs").text
    assert f"the same file as {one}" in text
    assert f"the same file as {two}" in text
    assert f"the same file as {own}" not in text


def test_nobody_joins_a_baseline_which_has_no_caps(place, desk):
    with writing(place[0].engine) as connection:
        number = put_team(connection, "random", ME, baseline=True).id
    answer = send_form(desk, "/desk", "/desk/codes", team=str(number))
    assert (answer.status_code, "nobody can join it" in answer.text) == (400, True)


def test_runs_are_scored_again_and_a_phase_is_closed(place, desk):
    host, labels, address = place
    with joined(place, "Ada") as client:
        put(address, token_of(client), run_of(labels, 0.9), "a")
    assert "still being scored" in send_form(desk, "/desk", "/desk/close", phase="main", early="true").text
    work(host)
    assert send_form(desk, "/desk", "/desk/rescore", why="new version").status_code == 303
    assert work(host) == 1
    assert "tick the box" in send_form(desk, "/desk", "/desk/close", phase="main").text
    assert send_form(desk, "/desk", "/desk/close", phase="main", early="true").status_code == 303
    with visit(address) as public:
        assert "Team Ada" in public.get("/board?part=private").text
    with zipfile.ZipFile(io.BytesIO(desk.get("/desk/export.zip").content)) as packed:
        assert {"split.json", "board_main_private.csv", "key.json"} <= set(packed.namelist())
    log = desk.get("/desk/audit").text
    assert all(word in log for word in ("rescore", "new version", "close", "join", "enter"))
    assert desk.get("/desk/audit.csv").text.splitlines()[0] == "at,actor,action,object,details"


def test_a_local_server_prints_the_link_and_lets_nobody_else_near(mercalli, tmp_path):
    opened(tmp_path / "c")
    done = mercalli("challenge", "serve", "c", "--local", "--host", "0.0.0.0")  # noqa: S104 - refused
    assert done.returncode == 2
    assert "--local" in done.stderr
    with process(tmp_path / "c", "--local") as (server, address):
        link = re.search(r"http\S+", server.stdout.readline())[0]
        assert link.startswith(f"{address}/enter?code=")
        with visit(address) as client:
            code = link.partition("=")[2]
            assert send_form(client, link, "/enter", code=code).headers["location"] == "/desk"


def test_a_code_made_on_the_command_line_lets_an_organiser_join(mercalli, place):
    done = mercalli("challenge", "invite", "c", "--organiser")
    with joined(place, "Otto", code=done.stdout.strip()) as client:
        assert client.get("/desk").status_code == 200
    assert "There is no team" in mercalli("challenge", "invite", "c", "--team", "Nobody").stderr
