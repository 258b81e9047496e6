/// The outer shape of ASN.1 messages (X.690), where a parser is kinder than the standard.
enum BER {
    /// Deeper than any signed message is.
    private static let depthMax = 24

    /// Whether all the bytes are one element, in which lists are marked as such and nothing else is, and each
    /// length is written in its shortest form or runs to an end mark.
    ///
    /// OpenSSL reads others, too, and writes them anew before it looks at a signature: bytes could be changed
    /// that count for nothing.
    static func isStrict(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        return element(&rest, 0) && rest.isEmpty
    }

    private static func element(_ rest: inout ArraySlice<UInt8>, _ depth: Int) -> Bool {
        guard depth < depthMax, let tag = rest.popFirst(), let first = rest.popFirst() else {
            return false
        }
        let isConstructed = tag & 0x20 != 0
        let isList =
            switch tag & 0xC0 {
            case 0x00: tag & 0x1F == 0x10 || tag & 0x1F == 0x11
            // What these messages tag by themselves are lists.
            default: true
            }
        // Numbers of more than one byte are not in use.
        guard tag & 0x1F != 0x1F, isConstructed == isList else { return false }
        if first == 0x80 {
            guard isConstructed else { return false }
            while !rest.starts(with: [0, 0]) {
                guard element(&rest, depth + 1) else { return false }
            }
            rest = rest.dropFirst(2)
            return true
        }
        guard let count = length(first, &rest), count <= rest.count else { return false }
        var content = rest.prefix(count)
        rest = rest.dropFirst(count)
        guard isConstructed else { return true }
        while !content.isEmpty {
            guard element(&content, depth + 1) else { return false }
        }
        return true
    }

    private static func length(_ first: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
        guard first >= 0x80 else { return Int(first) }
        let digits = rest.prefix(Int(first) - 0x80)
        guard 1...3 ~= Int(first) - 0x80, digits.count == Int(first) - 0x80, digits.first != 0
        else { return nil }
        rest = rest.dropFirst(digits.count)
        let count = digits.reduce(0) { $0 << 8 | Int($1) }
        return count < 0x80 ? nil : count
    }
}
