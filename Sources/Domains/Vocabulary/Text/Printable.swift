extension Unicode.Scalar {
    /// True for a scalar that is visible and controls neither a terminal nor the text direction.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension String {
    /// The text with question marks for invisible characters, to show untrusted text on a terminal.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "?" }))
    }
}
