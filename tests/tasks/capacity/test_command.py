"""`mercalli capacity` in a process of its own: screens, sealed results, folders, and what it refuses."""

import csv

import pytest

from mercalli import from_json
from tests.shell.screen import plain, refused
from tests.tasks.capacity.streams import made

COLUMNS = ("--time", "at", "--truth", "is", "--pred", "good")
WEIGHTS = ("--weights", "urgent=5,some=2")
TEAM = ("--per-hour", "3", "--deadline", "3h", *WEIGHTS)
QUICK = ("--replicates", "0")
ASKED = ("items.csv", *COLUMNS, *TEAM)
BARE = ("items.csv", *COLUMNS, *WEIGHTS, "--deadline", "3h")


def table(columns):
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


ITEMS = made()
LINES = table(ITEMS).splitlines()
DAY = "2024-05-01T00:00:00Z,2024-05-02T00:00:00Z,3"
FILES = {
    "items.csv": table(ITEMS),
    "no_zone.csv": table({**ITEMS, "at": [each[:-1] for each in ITEMS["at"]]}),
    "days.csv": table({**ITEMS, "at": [each[:10] for each in ITEMS["at"]]}),
    "mixed.csv": table({**ITEMS, "at": [*ITEMS["at"][:7], "yesterday", *ITEMS["at"][8:]]}),
    "ids.csv": table({**ITEMS, "at": ["407167265969561600", *ITEMS["at"][1:]]}),
    "old.csv": table({**ITEMS, "at": ["1970-01-01T00:00:00Z", *ITEMS["at"][1:]]}),
    "spoken.csv": table({**ITEMS, "at": [f"Wed May 01 {at // 60:02}:{at % 60:02}:00 +0000 2024" for at in range(300)]}),
    "epoch.csv": table({**ITEMS, "at": [str(1714521600 + 60 * at) for at in range(300)]}),
    "hole.csv": f"from,to,per_hour\n{DAY}\n2024-05-02T06:00:00Z,2024-05-09T00:00:00Z,3\n",
    "overlap.csv": f"from,to,per_hour\n{DAY}\n2024-05-01T12:00:00Z,2024-05-09T00:00:00Z,3\n",
    "short.csv": f"from,to,per_hour\n{DAY}\n",
    "turned.csv": "from,to,per_hour\n2024-05-02T00:00:00Z,2024-05-01T00:00:00Z,3\n",
    "negative.csv": "from,to,per_hour\n2024-05-01T00:00:00Z,2024-05-09T00:00:00Z,-3\n",
    "nothing.csv": "from,to,per_hour\n2024-05-01T00:00:00Z,2024-05-09T00:00:00Z,0\n",
    "hours.csv": "hour,per_hour\n" + "".join(f"{hour},3\n" for hour in range(23)),
    "twice.csv": "hour,per_hour\n" + "".join(f"{hour},3\n" for hour in [*range(24), 5]),
    "columns.csv": "begin,end,per_hour\n1,2,3\n",
    "regions.csv": "hour,per_hour,region\n" + "".join(f"{hour},3,north\n" for hour in range(24)),
}
REFUSALS = {
    "no capacity": BARE,
    "two capacities": (*ASKED, "--teams", "3", "--minutes", "20"),
    "capacity of zero": (*BARE, "--per-hour", "0"),
    "capacity below zero": (*BARE, "--per-hour", "-3"),
    "teams without minutes": (*BARE, "--teams", "3"),
    "minutes missing for a class": (*BARE, "--teams", "3", "--minutes", "urgent=20,some=10"),
    "deadline that is no whole number of bins": (*ASKED[:-2], "--deadline", "90min", *WEIGHTS),
    "deadline that is no time": (*ASKED[:-2], "--deadline", "soon", *WEIGHTS),
    "neither deadline nor half-life": ("items.csv", *COLUMNS, *WEIGHTS, "--per-hour", "3"),
    "rule of worth without a half-life": (*ASKED, "--rule", "worth"),
    "half-life of zero": (*ASKED, "--half-life", "0h"),
    "no times": ("items.csv", "--time", "place", *COLUMNS[2:], *TEAM),
    "times without a zone": ("no_zone.csv", *COLUMNS, *TEAM),
    "days with hourly bins": ("days.csv", *COLUMNS, *TEAM),
    "a time that is none": ("mixed.csv", *COLUMNS, *TEAM),
    "ids as times": ("ids.csv", *COLUMNS, *TEAM),
    "a time before 1990": ("old.csv", *COLUMNS, *TEAM),
    "capacity rows that leave a hole": (*BARE, "--capacity", "hole.csv"),
    "capacity rows that overlap": (*BARE, "--capacity", "overlap.csv"),
    "capacity rows that end too soon": (*BARE, "--capacity", "short.csv"),
    "capacity rows that end before they begin": (*BARE, "--capacity", "turned.csv"),
    "capacity rows below zero": (*BARE, "--capacity", "negative.csv"),
    "capacity rows of zero": (*BARE, "--capacity", "nothing.csv"),
    "capacity without an hour": (*BARE, "--capacity", "hours.csv"),
    "capacity with an hour twice": (*BARE, "--capacity", "twice.csv"),
    "capacity with other columns": (*BARE, "--capacity", "columns.csv"),
    "regions without capacity": (*BARE, "--capacity", "regions.csv", "--region", "place"),
    "weights that are all the same": (*ASKED[:-2], "--weights", "urgent=1"),
    "weights of no class": (*ASKED[:-2], "--weights", "urgnt=5"),
    "weights below zero": (*ASKED[:-2], "--weights", "urgent=-5"),
    "urgent class that is none": (*ASKED, "--urgent", "severe"),
    "both predictions and scores": (*ASKED, "--score", "good"),
    "a zone that is none": ("no_zone.csv", *COLUMNS, *TEAM, "--timezone", "Mars"),
    "bins so narrow that there are too many": (*ASKED, "--bin", "1s", "--half-life", "200d", "--deadline", "90d"),
    "a stream without times": (*ASKED, "--stream", "hours.csv"),
}


