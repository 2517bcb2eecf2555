extension Database {
  /// The schema, one step a version. Steps are only ever added: a store remembers how many it has
  /// taken in `user_version`.
  static let migrations: [String] = [
    """
    CREATE TABLE entity (
      seq INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      id BLOB NOT NULL CHECK (length(id) = 16),
      alive INTEGER NOT NULL CHECK (alive IN (0, 1)),
      change TEXT NOT NULL,
      UNIQUE (kind, id)
    ) STRICT;
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE session (hash BLOB PRIMARY KEY, used INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO meta VALUES ('store', lower(hex(randomblob(8))));
    """
  ]

  /// Marks the file as Omena's ("Omen"), so that another program's database is refused.
  static let applicationID: Int64 = 0x4F6D_656E

  /// Brings the schema up to date.
  func migrate(_ steps: [String] = Database.migrations) throws(StoreError) {
    if try pragma("user_version") == steps.count { return try checkOwner() }
    try transaction { () throws(StoreError) in
      // Read again under the write lock: another process may have been first.
      let taken = Int(try pragma("user_version"))
      if taken > steps.count { throw .newer(version: taken) }
      if taken > 0 {
        try checkOwner()
      } else if try pragma("schema_version") != 0 {
        throw .damaged("it is the database of another program")
      }
      for step in steps[taken...] { try execute(step) }
      try execute(
        "PRAGMA user_version = \(steps.count); PRAGMA application_id = \(Database.applicationID)")
    }
  }

  private func checkOwner() throws(StoreError) {
    if try pragma("application_id") != Database.applicationID {
      throw .damaged("it is the database of another program")
    }
  }

  private func pragma(_ name: String) throws(StoreError) -> Int64 {
    let query = try statement("PRAGMA \(name)")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }
}
