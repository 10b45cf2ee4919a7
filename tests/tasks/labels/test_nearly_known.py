"""Labels that a profile nearly knows: a misspelt one never changes the profile in silence."""

HUMAID = ("not_humanitarian", "sympathy_and_support", "caution_and_advice", "requests_or_urgent_needs")


def rows(*labels):
    return "truth,pred\n" + "".join(f"{label},{HUMAID[0]}\n" for label in labels)


def test_a_misspelt_true_label_is_an_error_with_a_suggestion(mercalli, written):
    written("typo.csv", rows(*HUMAID, "requests_or_urgent_neds"))
    for command in ("evaluate", "evaluate --profile generic", "evaluate --profile humaid --unknown default"):
        done = mercalli(*command.split(), "typo.csv")
        assert done.returncode == (2 if command == "evaluate" else 0)
    said = mercalli("evaluate", "typo.csv").stderr
    assert "'humaid' knows 4 of the 5 true classes, but not 'requests_or_urgent_neds'. Did you mean" in said
    assert "--profile generic" in said


def test_a_label_of_its_own_is_told_and_no_error(mercalli, written):
    written("own.csv", rows(*HUMAID, "earthquake"))
    done = mercalli("evaluate", "own.csv")
    told = " ".join(done.stdout.split())
    assert done.returncode == 0
    assert "profile: none, because humaid does not know 'earthquake' of the 5 true classes" in told


def test_labels_of_another_kind_are_no_profile(mercalli, written):
    written("other.csv", "truth,pred\nfire,fire\nnot_humanitarian,fire\n")
    done = mercalli("evaluate", "other.csv")
    assert (done.returncode, "humaid" in done.stdout) == (0, False)


def test_the_metrics_of_a_guessed_profile_are_not_blamed_for_another(mercalli, written):
    written("known.csv", rows(*HUMAID))
    said = mercalli("evaluate", "known.csv", "--metrics", "dua,f2").stderr
    assert "Did you mean 'f_beta(beta=2)'?" in said
    assert "dua" not in said
