import Domain
import HTML
import Sync

func viewCardForm(_ state: State, _ w: Writer) {
  let form = state.form
  guard form.deck != nil, isThere(state) else {
    viewCardMissing(w)
    return
  }
  w.put("<div class=\"bar\">")
  w.iconButton("Close", .close, "form.close")
  w.put("<h1 class=\"grow bar-title\" id=\"heading\" tabindex=\"-1\">")
  w.put(form.note == nil ? "New card" : "Edit card")
  w.put("</h1>")
  if form.note != nil {
    w.iconButton("Delete", .delete, "form.delete")
  } else {
    w.put("<span class=\"icon-btn\"></span>")
  }
  w.put("</div><div class=\"form-split\">")
  w.put("<form class=\"form\" data-submit=\"form.save\" novalidate>")
  if form.isDraft { viewDraftNote(w) }
  viewSide(form, .front, isMissing: form.isFrontMissing, w)
  viewSide(form, .back, isMissing: form.isBackMissing, w)
  viewPronunciation(form, w)
  viewText(form, .note, w)
  viewFormFoot(form, w)
  w.put("</form>")
  viewPreview(form, w)
  w.put("</div>")
  if form.leaving != nil { viewLeaving(w) }
}

/// A new card needs its deck, an edited one itself.
private func isThere(_ state: State) -> Bool {
  if let note = state.form.note { return state.library.row(note) != nil }
  return state.form.deck.map { state.library.deck($0) != nil } ?? false
}

private func viewCardMissing(_ w: Writer) {
  w.put("<div class=\"empty\"><span class=\"thumb\" aria-hidden=\"true\"><b></b></span>")
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Card not found</h1>")
  w.put("<p class=\"quiet\">The card or its deck may have been deleted, here or on another")
  w.put(" device.</p><a class=\"btn btn-main\" href=\"#/\">Go to your decks</a></div>")
}

private func viewDraftNote(_ w: Writer) {
  w.put("<div class=\"note\"><p class=\"small\">This is what you had typed before. It is not saved")
  w.put(" yet.</p>")
  w.button("Discard it", "form.drop", classes: "btn-bare btn-end")
  w.put("</div>")
}

private func viewSide(_ form: CardFormState, _ field: BasicField, isMissing: Bool, _ w: Writer) {
  let isWarned = field == .front && form.isDuplicate && !isMissing
  viewField(form, field, isMissing: isMissing, isWarned: isWarned, w) {
    if isMissing {
      w.put("<p class=\"error\"")
      messageID(field, w)
      w.put(">")
      w.icon(.alert, isSmall: true)
      w.put("<span>")
      w.put(field == .front ? "Write the front." : "Write the back.")
      w.put(" A card needs both sides.</span></p>")
    }
    guard field == .front else { return }
    // The region is always there, so that what comes into it is read out.
    w.put("<div role=\"status\">")
    if isWarned {
      w.put("<p class=\"warning\"")
      messageID(field, w)
      w.put(">")
      w.icon(.alert, isSmall: true)
      w.put("<span>This deck already has a card with this front.</span></p>")
    }
    w.put("</div>")
  }
}

private func viewText(_ form: CardFormState, _ field: BasicField, _ w: Writer) {
  viewField(form, field, isMissing: false, isWarned: false, w) {}
}

/// A label, a text area that grows with its text, and what is to be said about it.
private func viewField(
  _ form: CardFormState, _ field: BasicField, isMissing: Bool, isWarned: Bool, _ w: Writer,
  _ messages: () -> Void
) {
  viewLabel(field, w)
  w.put("<div class=\"grows\"")
  w.attribute("data-copy", form[field])
  w.put("><textarea class=\"input\" rows=\"1\" dir=\"auto\"")
  fieldAttributes(form, field, w)
  if isMissing { w.put(" aria-invalid=\"true\"") }
  if isMissing || isWarned {
    w.put(" aria-describedby=\"message-")
    w.text(field.property)
    w.put("\"")
  }
  w.attribute("data-value", form[field])
  w.put("></textarea></div>")
  messages()
  w.put("</div>")
}

private func viewPronunciation(_ form: CardFormState, _ w: Writer) {
  viewLabel(.pronunciation, w)
  w.put("<input class=\"input\" dir=\"auto\" autocapitalize=\"off\" spellcheck=\"false\"")
  fieldAttributes(form, .pronunciation, w)
  w.attribute("value", form[.pronunciation])
  w.put("></div>")
}

private func viewLabel(_ field: BasicField, _ w: Writer) {
  w.put("<div class=\"field\"><label for=\"field-")
  w.text(field.property)
  w.put("\">")
  switch field {
  case .front: w.put("Front")
  case .back: w.put("Back")
  case .pronunciation: w.put("Pronunciation <span class=\"quiet\">(optional)</span>")
  case .note: w.put("Note <span class=\"quiet\">(optional)</span>")
  }
  w.put("</label>")
}

private func fieldAttributes(_ form: CardFormState, _ field: BasicField, _ w: Writer) {
  w.put(" id=\"field-")
  w.text(field.property)
  w.put("\" autocomplete=\"off\" data-input=\"form.typed:")
  w.text(field.property)
  w.put("\"")
  w.attribute("data-rev", form.revision)
}

private func messageID(_ field: BasicField, _ w: Writer) {
  w.put(" id=\"message-")
  w.text(field.property)
  w.put("\"")
}

private func viewFormFoot(_ form: CardFormState, _ w: Writer) {
  w.put("<div class=\"form-foot stack\"><button type=\"submit\" class=\"btn btn-main btn-wide\">")
  w.put("Save</button>")
  if form.note == nil {
    w.button("Save and add another", "form.another", classes: "btn-wide")
  }
  w.put("<p class=\"hint keys\"><kbd>Ctrl</kbd> <kbd>Enter</kbd> saves</p></div>")
}

private func viewPreview(_ form: CardFormState, _ w: Writer) {
  let fields = form.texts.map { FieldText.html(plain: $0) }
  w.put("<section class=\"preview\" aria-label=\"Preview\"><div class=\"preview-faces\">")
  for face in [CardFace.front, .back] {
    w.put("<figure><div class=\"card face ")
    w.put(TextSize(face, fields).cssClass)
    w.put("\">")
    viewFace(face, fields, w)
    w.put("</div><figcaption class=\"caption quiet\">")
    w.put(face == .front ? "Front side" : "Back side")
    w.put("</figcaption></figure>")
  }
  w.put("</div></section>")
}

private func viewLeaving(_ w: Writer) {
  w.keyed("dialog", Key("form-leave")) {
    w.put(" data-open data-cancel=\"form.stay\" aria-labelledby=\"leave-title\"")
    w.put(" aria-describedby=\"leave-text\"><div class=\"sheet\">")
    w.put("<h2 id=\"leave-title\">Leave without saving?</h2>")
    w.put("<p id=\"leave-text\">What you have typed on this card is not saved.</p>")
    w.put("<div class=\"actions\">")
    w.button("Discard", "form.discard", classes: "btn-danger")
    w.button("Keep editing", "form.stay", classes: "btn-main")
    w.put("</div></div>")
  }
}
