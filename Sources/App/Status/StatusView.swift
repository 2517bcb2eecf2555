import HTML

/// The quiet sign in the bar of a page: *Saved on this device*, *Synced* or *Offline, will sync*.
/// It changes at every answer, so it is not read out by itself; trouble is announced.
func viewSign(_ state: State, _ w: Writer) {
  w.keyed("p", Key("sign")) {
    w.put(" class=\"status sign\" role=\"status\" aria-live=\"off\">")
    w.put("<svg class=\"icon icon-s\" aria-hidden=\"true\"><use href=\"#i-")
    w.put(signIcon(state))
    w.put("\"/></svg><span>")
    w.put(StatusWords.sign(state))
    w.put("</span>")
  }
}

private func signIcon(_ state: State) -> StaticString {
  if state.device.storage != .good { return "alert" }
  switch state.sync.health {
  case .synced: return state.sync.outbox.isEmpty ? "cloud" : "device"
  case .offline: return "offline"
  case .unknown, .signIn, .refused: return "device"
  }
}

/// What the learner should know, above the page.
func viewNotices(_ state: State, _ w: Writer) {
  let notices = state.notices
  if notices.isEmpty { return }
  w.keyed("div", Key("notices")) {
    w.put(" class=\"notices\">")
    for notice in notices {
      w.put("<div class=\"notice\" role=\"alert\"><svg class=\"icon\" aria-hidden=\"true\">")
      w.put("<use href=\"#i-alert\"/></svg><p>")
      words(notice, w)
      w.put("</p>")
      action(notice, w)
      w.put("</div>")
    }
  }
}

private func words(_ notice: Notice, _ w: Writer) {
  switch notice {
  case .storageFull:
    w.put("This device is full, so the latest changes are not saved on it. ")
    w.put("They are kept while this page stays open: free some space, or download your library.")
  case .storageFailing:
    w.put("Can't save on this device. The latest changes are kept while this page stays open.")
  case .storageUnavailable:
    w.put("Can't save on this device: the browser gives no storage, as in some private windows. ")
    w.put("Your changes are kept while this page stays open, and on the server when it answers.")
  case .storageNewer:
    w.put("Can't save on this device: a newer version of Omena has been used here. ")
    w.put("Reload the page to get it.")
  case .damaged:
    w.put("Part of what was saved on this device was damaged. ")
    w.put("It is being fetched from the server again.")
  case .signIn:
    w.put("You are signed out, so changes stay on this device.")
  case .refused(let message): w.text(message.isEmpty ? StatusWords.refused : message)
  case .clock(let minutes):
    w.put("The clock of this device is ")
    clock(abs(minutes), w)
    w.put(minutes > 0 ? " fast. " : " slow. ")
    w.put("Omena goes by the server's clock.")
  }
}

private func clock(_ minutes: Int64, _ w: Writer) {
  let (count, unit): (Int64, StaticString) =
    minutes < 120
    ? (minutes, "minute")
    : minutes < 2880
      ? (minutes / 60, "hour") : (minutes / 1440, "day")
  w.int(count)
  w.put(" ")
  w.put(unit)
  if count != 1 { w.put("s") }
}

private func action(_ notice: Notice, _ w: Writer) {
  switch notice {
  case .storageFull, .storageFailing, .storageUnavailable:
    w.put("<button class=\"btn btn-bare\" type=\"button\" data-click=\"data.download\">")
    w.put("Download my library</button>")
  case .storageNewer:
    w.put("<button class=\"btn btn-bare\" type=\"button\" data-click=\"data.reload\">")
    w.put("Reload</button>")
  case .damaged:
    w.put("<button class=\"btn btn-bare\" type=\"button\" data-click=\"device.damageSeen\">")
    w.put("Close</button>")
  case .signIn: w.put("<a class=\"btn btn-bare\" href=\"/sign-in\">Sign in</a>")
  case .refused:
    w.put("<button class=\"btn btn-bare\" type=\"button\" data-click=\"sync.now\">")
    w.put("Try again</button>")
  case .clock: break
  }
}
