import Crypto
import Testing

struct KeyRingTests {
    private let seven = Secret(Array(0..<32))
    private let eight = Secret(Array(1...32))
    private var ring: KeyRing { KeyRing(masters: [7: seven]) }
    private var rotated: KeyRing { KeyRing(masters: [7: seven, 8: eight]) }

    /// Python's `cryptography` computed the expected values from the documented formats.
    @Test func `derived keys equal those of an independent implementation`() throws {
        let derived = ring.derive(label: "client secret", context: [7, 0, 9])
        #expect(derived.number == 7)
        #expect(
            Hex.encode(derived.mac)
                == "d6fc9bbf8f539718097a2576e9954737980aa92cdbf5976f128baca5c0d7e787")
        let key = try ring.unwrap(
            hex(
                "0100076465666768696a6b6c6d6e6f605721212c7f03d8351894598b68dd5c6261ccd64808cc4f05"
                    + "b56bb58d7fdf0eac829ca83488608d889bb8c63a92232f"),
            context: Array("checkout 7".utf8))
        let text = try key.open(
            hex(
                "02c8c9cacbcccdcecfd0d1d2d3ef266d49df7a82f37edafb8c8f0869b1b194520cbad22f90243404"
                    + "b30b317e9f2d1ebd6440f1233bac"),
            context: Array("contact 7".utf8))
        #expect(String(decoding: text, as: UTF8.self) == "Joël, 1 Example Park Way")
        let secret = try ring.open(
            hex("0100076465666768696a6b6c6d6e6f371e70676b055dc257418b543fa1a125c460a64cfa6871"),
            context: Array("webhook 3".utf8))
        #expect(String(decoding: secret, as: UTF8.self) == "whsec_x")
    }

    @Test func `values made with key 7 stay valid when key 8 is current`() throws {
        let old = ring.derive(label: "client secret", context: [1])
        let key = DataKey()
        let wrapped = ring.wrap(key, context: [2])
        let sealed = key.seal(Array("contact".utf8), context: [3])

        #expect(rotated.currentNumber == 8)
        #expect(rotated.allNumbers == [7, 8])
        #expect(
            try rotated.derive(label: "client secret", context: [1], number: 7) == old.mac)
        #expect(rotated.verify(old.mac, label: "client secret", context: [1], number: 7))
        let opened = try rotated.unwrap(wrapped, context: [2]).open(sealed, context: [3])
        #expect(opened == Array("contact".utf8))

        let new = rotated.derive(label: "client secret", context: [1])
        #expect(new.number == 8)
        #expect(new.mac != old.mac)
        #expect(try KeyRing.keyNumber(of: wrapped) == 7)
        #expect(try KeyRing.keyNumber(of: rotated.wrap(key, context: [2])) == 8)
    }

    @Test func `a key number that is not in the ring is an error`() throws {
        let wrapped = rotated.wrap(DataKey(), context: [])
        #expect(throws: CryptoError.unknownKey(number: 8)) {
            try ring.unwrap(wrapped, context: [])
        }
        #expect(throws: CryptoError.unknownKey(number: 8)) {
            try ring.derive(label: "x", context: [], number: 8)
        }
        let mac = rotated.derive(label: "x", context: []).mac
        #expect(!ring.verify(mac, label: "x", context: [], number: 8))
    }

    @Test func `a derived value is bound to label, context, number and length`() throws {
        let ring = rotated
        for length in [KeyRing.Length.bytes16, .bytes32] {
            let (number, mac) = ring.derive(label: "pass", context: [1, 2], length: length)
            #expect(mac.count == length.rawValue)
            #expect(ring.verify(mac, label: "pass", context: [1, 2], number: number))
            #expect(!ring.verify(mac, label: "share", context: [1, 2], number: number))
            #expect(!ring.verify(mac, label: "pass", context: [1], number: number))
            #expect(!ring.verify(mac, label: "pass", context: [1, 2], number: 7))
            #expect(!ring.verify(mac + [0], label: "pass", context: [1, 2], number: number))
            for at in mac.indices {
                var other = mac
                other[at] ^= 1
                #expect(!ring.verify(other, label: "pass", context: [1, 2], number: number))
            }
        }
        #expect(!ring.verify([], label: "pass", context: [1, 2], number: 8))
        // The end of a label must not pass for the beginning of a context.
        #expect(
            ring.derive(label: "ab", context: Array("c".utf8)).mac
                != ring.derive(label: "a", context: Array("bc".utf8)).mac)
    }

    @Test func `derivation and sealing keys differ from each other and from the master`() throws {
        // Sealed with the ring's key, so none of these keys opens it.
        let sealed = Array(ring.seal([1, 2, 3], context: []).dropFirst(3))
        let derivation = HKDF.derive(from: seven, info: Array("paysheet derivation 1".utf8))
        let sealing = HKDF.derive(from: seven, info: Array("paysheet sealing 1".utf8))
        for key in [seven, derivation] {
            #expect(throws: CryptoError.notAuthentic) {
                try AESGCM.open(sealed, key: key, context: [1, 0, 7])
            }
        }
        #expect(try AESGCM.open(sealed, key: sealing, context: [1, 0, 7]) == [1, 2, 3])
    }
}
