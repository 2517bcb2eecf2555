"""Every form of the command: what it says, where, and its exit code: 0 done, 1 refused, 2 usage."""

import json
import signal
import socket
import time
import urllib.request

import pytest

from Harness.files import schema_errors
from Harness.server import Server, free_port, omena
from Harness.wire import Library, held, numbered, push

WRONG_USAGE = [
    ["frobnicate"],
    ["--frobnicate"],
    ["serve", "--port"],
    ["serve", "--port", "apple"],
    ["serve", "--port", "70000"],
    ["serve", "--port", "-1"],
    ["serve", "--frobnicate"],
    ["serve", "extra"],
    ["export"],
    ["export", "--json", "a.json", "b.json"],
    ["import"],
    ["import", "a.json", "b.json"],
    ["check", "extra"],
    ["check", "--data"],
]


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"], ["serve", "--help"]])
def test_help_goes_to_the_output_and_is_no_failure(arguments):
    done = omena(*arguments)
    assert done.returncode == 0
    for word in ("serve", "export", "import", "check"):
        assert word in done.stdout or len(arguments) == 2
    assert "usage: omena" in done.stdout
    assert done.stderr == ""


def test_version_is_one_line():
    done = omena("--version")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert any(c.isdigit() for c in done.stdout)


def test_no_command_is_wrong_usage():
    done = omena()
    assert done.returncode == 2
    assert "--help" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("arguments", WRONG_USAGE, ids=" ".join)
def test_wrong_usage_says_why_and_ends_with_2(arguments, tmp_path):
    done = omena(*arguments, data=None if arguments[-1] == "--data" else tmp_path / "data")
    assert done.returncode == 2, done.stderr
    assert done.stderr.strip() and done.stdout == ""
    assert not (tmp_path / "data").exists()


def test_a_new_store_checks_clean_and_says_what_it_holds(server, data):
    server.stop()
    done = omena("check", data=data)
    assert done.returncode == 0, done.stderr
    assert "6 decks" in done.stdout
    assert "cards" in done.stdout and "reviews" in done.stdout


def test_check_without_a_store_is_refused(tmp_path):
    done = omena("check", data=tmp_path / "nothing")
    assert done.returncode == 1
    assert done.stderr.strip()
    assert not (tmp_path / "nothing").exists()


def test_check_finds_a_damaged_store(server, data):
    library = Library()
    library.deck("Deck", numbered(500))
    push(server.url, library)
    server.stop()
    store = max(data.glob("*.db"), key=lambda path: path.stat().st_size)
    raw = bytearray(store.read_bytes())
    for offset in range(len(raw) // 3, len(raw) // 3 + 8192):
        raw[offset] = 0xA5
    store.write_bytes(raw)
    done = omena("check", data=data)
    assert done.returncode == 1
    assert done.stderr.strip()


def test_check_refuses_a_file_that_is_no_store(data):
    data.mkdir()
    server = Server(data)
    server.start()
    server.stop()
    store = max(data.glob("*.db"), key=lambda path: path.stat().st_size)
    store.write_bytes(b"Dear diary" * 1000)
    assert omena("check", data=data).returncode == 1
    refused = omena("serve", "--port", free_port(), data=data, timeout=20)
    assert refused.returncode == 1 and refused.stderr.strip()


def test_export_and_import_go_round(server, data, tmp_path):
    library = Library()
    library.deck("Deck", [("<b>yksi</b>", "one", "/ˈyksi/", "a<br>number"), ("תפוח", "apple")])
    library.review(library.notes[0], 1_700_000_100_000, rating=1)
    library.review(library.notes[1], 1_700_000_200_000, rating=3)
    push(server.url, library)
    before = held(server.url)
    server.stop()
    file = tmp_path / "library.json"
    done = omena("export", "--json", file, data=data)
    assert done.returncode == 0, done.stderr
    assert schema_errors(json.loads(file.read_text())) == []
    other = tmp_path / "other"
    done = omena("import", file, data=other)
    assert done.returncode == 0, done.stderr
    copy = Server(other, log=tmp_path / "other.log").start()
    try:
        after = held(copy.url)
    finally:
        copy.stop()
    for kind in ("deck", "note", "review"):
        assert after[kind] == before[kind]


def test_export_without_a_file_writes_to_the_output(server, data):
    server.stop()
    done = omena("export", "--json", data=data)
    assert done.returncode == 0
    assert schema_errors(json.loads(done.stdout)) == []


def test_importing_the_same_file_twice_changes_nothing(server, data, tmp_path):
    library = Library()
    library.deck("Deck", numbered(10))
    push(server.url, library)
    server.stop()
    file, again = tmp_path / "one.json", tmp_path / "two.json"
    omena("export", "--json", file, data=data)
    for _ in range(2):
        assert omena("import", file, data=data).returncode == 0
    omena("export", "--json", again, data=data)
    one, two = json.loads(file.read_text()), json.loads(again.read_text())
    for part in ("decks", "cards", "notes", "reviews"):
        assert one.get(part) == two.get(part)


def test_import_and_export_while_the_server_runs(server, data, tmp_path):
    library = Library()
    library.deck("Deck", numbered(20))
    push(server.url, library)
    file = tmp_path / "library.json"
    assert omena("export", "--json", file, data=data).returncode == 0
    other = Server(tmp_path / "other", log=tmp_path / "other.log").start()
    try:
        done = omena("import", file, data=other.data)
        assert done.returncode == 0, done.stderr
        assert "Deck" in {p["name"] for p in held(other.url)["deck"].values()}
    finally:
        other.stop()
    assert omena("check", data=data).returncode == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "Dear diary,", '{"a": 1}', "\0\1\2",
                                  '{"format":"omena-library","version":99}'])
