/// The doctor's findings, a line for each check.
struct Diagnosis {
    enum Finding {
        case well
        /// It works, but not forever.
        case soon(String)
        /// It does not work. Both findings say what to do.
        case ill(String)
    }

    private(set) var isIll = false

    /// `ok    clock        0.01 s apart from the database's`.
    mutating func tell(_ what: String, _ state: String, _ finding: Finding = .well) {
        switch finding {
        case .well: line("ok", what, state)
        case .soon(let advice): line("soon", what, state + ": " + advice)
        case .ill(let advice):
            isIll = true
            line("ILL", what, state + ": " + advice)
        }
    }

    private func line(_ mark: String, _ what: String, _ text: String) {
        say(padded(mark, 6) + padded(what, 14) + text)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
