"""Tables as they come from spreadsheets and other people's programs."""

import gzip
import json

import pytest

PLAIN = "id,truth,pred,text\n1,fire,fire,calm\n2,forêt,fire,calm\n3,forêt,forêt,calm\n"
CELLS = [[1, 0, 0], [1, 1, 0]]
QUICK = ("--replicates", "0", "--metrics", "accuracy", "--json")
TOGETHER = {
    "plain.csv": PLAIN,
    "bom.csv": "\ufeff" + PLAIN,
    "semicolons.csv": PLAIN.replace(",", ";"),
    "tabs.csv": PLAIN.replace(",", "\t"),
    "values.tsv": PLAIN.replace(",", "\t"),
    "bars.csv": PLAIN.replace(",", "|"),
    "crlf.csv": PLAIN.replace("\n", "\r\n"),
    "cr.csv": PLAIN.replace("\n", "\r"),
    "mixed.csv": PLAIN.replace("\n", "\r\n", 2),
    "stray.csv": PLAIN.replace("calm", "two\rlines"),
    "no_end.csv": PLAIN.rstrip("\n"),
    "quoted.csv": PLAIN.replace("calm", '"two\nlines, ""quoted"""'),
    "quoted_crlf.csv": PLAIN.replace("calm", '"two\nlines"').replace("\n", "\r\n"),
    "formulas.csv": PLAIN.replace("calm", '"=HYPERLINK(""x"")"'),
    "blanks.csv": PLAIN.replace("id,truth,pred", " id , truth , pred "),
    "brackets [1].csv": PLAIN,
    "-dash.csv": PLAIN,
    "packed.csv.gz": gzip.compress(PLAIN.encode()),
    "lines.jsonl": "".join(
        json.dumps({"truth": truth, "pred": pred}) + "\n"
        for truth, pred in (("fire", "fire"), ("forêt", "fire"), ("forêt", "forêt"))
    ),
}
ALONE = {
    "latin.csv": (PLAIN.encode("latin-1"), ("--encoding", "latin-1")),
    "latin_by_another_name.csv": (PLAIN.encode("latin-1"), ("--encoding", "ISO-8859-1")),
    "windows.csv": (PLAIN.replace("calm", "\u201ccalm\u201d").encode("cp1252"), ("--encoding", "windows-1252")),
    "smiling.csv": (PLAIN.replace("calm", "🔥").encode("utf-16"), ("--encoding", "UTF16")),
    "wide.csv": (PLAIN.encode("utf-16"), ("--encoding", "utf-16")),
    "utf8_by_another_name.csv": (PLAIN, ("--encoding", "utf8")),
    "dotted.csv": (PLAIN.replace("truth", "the.true.class"), ("--truth", "the.true.class")),
}


def tables(done):
    """The confusion table of every system."""
    assert (done.returncode, done.stderr) == (0, "")
    return {system["name"]: system["table"]["cells"] for system in json.loads(done.stdout)["systems"]}


def test_a_table_is_read_however_it_is_written(mercalli, written):
    files = [written(name, content) for name, content in TOGETHER.items()]
    found = tables(mercalli("evaluate", *QUICK, "--", *files))
    assert found == {name.split(".")[0]: CELLS for name in TOGETHER}


@pytest.mark.parametrize("name", ALONE)
def test_a_table_is_read_as_one_says_it_is_written(name, mercalli, written):
    content, options = ALONE[name]
    found = tables(mercalli("evaluate", written(name, content), *options, *QUICK))
    assert found == {"pred": CELLS}


def test_labels_are_never_markup(mercalli, written):
    rows = "1,[red]a[/red],[red]a[/red],:fire:\n2,:fire:,[red]a[/red],:fire:\n"
    written("markup.csv", f"id,truth,[bold]x[/bold],<b>y</b>\n{rows}")
    systems = ("--pred", "[bold]x[/bold],<b>y</b>", "--metrics", "accuracy")
    for command in ("evaluate", "compare"):
        shown = mercalli(command, "markup.csv", *systems, width=120).stdout
        assert shown.count("[bold]x[/bold]") >= 2
        assert "  x  " not in shown
        assert "[red]a[/red]" in shown
        assert "🔥" not in shown


def test_a_label_that_closes_no_tag_is_only_a_label(mercalli, written):
    written("closing.csv", "truth,one,two\n[/],[/],b\nb,b,[/]\n")
    done = mercalli("compare", "closing.csv", "--pred", "one,two", "--metrics", "accuracy", "--examples", "1")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_named_like_markup_is_said_as_it_is(mercalli):
    assert "Open [red]d/index.html" in mercalli("demo", "--out", "[red]d").stdout


def test_ids_are_matched_whatever_kind_of_file_they_are_in(mercalli, written):
    written("a.csv", "id,truth,pred\n1,fire,fire\n2,flood,fire\n")
    written("b.jsonl", '{"id": 1, "truth": "fire", "pred": "fire"}\n{"id": 2, "truth": "flood", "pred": "flood"}\n')
    done = mercalli("compare", "a.csv", "b.jsonl", "--metrics", "accuracy")
    assert (done.returncode, done.stderr) == (0, "")
