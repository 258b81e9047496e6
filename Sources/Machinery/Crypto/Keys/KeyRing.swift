/// The server's numbered master keys, each with a derivation key and a sealing key made from it.
///
/// One number, by default the highest, is current and serves new values. Lower numbers keep old
/// values readable; a higher one waits until every server has it. A lost number makes everything
/// derived or sealed under it unusable.
package final class KeyRing: Sendable {
    package static let numbers: ClosedRange<Int32> = 1...65_535
    package static let masterCount = 32

    private struct Key: Sendable {
        let derivation: HMACSHA256
        let sealing: Secret
    }

    private let keys: [Int32: Key]
    private let current: Key
    package let currentNumber: Int32

    /// Needs at least one master key; each has 32 bytes and a unique number.
    package init(masters: [Int32: Secret], current number: Int32? = nil) {
        var keys: [Int32: Key] = [:]
        for (number, master) in masters {
            precondition(Self.numbers ~= number && master.count == Self.masterCount, "a master key")
            let derivation = HKDF.derive(from: master, info: Array("paysheet derivation 1".utf8))
            let sealing = HKDF.derive(from: master, info: Array("paysheet sealing 1".utf8))
            keys[number] = Key(derivation: HMACSHA256(key: derivation), sealing: sealing)
        }
        guard let number = number ?? keys.keys.max(), let current = keys[number] else {
            preconditionFailure("no master key")
        }
        self.keys = keys
        self.current = current
        currentNumber = number
    }

    /// In ascending order.
    package var allNumbers: [Int32] { keys.keys.sorted() }

    private func key(_ number: Int32) throws(CryptoError) -> Key {
        guard let key = keys[number] else { throw CryptoError.unknownKey(number: number) }
        return key
    }
}

// Derived values: can be computed again at any time and are never stored.
extension KeyRing {
    /// Number of bytes of the MAC to use: 128 bits for tokens in URLs, all of it otherwise.
    package enum Length: Int, Sendable {
        case bytes16 = 16
        case bytes32 = 32
    }

    /// Derives under the current key; the caller stores the number with the row.
    package func derive(
        label: StaticString, context: [UInt8], length: Length = .bytes32
    ) -> (number: Int32, mac: [UInt8]) {
        (currentNumber, Self.mac(current, label, context, length))
    }

    /// Returns the MAC of the label, a zero byte and the context, under the key with this number.
    ///
    /// A label names the use of the value and contains no zero byte, so that no two uses collide.
    /// All contexts of a label must have the same layout, or their fields could be confused.
    package func derive(
        label: StaticString, context: [UInt8], number: Int32, length: Length = .bytes32
    ) throws(CryptoError) -> [UInt8] {
        Self.mac(try key(number), label, context, length)
    }

    private static func mac(
        _ key: Key, _ label: StaticString, _ context: [UInt8], _ length: Length
    ) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(label.utf8CodeUnitCount + 1 + context.count)
        message.append(
            contentsOf: UnsafeBufferPointer(
                start: label.utf8Start, count: label.utf8CodeUnitCount))
        message.append(0)
        message.append(contentsOf: context)
        let mac = key.derivation.mac(message)
        return length == .bytes32 ? mac : Array(mac.prefix(length.rawValue))
    }

    /// Returns false for a MAC of another length, an unknown number, another label or another
    /// context.
    package func verify(
        _ mac: [UInt8], label: StaticString, context: [UInt8], number: Int32
    ) -> Bool {
        guard let length = Length(rawValue: mac.count),
            let expected = try? derive(
                label: label, context: context, number: number, length: length)
        else { return false }
        return constantTimeEquals(mac, expected)
    }
}

// Sealed values: version 1, key number in two bytes (big-endian), nonce, ciphertext, tag.
extension KeyRing {
    private static let version: UInt8 = 1
    private static let headerCount = 3

    /// Seals a short secret of the server, such as a data key, under the current key.
    package func seal(_ plain: [UInt8], context: [UInt8]) -> [UInt8] {
        let number = UInt16(currentNumber)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(Self.headerCount + AESGCM.overhead + plain.count)
        sealed += [Self.version, UInt8(number >> 8), UInt8(number & 0xFF)]
        AESGCM.seal(plain, key: current.sealing, context: sealed + context, after: &sealed)
        return sealed
    }

    package func open(_ sealed: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        let number = try Self.keyNumber(of: sealed)
        let header = sealed.prefix(Self.headerCount)
        return try AESGCM.open(
            sealed.dropFirst(Self.headerCount), key: key(number).sealing, context: header + context)
    }

    /// Returns the number of the key that sealed a value, to find values still under an old key.
    package static func keyNumber(of sealed: [UInt8]) throws(CryptoError) -> Int32 {
        guard sealed.count >= headerCount + AESGCM.overhead, sealed[0] == version else {
            throw CryptoError.malformed
        }
        return Int32(sealed[1]) << 8 | Int32(sealed[2])
    }
}
