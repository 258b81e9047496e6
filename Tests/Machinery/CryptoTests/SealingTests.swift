import Crypto
import Testing

struct SealingTests {
    private let ring = KeyRing(masters: [1: Secret(Array(0..<32)), 300: Secret(Array(1...32))])

    @Test func `changing any byte of a sealed value is detected`() throws {
        let sealed = ring.seal(Array("webhook secret".utf8), context: [1])
        #expect(Array(sealed.prefix(3)) == [1, 300 >> 8, 300 & 0xFF])
        #expect(sealed.count == 3 + 12 + 14 + 16)
        for at in sealed.indices {
            for bit in 0..<8 {
                var other = sealed
                other[at] ^= 1 << UInt8(bit)
                #expect(throws: CryptoError.self) { try ring.open(other, context: [1]) }
            }
        }
    }

    @Test func `changing any byte of a value under a data key is detected`() throws {
        let key = DataKey()
        let sealed = key.seal(Array("contact".utf8), context: [1])
        #expect(sealed.count == 1 + 12 + 7 + 16)
        for at in sealed.indices {
            var other = sealed
            other[at] ^= 1
            #expect(throws: CryptoError.self) { try key.open(other, context: [1]) }
        }
    }

    @Test func `a truncated or extended sealed value does not open`() {
        let key = DataKey()
        let wrapped = ring.wrap(key, context: [])
        let sealed = key.seal([1, 2, 3], context: [])
        for count in 0..<wrapped.count {
            #expect(throws: CryptoError.self) {
                try ring.unwrap(Array(wrapped.prefix(count)), context: [])
            }
        }
        for count in 0..<sealed.count {
            #expect(throws: CryptoError.self) {
                try key.open(Array(sealed.prefix(count)), context: [])
            }
        }
        #expect(throws: CryptoError.self) { try ring.unwrap(wrapped + [0], context: []) }
        #expect(throws: CryptoError.self) { try key.open(sealed + [0], context: []) }
    }

    @Test func `a value does not open in another context`() throws {
        let key = DataKey()
        let sealed = key.seal([1], context: Array("contact 7".utf8))
        let wrapped = ring.wrap(key, context: Array("checkout 7".utf8))
        #expect(try key.open(sealed, context: Array("contact 7".utf8)) == [1])
        for other in ["contact 8", "contact ", "contact 77", ""] {
            #expect(throws: CryptoError.notAuthentic) {
                try key.open(sealed, context: Array(other.utf8))
            }
            #expect(throws: CryptoError.notAuthentic) {
                try ring.unwrap(wrapped, context: Array(other.utf8))
            }
        }
    }

    @Test func `a value does not open with another data key`() {
        let sealed = DataKey().seal([1], context: [])
        #expect(throws: CryptoError.notAuthentic) { try DataKey().open(sealed, context: []) }
    }

    @Test func `a wrapped key does not open as another secret, nor the reverse`() {
        let wrapped = ring.wrap(DataKey(), context: [9])
        #expect(throws: CryptoError.notAuthentic) { try ring.open(wrapped, context: [9]) }
        let secret = ring.seal(Random.bytes(32), context: [9])
        #expect(throws: CryptoError.notAuthentic) { try ring.unwrap(secret, context: [9]) }
    }

    @Test func `sealing twice gives different bytes, and an empty value is not special`() throws {
        let key = DataKey()
        #expect(key.seal([], context: []) != key.seal([], context: []))
        #expect(try key.open(key.seal([], context: []), context: []) == [])
        let large = [UInt8](repeating: 7, count: 1 << 20)
        #expect(try key.open(key.seal(large, context: large), context: large) == large)
        #expect(
            try SealedSecret.open(
                SealedSecret.seal([4], with: key, context: [5]), with: key, context: [5]) == [4])
    }
}
