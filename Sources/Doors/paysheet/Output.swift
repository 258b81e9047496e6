import Glibc
import JSON
import Vocabulary

/// Prints one line for the user of the command, at once: standard output may be a pipe.
func printLine(_ text: String) { writeLine(text, on: STDOUT_FILENO) }

/// Prints one line of JSON, for a program.
func printJSON(_ body: (inout Writer) -> Void) {
    printLine(String(decoding: Writer.value(body), as: UTF8.self))
}

/// Prints one line about an error. The line may quote another person's file, so control characters
/// are made visible.
func printError(_ text: String) { writeLine("paysheet: \(text.printable)", on: STDERR_FILENO) }

private func writeLine(_ text: String, on descriptor: Int32) {
    let line = Array((text + "\n").utf8)
    write(descriptor, line, line.count)
}
