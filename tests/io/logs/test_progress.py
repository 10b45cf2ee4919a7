from tests.io.logs.samples import openai


def test_a_long_log_says_how_many_answers_were_read(log):
    told = []
    log(*(openai(f"m{at}") for at in range(4001)), progress=lambda *said: told.append(said))
    assert told[-1] == ("reading the log, 4,000 answers", 0, 1)
