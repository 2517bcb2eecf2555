internal import Glibc

/// A thread of the operating system.
package struct Thread {
  private let handle: pthread_t

  /// Starts `body`. `isBackground` lowers its share of the processor.
  package init(isBackground: Bool = false, _ body: @escaping @Sendable () -> Void) {
    final class Start {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let start: @Sendable () -> Void = {
      // Linux keeps this value for each thread (0 is this one). Ten is half of the way to "only
      // when idle".
      if isBackground { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
      body()
    }
    var made = pthread_t()
    let code = pthread_create(
      &made, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Start(start)).toOpaque())
    precondition(code == 0, "no thread can be started")
    handle = made
  }

  /// Waits for its end. Called once.
  package func join() { pthread_join(handle, nil) }
}
