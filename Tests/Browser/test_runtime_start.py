"""Where the app cannot run, and the moment before it does: what the page says then."""

from playwright.sync_api import expect

# A module of one exported function that traps: (func (export "boom") unreachable)
TRAP = """
const boom = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1,
  0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 98, 111, 111, 109, 0, 0, 10, 5, 1, 3, 0, 0,
  11]))).exports.boom;
const instantiate = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...all) => {
  const { instance: { exports } } = await instantiate(...all);
  const step = (...args) => { if (window.isToTrap) boom(); return exports.step(...args); };
  return { instance: { exports: { ...exports, step } } };
};"""
TOO_OLD = """WebAssembly.instantiateStreaming =
  async () => { throw new WebAssembly.CompileError('an instruction that is not known'); };"""


def fault(page, name):
    return page.locator(f'[data-fault="{name}"]')


def test_a_trap_shows_a_page_that_offers_to_reload(devices):
    devices.allow("unreachable")
    app = devices.new()
    app.page.context.add_init_script(TRAP)
    app.open().new_deck("Before the fall")
    app.page.evaluate("isToTrap = true")
    app.press("n")
    expect(fault(app.page, "crash")).to_be_visible()
    expect(fault(app.page, "crash")).to_be_focused()
    expect(app.page.locator("#app")).to_be_hidden()
    app.press("n", "Escape")
    app.link("Reload").click()
    app.ready()
    expect(app.deck_row("Before the fall")).to_be_visible()


def test_a_browser_without_the_instructions_is_told_so(devices):
    devices.allow("an instruction that is not known")
    app = devices.new()
    app.page.context.add_init_script(TOO_OLD)
    app.page.goto(app.url)
    expect(fault(app.page, "unsupported")).to_be_visible()


def test_a_module_that_does_not_arrive_is_told_and_can_be_tried_again(devices):
    devices.allow("Failed to load resource", "Failed to fetch", "app.wasm")
    app = devices.new()
    app.page.route("**/app.wasm", lambda route: route.abort())
    app.page.goto(app.url)
    expect(fault(app.page, "unreachable")).to_be_visible()
    app.page.unroute("**/app.wasm")
    app.link("Try again").click()
    app.ready()


def test_without_javascript_the_page_says_what_it_needs(devices):
    app = devices.new(java_script_enabled=False)
    app.page.goto(app.url)
    expect(app.heading("Omena needs JavaScript")).to_be_visible()


def test_the_frame_is_painted_before_the_app_has_arrived(devices):
    app = devices.new()
    app.page.route("**/app.wasm", lambda route: None)
    app.page.goto(app.url, wait_until="domcontentloaded")
    expect(app.page.locator("#app").get_by_text("Omena", exact=True)).to_be_visible()
    app.page.unroute_all(behavior="ignoreErrors")
