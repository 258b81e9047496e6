import Crypto
import Testing

struct SecretTests {
    @Test func `nothing prints a secret`() {
        let secret = Secret(Array("swordfish".utf8))
        var dumped = ""
        dump(secret, to: &dumped)
        dump(["key": secret], to: &dumped)
        for text in [
            "\(secret)", String(reflecting: secret), String(describing: Optional(secret)), dumped,
        ] {
            #expect(!text.contains("swordfish"))
            #expect(!text.contains("115"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func `a data key and a ring print nothing either`() {
        let bytes = Array(UInt8(200)..<232)
        let ring = KeyRing(masters: [1: Secret(bytes)])
        var dumped = ""
        dump(ring, to: &dumped)
        dump(DataKey(), to: &dumped)
        #expect(!dumped.contains("200"))
        #expect(dumped.contains("a secret"))
    }

    @Test func `the array that a secret came in is wiped`() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = Secret(wiping: &bytes)
        #expect(bytes == [0, 0, 0])
        #expect(secret.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test func `secrets are equal by their bytes`() {
        #expect(Secret([1, 2]) == Secret([1, 2]))
        #expect(Secret([1, 2]) != Secret([1, 3]))
        #expect(Secret([1, 2]) != Secret([1, 2, 3]))
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1], [1]))
        #expect(!constantTimeEquals([1], [2]))
        #expect(!constantTimeEquals([1], []))
    }
}
