/// The outer structure of ASN.1 messages (X.690), checked where OpenSSL's parser is too lenient.
enum BER {
    /// No signed message nests deeper than this.
    private static let depthMax = 24

    /// Returns whether all bytes form one element in which exactly the lists are marked as
    /// constructed, and each length has its shortest form or is indefinite with an end marker.
    ///
    /// OpenSSL also accepts other forms, and re-encodes them before it verifies a signature: bytes
    /// could be changed without invalidating the signature.
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
            // In these messages, context-specific tags stand for lists.
            default: true
            }
        // These messages do not use tag numbers of more than one byte.
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

    /// Locates the certificates in a strict signed-data message (RFC 5652, 5.1), and the parts
    /// before and after them.
    ///
    /// - Returns: nil if the message contains no certificates, has another type, or has trailing
    ///   bytes.
    static func signedData(_ bytes: [UInt8]) -> SignedData? {
        var rest = bytes[...]
        var ends: [Int?] = []
        // The ContentInfo, its content, and the SignedData in it.
        guard enter(0x30, &rest, &ends), rest.starts(with: SignedData.name) else { return nil }
        rest = rest.dropFirst(SignedData.name.count)
        guard enter(0xA0, &rest, &ends), enter(0x30, &rest, &ends) else { return nil }
        let begin = rest.startIndex
        // The version, the digest algorithms and the encapsulated content.
        for _ in 0..<3 where !element(&rest, 0) { return nil }
        let certificates = rest.startIndex
        guard rest.first == 0xA0, element(&rest, 0) else { return nil }
        let signers = rest.startIndex
        while !rest.isEmpty, !rest.starts(with: [0, 0]) {
            guard element(&rest, 0) else { return nil }
        }
        guard leave(ends, at: rest.startIndex, of: bytes) else { return nil }
        return SignedData(
            before: bytes[begin..<certificates], certificates: bytes[certificates..<signers],
            behind: bytes[signers..<rest.startIndex])
    }

    struct SignedData {
        fileprivate let before: ArraySlice<UInt8>
        let certificates: ArraySlice<UInt8>
        fileprivate let behind: ArraySlice<UInt8>

        /// The same message without its certificates.
        var bare: [UInt8] {
            [0x30, 0x80] + Self.name + [0xA0, 0x80, 0x30, 0x80] + before + behind
                + [0, 0, 0, 0, 0, 0]
        }

        /// The object identifier of signed data.
        fileprivate static let name: [UInt8] = [
            0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
        ]
    }

    /// Enters a list with this tag and appends its end; appends nil for an indefinite length.
    private static func enter(
        _ tag: UInt8, _ rest: inout ArraySlice<UInt8>, _ ends: inout [Int?]
    ) -> Bool {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return false }
        guard first != 0x80 else {
            ends.append(nil)
            return true
        }
        guard let count = length(first, &rest), count <= rest.count else { return false }
        ends.append(rest.startIndex + count)
        return true
    }

    /// Returns whether every entered list ends at `place`, and the message with them.
    private static func leave(_ ends: [Int?], at place: Int, of bytes: [UInt8]) -> Bool {
        var place = place
        for end in ends.reversed() {
            if let end {
                guard place == end else { return false }
            } else {
                guard bytes[place...].starts(with: [0, 0]) else { return false }
                place += 2
            }
        }
        return place == bytes.count
    }
}
