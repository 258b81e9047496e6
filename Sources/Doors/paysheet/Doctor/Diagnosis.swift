/// The doctor's findings, a line for each check.
struct Diagnosis {
    enum Finding {
        case ok
        /// It works, but not forever.
        case warning(String)
        /// It does not work. Both findings say what to do.
        case failure(String)
    }

    private(set) var hasFailures = false

    /// `ok    clock        0.01 s apart from the database's`.
    mutating func add(_ what: String, _ state: String, _ finding: Finding = .ok) {
        switch finding {
        case .ok: line("ok", what, state)
        case .warning(let advice): line("soon", what, state + ": " + advice)
        case .failure(let advice):
            hasFailures = true
            line("ILL", what, state + ": " + advice)
        }
    }

    private func line(_ mark: String, _ what: String, _ text: String) {
        printLine(padded(mark, 6) + padded(what, 14) + text)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
