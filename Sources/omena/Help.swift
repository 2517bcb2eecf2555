extension Command.Topic {
  /// The words of `--help`.
  var text: String {
    switch self {
    case .all:
      """
      omena: flashcards, kept on your devices and on your own server

      usage: omena COMMAND [OPTIONS]

      commands:
        serve     start the server
        export    write the library to a file
        import    add a library file to the library
        check     verify the library and say what it holds

      `omena COMMAND --help` tells the rest. `omena --version` prints the version.
      Exit codes: 0 done, 1 refused with a reason on stderr, 2 wrong usage.

      """
    case .serve:
      """
      usage: omena serve [--port N] [--data DIR] [--host ADDR] [--passphrase-file FILE]

        --port N                the port, 8750 if not given; 0 takes any free one
        --data DIR              the folder of the library; if not given,
                                $XDG_DATA_HOME/omena or ~/.local/share/omena
        --host ADDR             the address to listen on, 127.0.0.1 if not given;
                                0.0.0.0 is every address of this machine
        --passphrase-file FILE  the first line of FILE is the pass phrase that others sign in
                                with; needed for every address but loopback
        --allow-host NAME       a further name to answer to, behind a proxy; may be repeated
        --web DIR               the folder of the web app

      Log lines go to stderr. SIGTERM and Ctrl+C stop the server when it has answered what is
      under way.

      """
    case .exportLibrary:
      """
      usage: omena export --json [--data DIR] [FILE]

      Writes decks, cards, reviews and settings as a library file to FILE, or to stdout.
      The server may be running.

      """
    case .importLibrary:
      """
      usage: omena import FILE.json [--data DIR]

      Adds what is in a library file and says what that was. What is there already stays; the
      same file twice changes nothing. The server may be running: devices get what was added
      with their next sync.

      """
    case .check:
      """
      usage: omena check [--data DIR]

      Verifies the library's file and every entry in it, and says what it holds.

      """
    }
  }
}
