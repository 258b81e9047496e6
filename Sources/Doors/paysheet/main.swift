import Glibc

// The command line: the first word names the command.

do {
    try await Command.run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as CommandFailure {
    complain(failure.description)
    exit(failure.status)
} catch {
    complain(describe(error))
    exit(1)
}
