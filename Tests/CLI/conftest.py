"""Fixtures of the command's tests: a data folder, and a server on it."""

import pytest

from Harness.server import Server


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def server(data):
    server = Server(data)
    server.start()
    yield server
    if server.process:
        server.kill()
