extension Unicode.Scalar {
    /// True for a scalar that is visible and controls neither a terminal nor the text direction.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension String {
    /// The text with question marks for invisible characters, to show untrusted text on a terminal.
    package var visible: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isVisible ? $0 : "?" }))
    }
}
