"""A fuzzer of every command: mutated files and options go in, and what is promised of every run is checked.

`slots` are the calls, `mutants` and `dresses` what is done to them, `cases` puts one together from a seed and a number,
`sandbox` runs it in a folder of its own, `checks` says what is wrong, and `found` keeps a run that is.
"""
