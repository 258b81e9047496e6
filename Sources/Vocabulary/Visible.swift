extension Unicode.Scalar {
    /// Whether it stands for something that is seen, and steers neither a terminal nor the order of letters.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension String {
    /// With a question mark for whatever is not seen: for a text of somebody else's on a terminal.
    package var visible: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isVisible ? $0 : "?" }))
    }
}
