/// A text of a contact without unintended characters.
///
/// Every run of whitespace becomes one space, and is removed at the ends. Control characters and
/// the marks for the writing direction, which come from copying, are removed. An empty text counts
/// as missing.
struct CleanedText {
    /// Nil if no text is left, or if it is too long.
    let text: String?
    let isChanged: Bool
    let isTooLong: Bool
    /// The number of Unicode scalars in the text.
    let length: Int

    /// - Parameters:
    ///   - limit: the field's maximum number of Unicode scalars.
    ///   - keepsSpaces: true if two spaces mean something else than one.
    init(_ given: String?, limit: Int, keepsSpaces: Bool = false) {
        guard let given, !given.isEmpty else {
            (text, isChanged, isTooLong, length) = (nil, false, false, 0)
            return
        }
        // Text this far beyond the limit is not examined.
        guard given.utf8.count <= limit * 8 else {
            (text, isChanged, isTooLong, length) = (nil, true, true, limit + 1)
            return
        }
        if CleanedText.isPlain(given) {
            length = given.utf8.count
            isTooLong = length > limit
            text = isTooLong ? nil : given
            isChanged = false
            return
        }
        let (scalars, isChanged) = CleanedText.clean(given, keepsSpaces)
        self.isChanged = isChanged
        length = scalars.count
        isTooLong = length > limit
        text =
            isTooLong || scalars.isEmpty
            ? nil : isChanged ? String(String.UnicodeScalarView(scalars)) : given
    }

    /// True for ASCII without control characters, with only single spaces inside: nearly every
    /// text.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var isAfterBlank = true
            for byte in bytes {
                guard byte >= 0x20, byte < 0x7F, byte != 0x20 || !isAfterBlank else {
                    return false
                }
                isAfterBlank = byte == 0x20
            }
            return !isAfterBlank
        } ?? false
    }

    private static func clean(
        _ text: String, _ keepsSpaces: Bool
    ) -> (scalars: [Unicode.Scalar], isChanged: Bool) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        var isChanged = false
        // Spaces that count if a visible character follows.
        var owed = 0
        for scalar in text.unicodeScalars {
            switch kind(of: scalar) {
            case .blank:
                // A second space, one at the start, or another kind of space is a change.
                isChanged =
                    isChanged || owed > 0 && !keepsSpaces || scalars.isEmpty || scalar != " "
                owed = scalars.isEmpty ? 0 : keepsSpaces ? owed + 1 : 1
            case .nothing:
                isChanged = true
            case .visible:
                scalars.append(contentsOf: repeatElement(" ", count: owed))
                owed = 0
                scalars.append(scalar)
            }
        }
        return (scalars, isChanged || owed > 0)
    }

    private enum Kind { case visible, blank, nothing }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
            0x3000:
            .blank
        // Invisible characters: controls, soft hyphen, zero-width space, direction marks, byte
        // order mark, non-characters, tags.
        // The joiners 200C and 200D stay: Persian and Indic names need them.
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0xFEFF, 0xFFFE, 0xFFFF, 0xE0000...0xE007F:
            .nothing
        default: .visible
        }
    }
}
