import Glibc

// The command line: one word says what to do.

do {
    try await Command.run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as CommandFailure {
    complain(failure.description)
    exit(failure.status)
} catch {
    complain(describe(error))
    exit(1)
}
