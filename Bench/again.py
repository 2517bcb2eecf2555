"""How long `make run` takes when everything is built: until the server answers."""

import os
import signal
import subprocess
import tempfile
import time
import urllib.request

from common import ROOT, figure, median

from Harness.server import free_port


def main():
    times = []
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for _ in range(3):
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            make = subprocess.Popen(
                ["make", "run", f"PORT={port}", f"DATA={folder}/data"], cwd=ROOT, env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").close()
                    break
                except OSError:
                    assert make.poll() is None, "make run ended"
                    time.sleep(0.01)
            times.append(time.perf_counter() - start)
            os.killpg(make.pid, signal.SIGTERM)
            make.wait(20)
    figure("make run: when everything is built, until the server answers, median",
           median(times), "s", 2)


if __name__ == "__main__":
    main()
