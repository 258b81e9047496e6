import Glibc
import JSON
import Vocabulary

/// One line for whoever started the command, at once: standard output may be a pipe.
func say(_ text: String) { speak(text, on: STDOUT_FILENO) }

/// One line of JSON, for a program.
func sayJSON(_ body: (inout Writer) -> Void) {
    say(String(decoding: Writer.value(body), as: UTF8.self))
}

/// One line of what went wrong.
/// It may tell of somebody else's file, whose words steer no terminal.
func complain(_ text: String) { speak("paysheet: \(text.visible)", on: STDERR_FILENO) }

private func speak(_ text: String, on descriptor: Int32) {
    let line = Array((text + "\n").utf8)
    write(descriptor, line, line.count)
}
