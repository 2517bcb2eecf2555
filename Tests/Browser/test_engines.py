"""A short round in Firefox ESR and in WebKitGTK: what the engines share is tested in Chromium."""

import glob
import json
import os
import shutil
import subprocess
import time

import pytest

from Harness.app import SAMPLES
from Harness.server import free_port
from Harness.wire import Library, held, numbered, push

pytestmark = pytest.mark.engine
FIREFOX_PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#",
    "toolkit.telemetry.enabled": False,
}


class Firefox:
    """Firefox ESR without a window, driven over its Marionette socket."""

    def __init__(self, folder):
        from marionette_driver.marionette import Marionette

        port = free_port()
        preferences = {**FIREFOX_PREFERENCES, "marionette.port": port}
        (folder / "user.js").write_text("".join(
            f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in preferences.items()))
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "-marionette",
             "--width", "420", "--height", "760", "about:blank"],
            stdout=open(folder / "log", "w"), stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(folder)})
        self.driver = Marionette(host="127.0.0.1", port=port, startup_timeout=60)
        until = time.monotonic() + 60
        while True:
            try:
                self.driver.start_session(timeout=10)
                break
            except Exception:
                if time.monotonic() > until or self.process.poll() is not None:
                    self.process.kill()
                    raise
                time.sleep(0.5)

    def goto(self, url):
        self.driver.navigate(url)

    def reload(self):
        self.driver.refresh()

    def run(self, script):
        return self.driver.execute_script(script, sandbox=None)

    def press(self, key):
        self.driver.actions.sequence("key", "keyboard").send_keys(key).perform()

    def close(self):
        try:
            self.driver.delete_session()
        finally:
            self.process.terminate()
            self.process.wait(15)


class WebKit:
    """WebKitGTK's MiniBrowser on a screen of Xvfb, driven by WebKitWebDriver."""

    def __init__(self, folder):
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        options = Options()
        options.binary_location = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))[0]
        options.add_argument("--automation")
        options.set_capability("browserName", "MiniBrowser")
        display = ":" + self.screen.stdout.readline().strip()
        environment = {**os.environ, "DISPLAY": display, "HOME": str(folder),
                       "WEBKIT_DISABLE_COMPOSITING_MODE": "0"}
        try:
            self.driver = webdriver.WebKitGTK(options=options, service=Service(
                shutil.which("WebKitWebDriver"), log_output=str(folder / "log"), env=environment))
        except Exception:
            self.screen.kill()
            raise
        self.driver.set_window_size(420, 760)

    def goto(self, url):
        self.driver.get(url)

    def reload(self):
        self.driver.refresh()

    def run(self, script):
        return self.driver.execute_script(script)

    def press(self, key):
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def close(self):
        try:
            self.driver.quit()
        finally:
            self.screen.terminate()
            self.screen.wait(15)


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path):
    folder = tmp_path / "profile"
    folder.mkdir()
    engine = request.param(folder)
    yield engine
    engine.close()


def wait(engine, condition, seconds=15):
    """Waits until a JavaScript expression is true; its value."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        value = engine.run(f"return {condition};")
        if value:
            return value
        time.sleep(0.05)
    text = engine.run("return document.body ? document.body.innerText : ''")
    raise AssertionError(f"never true: {condition}\n{text[:600]}")


def says(text):
    return f"document.body.innerText.includes({json.dumps(text)})"


def click(engine, name):
    """Clicks the visible button or link of that name."""
    wait(engine, f"""(() => {{
      const e = [...document.querySelectorAll('button, a[href]')].find(e =>
        e.getClientRects().length && !e.disabled &&
        (e.getAttribute('aria-label') || e.innerText).trim() === {json.dumps(name)});
      if (e) e.click();
      return !!e; }})()""")


def test_a_round_of_study_and_a_reload(engine, server):
    library = Library()
    deck = library.deck("Round", numbered(3))
    push(server.url, library)
    engine.goto(server.url)
    for name in SAMPLES:
        wait(engine, says(name))
    wait(engine, says("Round"))
    assert deck
    engine.run("[...document.querySelectorAll('a[href]')]"
               ".find(e => e.innerText.includes('Round')).click()")
    wait(engine, says("front 1"))
    click(engine, "Study")
    for number in (1, 2):
        wait(engine, says(f"{number} of 3"))
        engine.press(" ")
        click(engine, "Knew it" if number == 1 else "Missed it")
    wait(engine, says("3 of 3"))
    engine.reload()
    wait(engine, says("3 of 3") + " || " + says("Continue"))
    if not engine.run("return " + says("3 of 3")):
        click(engine, "Continue")
    wait(engine, says("3 of 3"))
    engine.press(" ")
    click(engine, "Knew it")
    wait(engine, says("Study missed cards"))
    until = time.monotonic() + 15
    while len(held(server.url).get("review", {})) < 3 and time.monotonic() < until:
        time.sleep(0.2)
    assert sorted(r["rating"] for r in held(server.url)["review"].values()) == [1, 3, 3]
