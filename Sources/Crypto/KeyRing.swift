/// The server's master keys, numbered, each made into a derivation key and a sealing key.
///
/// One number, by default the highest, is current and serves what is new; lower ones keep what is old
/// readable, and a higher one waits until every server has it. Losing a number means losing what was
/// derived and sealed under it.
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

    /// At least one master key of 32 bytes, each under a number of its own.
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

// Derived: shown again at any time, and stored nowhere.
extension KeyRing {
    /// How many bytes of the MAC are given: 128 bits for tokens in addresses, all for the rest.
    package enum Length: Int, Sendable {
        case bytes16 = 16
        case bytes32 = 32
    }

    /// Under the current key; whoever keeps the row keeps the number.
    package func derive(
        label: StaticString, context: [UInt8], length: Length = .bytes32
    ) -> (number: Int32, mac: [UInt8]) {
        (currentNumber, Self.mac(current, label, context, length))
    }

    /// The MAC over the label, a zero byte and the context, under the key of this number.
    ///
    /// A label says what the value is for and holds no zero byte, so no two uses meet. The context
    /// must be of one shape per label, or fields of it could be taken for one another.
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

    /// False for a MAC of another length, an unknown number, or another label or context.
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

// Sealed: version 1, key number in two bytes (the highest first), nonce, ciphertext, tag.
extension KeyRing {
    private static let version: UInt8 = 1
    private static let headerCount = 3

    /// Seals a short secret of the server's own, such as a data key, under the current key.
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

    /// Which key a sealed value needs: for finding what is still under an old one.
    package static func keyNumber(of sealed: [UInt8]) throws(CryptoError) -> Int32 {
        guard sealed.count >= headerCount + AESGCM.overhead, sealed[0] == version else {
            throw CryptoError.malformed
        }
        return Int32(sealed[1]) << 8 | Int32(sealed[2])
    }
}
