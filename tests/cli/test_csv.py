"""Tables as they come from spreadsheets and other people's programs."""

import json

import pytest

PLAIN = "id,truth,pred,text\n1,fire,fire,calm\n2,forêt,fire,calm\n3,forêt,forêt,calm\n"
QUICK = ("--replicates", "0", "--metrics", "accuracy", "--json")
SPELLINGS = {
    "plain.csv": (PLAIN, ()),
    "bom.csv": ("\ufeff" + PLAIN, ()),
    "semicolons.csv": (PLAIN.replace(",", ";"), ()),
    "tabs.csv": (PLAIN.replace(",", "\t"), ()),
    "tabs.tsv": (PLAIN.replace(",", "\t"), ()),
    "bars.csv": (PLAIN.replace(",", "|"), ()),
    "crlf.csv": (PLAIN.replace("\n", "\r\n"), ()),
    "no_end.csv": (PLAIN.rstrip("\n"), ()),
    "quoted.csv": (PLAIN.replace("calm", '"two\nlines, ""quoted"""'), ()),
    "quoted_crlf.csv": (PLAIN.replace("calm", '"two\nlines"').replace("\n", "\r\n"), ()),
    "formulas.csv": (PLAIN.replace("calm", '"=HYPERLINK(""x"")"'), ()),
    "latin.csv": (PLAIN.encode("latin-1"), ("--encoding", "latin-1")),
    "latin1.csv": (PLAIN.encode("latin-1"), ("--encoding", "ISO-8859-1")),
    "wide.csv": (PLAIN.encode("utf-16"), ("--encoding", "utf-16")),
    "utf8.csv": (PLAIN, ("--encoding", "utf8")),
    "brackets [1].csv": (PLAIN, ()),
    "-dash.csv": (PLAIN, ()),
    "dotted.csv": (PLAIN.replace("truth", "the.true.class"), ("--truth", "the.true.class")),
    "blanks.csv": (PLAIN.replace("id,truth,pred", " id , truth , pred "), ()),
    "lines.jsonl": (
        '{"truth": "fire", "pred": "fire"}\n{"truth": "forêt", "pred": "fire"}\n{"truth": "forêt", "pred": "forêt"}\n',
        (),
    ),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_table_is_read_however_it_is_written(name, mercalli, written):
    content, options = SPELLINGS[name]
    done = mercalli("evaluate", *options, *QUICK, "--", written(name, content))
    assert (done.returncode, done.stderr) == (0, "")
    system = json.loads(done.stdout)["systems"][0]
    assert system["table"] == {"classes": ["fire", "forêt"], "cells": [[1, 0, 0], [1, 1, 0]]}


def test_labels_are_never_markup(mercalli, written):
    written("markup.csv", "id,truth,[bold]x[/bold],<b>y</b>\n1,[red]a[/red],[red]a[/red],b\n2,b,[red]a[/red],b\n")
    systems = ("--pred", "[bold]x[/bold],<b>y</b>", "--metrics", "accuracy")
    for command in ("evaluate", "compare"):
        shown = mercalli(command, "markup.csv", *systems, width=120).stdout
        assert shown.count("[bold]x[/bold]") >= 2
        assert "  x  " not in shown
        assert "[red]a[/red]" in shown


def test_a_label_that_closes_no_tag_is_only_a_label(mercalli, written):
    written("closing.csv", "truth,one,two\n[/],[/],b\nb,b,[/]\n")
    done = mercalli("compare", "closing.csv", "--pred", "one,two", "--metrics", "accuracy", "--examples", "1")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_named_like_markup_is_said_as_it_is(mercalli):
    assert "Read [red]d/report.md" in mercalli("demo", "--out", "[red]d").stdout


def test_escape_codes_in_labels_do_not_reach_the_terminal(mercalli, written):
    written("escapes.csv", "truth,pred\n\x1b[31mred,\x1b[31mred\ncalm,\x1b]0;title\x07\n")
    assert "\x1b" not in mercalli("evaluate", "escapes.csv", "--metrics", "accuracy").stdout


def test_ids_are_matched_whatever_kind_of_file_they_are_in(mercalli, written):
    written("a.csv", "id,truth,pred\n1,fire,fire\n2,flood,fire\n")
    written("b.jsonl", '{"id": 1, "truth": "fire", "pred": "fire"}\n{"id": 2, "truth": "flood", "pred": "flood"}\n')
    done = mercalli("compare", "a.csv", "b.jsonl", "--metrics", "accuracy")
    assert (done.returncode, done.stderr) == (0, "")


def test_truths_are_matched_as_labels_are(mercalli, written):
    written("a.csv", "id,truth,pred\n1,Fire,fire\n2,flood,fire\n")
    written("b.csv", "id,truth,pred\n1,fire,fire\n2,flood,flood\n")
    assert mercalli("compare", "a.csv", "b.csv", "--metrics", "accuracy").returncode == 0
