import signal
import subprocess
import sys
import urllib.request
import zipfile

from tests.shell.command import surroundings


def test_pages_are_served_until_ctrl_c(tmp_path):
    with zipfile.ZipFile(tmp_path / "site.zip", "w") as packed:
        packed.writestr("index.html", "<h1>Home</h1>")
    call = [sys.executable, "-m", "mercalli", "docs", "--site", str(tmp_path / "site.zip"), "--no-browser"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, encoding="utf-8", env=surroundings()) as server:
        address = next(word for word in server.stdout.readline().split() if word.startswith("http://127.0.0.1:"))
        with urllib.request.urlopen(address, timeout=30) as page:  # noqa: S310 - our own server
            assert page.read() == b"<h1>Home</h1>"
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) != 0


def test_a_site_that_is_not_there_or_no_site_is_named(mercalli, tmp_path):
    (tmp_path / "site.zip").write_bytes(b"PK")
    assert mercalli("docs", "--site", "none.zip", "--no-browser").returncode == 2
    damaged = mercalli("docs", "--site", "site.zip", "--no-browser")
    assert damaged.returncode == 2
    assert "site.zip" in damaged.stderr
