"""The app as a person meets it: by the names that are read out, never by how it is built."""

import re

from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
         "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

SAMPLES = {
    "Finnish first words": range(245, 246),
    "Capitals": range(190, 260),
    "Quiz night": range(60, 1000),
    "Formulas": range(42, 43),
    "Hiragana": range(46, 120),
    "Katakana": range(46, 120),
}


def exactly(text):
    return re.compile("^" + re.escape(text) + "$")


class App:
    """One open page. `url` is where the server is."""

    def __init__(self, page: Page, url: str):
        self.page = page
        self.url = url

    # Getting there

    def open(self, hash=""):
        self.page.goto(self.url + "/" + hash)
        return self.ready()

    def reload(self):
        self.page.reload()
        return self.ready()

    def ready(self):
        """Waits until a screen stands and the app has read what the device holds."""
        expect(self.page.get_by_role("heading", level=1).first).to_be_visible(timeout=15_000)
        return self

    def home(self):
        if self.page.get_by_role("heading", name="Decks", exact=True, level=1).count() == 0:
            self.page.goto(self.url + "/#/")
        expect(self.heading("Decks")).to_be_visible()
        return self

    def heading(self, name):
        return self.page.get_by_role("heading", name=name, exact=True)

    def button(self, name, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=True)

    def link(self, name, within=None):
        return (within or self.page).get_by_role("link", name=name, exact=True)

    def field(self, name, within=None):
        return (within or self.page).get_by_role("textbox", name=name)

    def dialog(self):
        return self.page.get_by_role("dialog")

    def toast(self, text=None):
        status = self.page.get_by_role("status")
        return status.filter(has_text=text) if text else status

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    # Decks

    def deck_rows(self):
        return self.page.get_by_role("list", name="Decks", exact=True).get_by_role("listitem")

    def deck_names(self):
        """The names of the decks from the first to the last, as they are shown."""
        return [row.get_by_role("link").first.locator("bdi").inner_text()
                for row in self.deck_rows().all()]

    def deck_row(self, name):
        named = self.page.get_by_text(exactly(name))
        return self.deck_rows().filter(has=named)

    def deck_count(self, name):
        text = self.deck_row(name).inner_text()
        return int(re.search(r"([\d,]+) cards?\b", text).group(1).replace(",", ""))

    def new_deck(self, name, color=None):
        self.home()
        self.button("New deck").click()
        self.field("Name", self.dialog()).fill(name)
        if color:
            self.dialog().get_by_role("radio", name=color).check(force=True)
        self.button("Create", self.dialog()).click()
        expect(self.dialog()).to_have_count(0)
        return self

    def open_deck(self, name):
        self.home()
        self.deck_row(name).get_by_role("link").first.click()
        expect(self.heading(name)).to_be_visible()
        return self

    def deck_menu(self, action):
        """Picks an action of the deck whose page is open."""
        self.button("More").click()
        self.button(action, self.dialog()).click()
        return self

    # Cards

    def card_rows(self):
        return self.page.get_by_role("list", name="Cards", exact=True).get_by_role("listitem")

    def card_row(self, front):
        return self.card_rows().filter(has=self.page.get_by_text(exactly(front)))

    def search(self, text):
        self.page.get_by_role("searchbox").fill(text)
        return self

    def fill_card(self, front=None, back=None, pronunciation=None, note=None):
        for name, text in [("Front", front), ("Back", back), ("Pronunciation", pronunciation),
                           ("Note", note)]:
            if text is not None:
                self.field(re.compile(f"^{name}")).fill(text)
        return self

    def add_card(self, front, back, pronunciation=None, note=None):
        self.add_card_form()
        self.fill_card(front, back, pronunciation, note)
        self.button("Save").click()
        expect(self.card_row(front)).to_be_visible()
        return self

    def link_or_button(self, name):
        return self.link(name).or_(self.button(name))

    def form_field(self, name):
        return self.field(re.compile(f"^{name}"))

    def add_card_form(self):
        self.link_or_button("Add card").first.click()
        expect(self.form_field("Front")).to_be_visible()
        return self

    def edit_card(self, front):
        self.card_row(front).get_by_text(exactly(front)).click()
        expect(self.form_field("Front")).to_be_visible()
        return self

    def leave_form(self):
        self.link_or_button("Close").click()
        return self

    def close_form(self):
        self.leave_form()
        expect(self.form_field("Front")).to_have_count(0)
        return self

    def select(self, *fronts):
        self.button("Select").click()
        for front in fronts:
            self.card_row(front).get_by_role("checkbox").check()
        return self

    def select_all(self):
        self.button("Select").click()
        self.button("Select all").click()
        return self

    def move_to(self, deck):
        self.button("Move").click()
        self.dialog().get_by_role("button", name=exactly(deck)).click()
        expect(self.dialog()).to_have_count(0)
        return self

    def restore_samples(self):
        self.settings()
        self.button("Restore sample decks").click()
        return self

    def settings(self):
        self.page.goto(self.url + "/#/settings")
        expect(self.page.get_by_role("heading", name=re.compile("Settings|Data"), level=1)
               ).to_be_visible()
        return self

    # Study

    def study(self):
        self.link_or_button("Study").click()
        expect(self.progress()).to_be_visible()
        return self

    def progress(self):
        return self.page.get_by_text(re.compile(r"^\d+ of \d+$"))

    def turn(self):
        """Turns the card to its answer."""
        self.button("Show answer").click()
        # For a moment the answers take no press: a double tap must not rate the card.
        expect(self.button("Knew it")).not_to_have_css("pointer-events", "none")
        return self

    def answer(self, knew):
        before = self.progress().inner_text() if self.progress().count() else ""
        self.turn()
        self.button("Knew it" if knew else "Missed it").click()
        if before and before.split(" of ")[0] != before.split(" of ")[1]:
            expect(self.progress()).not_to_have_text(before)
        return self

    def shown_front(self):
        """The front of the card in front, as text."""
        return self.page.get_by_role("group", name="Front", exact=True).inner_text().strip()

    def leave_study(self):
        self.link_or_button("Close").click()
        expect(self.progress()).to_have_count(0)
        return self

    # Status

    def expect_synced(self, timeout=15_000):
        expect(self.page.get_by_text("synced", exact=False).first).to_be_visible(timeout=timeout)
        return self
