"""Faults of the device: no IndexedDB, a full one, a damaged one, odd clocks, a sick server."""

import re
import time

import pytest
from playwright.sync_api import expect

from Harness.app import SAMPLES
from Harness.wire import held

THROWS = """
Object.defineProperty(window, 'indexedDB', {
  get() { throw new DOMException('refused', 'SecurityError'); } });"""
OPEN_FAILS = """
IDBFactory.prototype.open = function () {
  const request = {};
  setTimeout(() => {
    request.error = new DOMException('refused', 'InvalidStateError');
    request.onerror?.({target: request, preventDefault() {}, stopPropagation() {}});
  }, 5);
  request.addEventListener = (kind, f) => { if (kind === 'error') request.onerror = f; };
  return request;
};"""
QUOTA = """
let full = false;
window.fillTheDisk = () => { full = true; };
window.freeTheDisk = () => { full = false; };
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
  const transaction = begin.call(this, stores, mode, ...rest);
  if (full && mode === 'readwrite') {
    const error = new DOMException('full', 'QuotaExceededError');
    Object.defineProperty(transaction, 'error', {get: () => error});
    queueMicrotask(() => { try { transaction.abort(); } catch {} });
  }
  return transaction;
};"""
DAMAGE = """async () => {
  const names = await indexedDB.databases();
  for (const {name} of names) {
    const db = await new Promise((ok, no) => {
      const r = indexedDB.open(name); r.onsuccess = () => ok(r.result); r.onerror = no; });
    const t = db.transaction(db.objectStoreNames, 'readwrite');
    for (const store of db.objectStoreNames) {
      if (store === 'meta') continue;
      const s = t.objectStore(store);
      const keys = await new Promise(ok => {
        const r = s.getAllKeys(); r.onsuccess = () => ok(r.result); });
      for (const key of keys) s.put(new Uint8Array([1, 2, 3, 255, 254]), key);
    }
    await new Promise(ok => { t.oncomplete = ok; });
    db.close();
  }
}"""


def warning(app):
    return app.page.get_by_text(
        re.compile("not (being )?(kept|saved)|cannot (keep|save)|can.t (keep|save)|only in memory",
                   re.I)).first


@pytest.mark.parametrize("fault", ["throws", "fails"])
def test_without_storage_the_app_says_so_and_goes_on(devices, server, fault):
    app = devices.new()
    app.page.context.add_init_script(THROWS if fault == "throws" else OPEN_FAILS)
    app.open()
    expect(warning(app)).to_be_visible()
    expect(app.deck_row("Capitals")).to_be_visible()  # comes from the server
    app.new_deck("In memory")
    until = time.monotonic() + 15
    while "In memory" not in {p["name"] for p in held(server.url)["deck"].values()}:
        assert time.monotonic() < until, "it was not sent to the server"
        time.sleep(0.1)
    app.settings()
    with app.page.expect_download() as waiting:
        app.button("Download my library", app.page.get_by_role("main")).click()
    assert "In memory" in waiting.value.path().read_text()


def test_a_full_device_is_told_and_nothing_is_lost(devices, server):
    devices.allow("ERR_", "Failed to load resource")
    app = devices.new()
    app.page.context.add_init_script(QUOTA)
    app.open().expect_synced()
    app.page.evaluate("fillTheDisk()")
    app.new_deck("When full")
    expect(app.page.get_by_text(re.compile("full|space", re.I)).first).to_be_visible()
    expect(app.deck_row("When full")).to_be_visible()
    app.page.evaluate("freeTheDisk()")
    app.new_deck("After")
    app.expect_synced()
    app.reload()
    for name in ("When full", "After"):
        expect(app.deck_row(name)).to_be_visible()


def test_damaged_data_is_told_and_comes_back_from_the_server(devices, server):
    app = devices.new().open().new_deck("Safe").expect_synced()
    app.page.wait_for_timeout(500)
    app.page.evaluate(DAMAGE)
    app.reload()
    expect(app.page.get_by_text(re.compile("damaged", re.I)).first).to_be_visible()
    expect(app.deck_row("Safe")).to_be_visible(timeout=15_000)
    assert sorted(app.deck_names()) == sorted([*SAMPLES, "Safe"])
    app.expect_synced()
    app.reload()
    assert sorted(app.deck_names()) == sorted([*SAMPLES, "Safe"])


def test_a_clock_that_jumps_back_keeps_the_order_of_changes(devices):
    app = devices.new()
    app.page.context.add_init_script(
        "{const now = Date.now.bind(Date); window.shift = 0; Date.now = () => now() + shift;}")
    app.open().new_deck("First name").open_deck("First name")
    app.page.evaluate("shift = -86400000 * 400")
    app.deck_menu("Rename")
    app.field("Name", app.dialog()).fill("Second name")
    app.button("Save", app.dialog()).click()
    expect(app.heading("Second name")).to_be_visible()
    app.expect_synced()
    app.reload()
    expect(app.heading("Second name")).to_be_visible()


@pytest.mark.parametrize("answer", [
    {"status": 500, "body": "oops"},
    {"status": 200, "body": "not json"},
    {"status": 200, "body": '{"v":1,"seq":"x"}'},
    {"status": 507, "body": '{"error":"full","message":"The disk of the server is full."}'},
])
def test_a_server_that_answers_nonsense_breaks_nothing(devices, answer):
    devices.allow("Failed to load resource")
    app = devices.new().open().expect_synced()
    app.page.route("**/api/sync", lambda route: route.fulfill(
        content_type="application/json", **answer))
    app.new_deck("Patient")
    app.page.wait_for_timeout(1500)
    expect(app.deck_row("Patient")).to_be_visible()
    app.page.unroute("**/api/sync")
    app.page.evaluate("dispatchEvent(new Event('focus'))")
    app.reload().expect_synced(timeout=40_000)
    expect(app.deck_row("Patient")).to_have_count(1)
