"""`mercalli count`, `show` and `merge`, and the commands that take their files."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.shell.screen import refused

KEYGEN = shutil.which("ssh-keygen")
NAMES = ("--truth", "truth", "--pred", "pred,other", "--classes", "fire,flood,quake")


@pytest.fixture
def counted(mercalli):
    """Counts rows.csv into files of some sites."""

    def count(*sites, more=()):
        for site in sites:
            done = mercalli("count", "rows.csv", *NAMES, "--site", site, "--out", f"{site}.stat", *more)
            assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return count


def test_count_says_that_counts_are_exact_and_what_to_do_before_sending_them(counted):
    lines = counted("a").splitlines()
    assert lines[1] == "exact counts: a.stat (6 rows, 1 part, 6 entries)"
    assert lines[2] == "Nothing is rounded or hidden. Before you send it: mercalli show a.stat"


def test_show_says_first_that_counts_are_exact(counted, mercalli, snapshot):
    counted("a", more=("--by", "lang", "--period", "2026-11-01/2026-11-08"))
    shown = mercalli("show", "a.stat").stdout
    assert shown.startswith("Exact counts: nothing in 'a.stat' is rounded, hidden or changed.\n")
    assert shown == snapshot("show", shown)
    assert mercalli("a.stat").stdout == shown


def test_show_as_json_has_the_smallest_counts(counted, mercalli):
    counted("a", more=("--by", "lang"))
    found = json.loads(mercalli("show", "a.stat", "--json").stdout)
    assert (found["counts"], found["rows"], found["small_entries"]["1 to 1"]) == ("exact", 6, 6)
    assert found["smallest"]["by:lang"] == {"value": "en", "rows": 3}


def test_a_sum_says_of_which_parts_it_is(counted, mercalli):
    counted("a", "b")
    assert mercalli("merge", "b.stat", "a.stat", "--out", "all.stat.gz").stdout.startswith(
        "exact counts: all.stat.gz (12 rows, 2 parts, 6 entries)"
    )
    for command in ("evaluate", "compare"):
        done = mercalli(command, "all.stat.gz", "--json", "--replicates", "100")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["provenance"]["origin"] == "'all.stat.gz' (2 parts: 'a', 'b')"


def test_the_same_numbers_come_from_rows_and_from_counts(counted, mercalli):
    counted("a")
    asked = ("--json", "--replicates", "100")
    rows = json.loads(mercalli("evaluate", "rows.csv", *NAMES, *asked).stdout)
    counts = json.loads(mercalli("evaluate", "a.stat", *asked).stdout)
    assert rows["systems"] == counts["systems"]
    rows, counts = (each["comparison"]["pairs"] for each in (rows, counts))
    assert rows == counts


def test_a_report_is_written_from_counts(counted, mercalli, tmp_path):
    counted("a")
    assert mercalli("evaluate", "a.stat", "--out", "report", "--replicates", "0").returncode == 0
    assert (tmp_path / "report" / "index.html").exists()


def test_a_day_is_added_to_the_days_before_in_place(counted, mercalli):
    counted("a", "b")
    mercalli("merge", "a.stat", "--out", "total.stat")
    done = mercalli("merge", "total.stat", "b.stat", "--out", "total.stat", "--overwrite")
    assert "12 rows, 2 parts" in done.stdout
    again = mercalli("merge", "total.stat", "b.stat", "--out", "total.stat", "--overwrite")
    assert "The same part is in 'total.stat' and in 'b.stat'" in refused(again)


def test_check_writes_nothing(counted, mercalli, tmp_path):
    counted("a", "b")
    done = mercalli("merge", "a.stat", "b.stat", "--check")
    assert done.stdout == "The files fit: 12 rows in 2 parts. Nothing was written.\n"
    assert sorted(file.name for file in tmp_path.glob("*.stat")) == ["a.stat", "b.stat"]


REFUSED = {
    "the same file twice": (("merge", "a.stat", "a.stat", "--check"), "The same part is twice in 'a.stat'"),
    "no place to write to": (("merge", "a.stat"), "says where to write the sum"),
    "both": (("merge", "a.stat", "--check", "--out", "b.stat"), "says where to write the sum"),
    "another ending": (("merge", "a.stat", "--out", "b.csv"), "must end in .stat or .stat.gz"),
    "a file that exists": (("merge", "a.stat", "--out", "a.stat"), "exists already"),
    "rows": (("merge", "rows.csv", "--check"), "first line must be a header"),
    "rows shown": (("show", "rows.csv"), "first line must be a header"),
    "several": (("evaluate", "a.stat", "b.stat"), "statistics are added up first, with mercalli merge"),
    "truth": (("evaluate", "a.stat", "--truth", "truth"), "--truth is for rows"),
    "text": (("evaluate", "a.stat", "--text", "text"), "--text is for rows"),
    "ids": (("compare", "a.stat", "--id", "id"), "--id is for rows"),
    "examples": (("compare", "a.stat", "--examples", "3"), "--examples is for rows"),
    "items": (("compare", "a.stat", "--items", "all"), "--items is for rows"),
    "Spark": (("evaluate", "a.stat", "--engine", "spark"), "--engine is for rows"),
    "scores": (("threshold", "a.stat"), "is a statistic of labels, and this needs one of scores"),
    "counts again": (("count", "a.stat", "--out", "c.stat"), "holds counts and no rows"),
    "a key of all": (
        ("count", "rows.csv", *NAMES, "--unit", "doc", "--key", "rows.csv", "--out", "c.stat"),
        "be read by",
    ),
    "no key": (("count", "rows.csv", *NAMES, "--unit", "doc", "--out", "c.stat"), "--unit needs a key"),
    "a slice": (("evaluate", "a.stat", "--by", "lang"), "Count the rows again with --by lang"),
    "a task": (("count", "rows.csv", *NAMES, "--task", "maps", "--out", "c.stat"), "--task must be one of 'labels'"),
}


def test_what_is_refused_leaves_nothing_behind(counted, mercalli, tmp_path):
    counted("a")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    for name, (arguments, said) in REFUSED.items():
        assert said in refused(mercalli(*arguments)), name
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before


@pytest.mark.skipif(KEYGEN is None, reason="signatures need OpenSSH")
def test_files_are_signed_and_merge_asks_for_it(counted, mercalli, tmp_path, written):
    counted("a", "b")
    subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ana"], check=True, timeout=60)
    public = (tmp_path / "ana.pub").read_text(encoding="utf-8").split()
    written("signers", f"ana@example.org {public[0]} {public[1]}\n")
    asked = ("merge", "a.stat", "b.stat", "--check", "--signers", "signers")
    mercalli("sign", "a.stat", "--key", "ana")
    assert "'b.stat' has no signature" in refused(mercalli(*asked))
    mercalli("sign", "b.stat", "--key", "ana")
    assert "a.stat: signed by ana@example.org (ED25519 key SHA256:" in mercalli(*asked).stdout
    found = json.loads(mercalli("verify", "a.stat", "--signers", "signers", "--json").stdout)
    assert (found["kind"], found["signed_by"]) == ("statistic", "ana@example.org")
    (tmp_path / "a.stat").write_bytes((tmp_path / "b.stat").read_bytes())
    assert "does not fit 'a.stat'" in refused(mercalli(*asked))


def test_scores_are_counted_added_up_and_evaluated(mercalli, written):
    rows = [f"{at % 3 % 2},{(7 * at % 50 + 30 * (at % 3 % 2)) / 100}" for at in range(120)]
    for site, part in (("a", rows[::2]), ("b", rows[1::2]), ("all", rows)):
        written(f"{site}.csv", "\n".join(["truth,score", *part, ""]))
        done = mercalli("count", f"{site}.csv", "--task", "scores", "--site", site, "--out", f"{site}.stat")
        assert (done.returncode, done.stderr) == (0, "")
    done = mercalli("merge", "b.stat", "a.stat", "--out", "sum.stat")
    assert done.stdout.startswith("exact counts: sum.stat (120 rows, 2 parts,")
    assert "for: mercalli threshold, mercalli rank" in mercalli("show", "sum.stat").stdout
    for command in (("threshold", "--cost-fp", "1"), ("rank", "--k", "10")):
        one, two = (
            mercalli(command[0], file, *command[1:], "--json", "--replicates", "100")
            for file in ("sum.stat", "all.stat")
        )
        assert (one.returncode, one.stderr) == (0, "")
        systems = [json.loads(each.stdout)["systems"] for each in (one, two)]
        assert systems[0] == systems[1]
    for wrong, words in (
        (("threshold", "sum.stat", "--truth", "truth"), "--truth is for rows"),
        (("rank", "a.stat", "b.stat"), "added up first, with mercalli merge"),
        (("evaluate", "sum.stat"), "is a statistic of scores"),
        (("count", "a.csv", "--task", "scores", "--bins", "20", "--out", "c.stat"), "a power of two up to 1,024"),
    ):
        assert words in " ".join(refused(mercalli(*wrong)).split())


def test_label_sets_are_counted_added_up_and_evaluated(mercalli, written):
    sets = ["fire", "fire;flood", "", "flood", "n/a"]
    rows = [f"{sets[at % 5]},{sets[at * 3 % 7 % 5]},{'north' if at % 3 else 'south'}" for at in range(60)]
    asked = ("--labels", "fire,flood", "--by", "area")
    for site, part in (("a", rows[::2]), ("b", rows[1::2]), ("all", rows)):
        written(f"{site}.csv", "\n".join(["truth,pred,area", *part, ""]))
        named = ("--task", "multilabel", "--site", site, "--out", f"{site}.stat")
        done = mercalli("count", f"{site}.csv", *asked, *named)
        assert (done.returncode, done.stderr) == (0, "")
    done = mercalli("merge", "b.stat", "a.stat", "--out", "sum.stat")
    assert done.stdout.startswith("exact counts: sum.stat (60 rows, 2 parts,")
    shown = mercalli("show", "sum.stat").stdout
    assert "for: mercalli multilabel" in shown
    assert "2 labels: fire and flood" in shown
    calls = [("sum.stat",), ("all.stat",), ("all.csv", *asked)]
    results = [mercalli("multilabel", *call, "--json", "--replicates", "100") for call in calls]
    assert [(each.returncode, each.stderr) for each in results] == [(0, "")] * 3
    counts, whole, from_rows = (json.loads(each.stdout) for each in results)
    assert counts["systems"] == whole["systems"] == from_rows["systems"]
    screens = [mercalli("multilabel", *call, "--replicates", "100").stdout.split("\n\n", 1)[1] for call in calls]
    assert screens[0] == screens[1] == screens[2]
    mercalli("count", "a.csv", "--task", "multilabel", "--labels", "fire,flood,quake", "--out", "other.stat")
    mercalli("count", "a.csv", "--task", "multilabel", *asked, "--separator", ";", "--out", "signs.stat")
    for wrong, words in (
        (("multilabel", "sum.stat", "--truth", "truth"), "--truth is for rows"),
        (("multilabel", "sum.stat", "--separator", ";"), "--separator is for rows"),
        (("multilabel", "sum.stat", "--by", "lang"), "Count the rows again with --by lang"),
        (("multilabel", "sum.stat", "--text", "text"), "--answers is for rows"),
        (("evaluate", "sum.stat"), "is a statistic of multilabel"),
        (("merge", "b.stat", "other.stat", "--check"), "Count with the same --labels"),
        (("merge", "b.stat", "signs.stat", "--check"), "Count with the same --separator"),
        (("merge", "sum.stat", "a.stat", "--check"), "The same part is in"),
        (("count", "a.csv", "--task", "multilabel", "--weight", "area", "--out", "c.stat"), "is not counted for"),
        (("count", "a.csv", "--task", "multilabel", "--labels", "fire", "--out", "c.stat"), "not among the 1 declared"),
    ):
        assert words in " ".join(refused(mercalli(*wrong)).split())