@pytest.fixture
def replaying(mercalli, written):
    """The command in a folder of items and capacities."""
    for name, content in FILES.items():
        written(name, content)
    return mercalli


def test_a_screen_says_what_the_team_reaches(replaying, snapshot):
    done = replaying("capacity", *ASKED[:6], "good,poor", *TEAM)
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == snapshot("screen capacity of two systems 80", plain(done.stdout))
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("situation", REFUSALS)
def test_what_is_wrong_is_said_in_one_message(situation, replaying, snapshot):
    said = refused(replaying("capacity", *REFUSALS[situation]))
    assert said == snapshot(f"refused {situation}", said)


@pytest.mark.parametrize("file", ["spoken.csv", "epoch.csv"])
def test_times_are_read_as_they_are_usually_written(file, replaying):
    found = from_json(replaying("capacity", file, *COLUMNS, *TEAM, *QUICK, "--json").stdout)
    assert found.systems[0].n == 300


def test_times_without_a_zone_are_those_of_the_zone_named(replaying):
    plainly = from_json(replaying("capacity", *ASKED, *QUICK, "--json").stdout)
    named = from_json(replaying("capacity", "no_zone.csv", *ASKED[1:], *QUICK, "--timezone", "UTC", "--json").stdout)
    assert named.systems[0].measures == plainly.systems[0].measures


def test_days_do_with_bins_of_days(replaying):
    found = replaying("capacity", "days.csv", *COLUMNS, *WEIGHTS, "--per-hour", "3", "--deadline", "1d", "--bin", "1d")
    assert found.returncode == 0, found.stderr


def test_a_folder_holds_page_picture_and_tables_and_is_made_again_from_its_result(replaying, tmp_path):
    assert replaying("capacity", *ASKED, *QUICK, "--region", "place", "--out", "report").returncode == 0
    assert replaying("report", "report/result.json", "--out", "again").returncode == 0
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("report", "again")
    )
    assert first == second
    assert set(first) == {
        *("result.json", "manifest.json", "index.html", "summary.html", "report.md", "capacity.png"),
        *("metrics.csv", "metrics.json", "parts.csv", "queues.csv", "teams.csv", "time.csv", "waits.csv"),
    }
    with (tmp_path / "report" / "parts.csv").open(encoding="utf-8") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"north", "south"}


def test_a_result_is_computed_again_from_its_data(replaying):
    assert replaying("capacity", *ASKED, "--out", "report").returncode == 0
    done = replaying("reproduce", "report/result.json", "--data", "items.csv")
    assert done.returncode == 0, done.stdout + done.stderr
