"""The server under test: `bin/omena serve` on a free port with a data folder of its own."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OMENA = Path(os.environ.get("OMENA_BIN", ROOT / "bin" / "omena"))
START_SECONDS_MAX = 20


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def omena(*arguments, data=None, input=None, timeout=120):
    """Runs a command to its end; the finished process with its text."""
    where = ["--data", str(data)] if data else []
    return subprocess.run(
        [str(OMENA), *map(str, arguments), *where], input=input, text=True, capture_output=True,
        timeout=timeout)


class Server:
    def __init__(self, data, log=None, host="127.0.0.1", arguments=()):
        self.data = Path(data)
        self.port = free_port()
        self.host = host
        self.arguments = list(map(str, arguments))
        self.log = Path(log or self.data.parent / "server.log")
        self.process = None

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    def start(self, wait=True):
        assert self.process is None, "the server runs already"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(OMENA), "serve", "--port", str(self.port), "--data", str(self.data),
                 *self.arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if wait:
            self.wait()
        return self

    def wait(self):
        until = time.monotonic() + START_SECONDS_MAX
        while True:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server stopped:\n{self.log.read_text()[-4000:]}")
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                pass
            if time.monotonic() > until:
                raise RuntimeError(f"no answer:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.005)

    def stop(self, with_signal=signal.SIGTERM, timeout=15):
        """Stops the server; its exit code."""
        process, self.process = self.process, None
        if process is None:
            return None
        process.send_signal(with_signal)
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"the server did not stop within {timeout} s")

    def kill(self):
        return self.stop(signal.SIGKILL)

    def restart(self):
        self.stop()
        return self.start()