def test_a_bad_file_is_refused_and_changes_nothing(server, data, tmp_path, text):
    server.stop()
    before = omena("export", "--json", data=data).stdout
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    done = omena("import", bad, data=data)
    assert done.returncode == 1
    assert done.stderr.strip() and "bad.json" in done.stderr
    after = omena("export", "--json", data=data).stdout
    one, two = json.loads(before), json.loads(after)
    assert one["decks"] == two["decks"]


def test_files_that_are_not_there_are_refused(server, data, tmp_path):
    server.stop()
    done = omena("import", tmp_path / "nothing.json", data=data)
    assert done.returncode == 1 and "nothing.json" in done.stderr
    done = omena("export", "--json", tmp_path / "no" / "such" / "folder.json", data=data)
    assert done.returncode == 1 and done.stderr.strip()


def test_serve_prints_its_address_and_stops_on_sigterm_and_sigint(data, tmp_path):
    for with_signal in (signal.SIGTERM, signal.SIGINT):
        server = Server(data, log=tmp_path / "log").start()
        assert server.stop(with_signal) == 0
        assert f"http://127.0.0.1:{server.port}" in server.log.read_text()


def test_serve_refuses_a_port_that_is_taken(data):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = omena("serve", "--port", taken.getsockname()[1], data=data, timeout=20)
    assert done.returncode == 1
    assert "port" in done.stderr.lower()


def test_two_servers_do_not_share_one_folder(server, data):
    done = omena("serve", "--port", free_port(), data=data, timeout=20)
    assert done.returncode == 1 and done.stderr.strip()


def test_the_data_folder_is_for_its_owner_alone(server, data):
    assert data.stat().st_mode & 0o077 == 0


def test_it_starts_quickly_and_answers_healthz(data):
    server = Server(data).start()
    server.stop()
    start = time.monotonic()
    server.start()
    assert time.monotonic() - start < 2
    with urllib.request.urlopen(server.url + "/healthz") as answer:
        assert answer.status == 200
    server.stop()


def test_backups_are_written_after_changes(server, data):
    library = Library()
    library.deck("Deck", numbered(3))
    push(server.url, library)
    until = time.monotonic() + 15
    while not list((data / "backups").glob("*.json*")) and time.monotonic() < until:
        time.sleep(0.1)
    server.stop()
    backups = list((data / "backups").glob("*.json"))
    assert len(backups) == 1
    file = json.loads(backups[0].read_text())
    assert schema_errors(file) == []
    assert "Deck" in {deck["name"] for deck in file["decks"]}
    assert [path.name for path in (data / "backups").iterdir()] == [backups[0].name]
