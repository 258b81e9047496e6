import Glibc

// The command line: the first word names the command.

do {
    try await Command.run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as CommandFailure {
    printError(failure.description)
    exit(failure.status)
} catch {
    printError(describe(error))
    exit(1)
}
