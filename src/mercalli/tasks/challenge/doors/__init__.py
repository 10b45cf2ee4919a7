"""The store of a challenge: database, run files, jobs and boards. The server and the command are thin layers over it.

What a server may call:

========================================================  ==============================================================
`host.Host.of(folder, url=None)`                          the challenge of a folder; migrates its database
`database.reading(engine)`, `database.writing(engine)`    transactions; the second is the only writer, or of one part
`database.note(connection, actor, action, what, **more)`  a line of the audit log, which is append-only
`opening.open_challenge(folder, actor, revise="")`        opens it, or declares a new revision
`host.Host.revision()`                                    the revision that counts: record, key, commitments
`teams.put_team(connection, name, actor)`                 the team of a name, made if it is not there
`submissions.submit(host, Sender(...), blocks, key=...)`  receives a run: a `Receipt` with every message; caps, deadline
`caps.caps(connection, team, phase, at, kind)`            what is used and left today and in all
`submissions.phase_at(connection, team, at)`              the phase that takes runs then
`jobs.progress(connection, submission)`                   the state in words, as in "queued, 3rd in line"
`worker.work_one(host, owner, child)`                     does the next job
`worker.work(host)`                                       does all, and compares what boards lack
`worker.rescore(host, actor, why)`                        a new version of every score; old ones stay
`boards.public_board(host, phase)`                        what everybody may see
`boards.private_board(host, phase, organiser=False)`      final runs on the private part; refused before the close
`status.submissions_of(connection, team)`                 a team's own runs: states, messages, and released scores alone
`closing.choose_finals(host, team, phase, ids, actor)`    which runs count on the private board
`rulings.allow`, `.change_caps`, `.freeze`, `.exclude`    exceptions of a team, caps of all, a board that stands
`closing.close_phase(host, phase, actor, early=False)`    reveals the private board and, with the last phase, the salt
`exports.export`, `backups.backup`, `backups.restore`     everything in files; while it is served, too
========================================================  ==============================================================

Rules for callers: `tables.private_scores`, `tables.private_comparisons` and the folder `store/private` are for
organisers alone until a phase has `closed_at`; every refusal is a `ChallengeError` with a `code` for programs
(`cap`, `cap_today`, `closed`, `not_open_yet`, `too_large`, `key_reused`, `disabled`, `gold_changed` ...); times are UTC
texts that sort by time (`clock.utc_now`). Tables for users, members, invitations, tokens, sessions and rates are there
for the server to fill.
"""
