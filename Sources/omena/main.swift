import Glibc

// The command line: reads the arguments, runs the command, gives the exit code.
// 0: done. 1: refused, with the reason on stderr. 2: wrong usage.

do throws(CommandError) {
  try Command(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  Output.error("omena: \(error.message)\n")
  exit(error.code)
}
