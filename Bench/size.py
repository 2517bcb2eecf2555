"""How much a first visit loads: every file of dist that the page asks for, as it is sent."""

import gzip
import shutil
import subprocess

from common import ROOT, figure

LOADED = {".wasm", ".js", ".css", ".html"}
GOAL_KB = 250


def brotli_size(path):
    if not shutil.which("brotli"):
        return None
    done = subprocess.run(["brotli", "-q", "11", "-c", str(path)], capture_output=True, check=True)
    return len(done.stdout)


def main():
    files = [path for path in (ROOT / "dist").rglob("*") if path.suffix in LOADED]
    assert files, "dist is empty: run make build"
    gz = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    figure("first load: wasm + JS + CSS + HTML, gzip", gz / 1024, "KB", GOAL_KB)
    br = [brotli_size(path) for path in files]
    if None not in br:
        figure("first load: wasm + JS + CSS + HTML, brotli", sum(br) / 1024, "KB", GOAL_KB)
    raw = sum(path.stat().st_size for path in files if path.suffix == ".wasm")
    figure("wasm, not compressed", raw / 1024, "KB")


if __name__ == "__main__":
    main()
