import Crypto
import Testing

struct SecretTests {
    @Test func `a secret is never printed`() {
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

    @Test func `a data key and a ring are never printed`() {
        var dumped = ""
        dump(KeyRing(masters: [1: .random()]), to: &dumped)
        dump(DataKey(), to: &dumped)
        // An array of bytes would appear as lines of a dash and a number.
        let bytes = dumped.split(separator: "\n").filter {
            let words = $0.split(separator: " ")
            return words.count == 2 && words[0] == "-" && Int(words[1]) != nil
        }
        #expect(bytes == [])
        #expect(dumped.contains("a secret"))
    }

    @Test func `the source array of a secret is wiped`() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = Secret(wiping: &bytes)
        #expect(bytes == [0, 0, 0])
        #expect(secret.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test func `secrets are compared by their bytes`() {
        #expect(Secret([1, 2]) == Secret([1, 2]))
        #expect(Secret([1, 2]) != Secret([1, 3]))
        #expect(Secret([1, 2]) != Secret([1, 2, 3]))
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1], [1]))
        #expect(!constantTimeEquals([1], [2]))
        #expect(!constantTimeEquals([1], []))
    }
}
