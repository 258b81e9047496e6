import Crypto
import Testing

struct TextTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `Base64 agrees with RFC 4648`(_ text: String, _ encoded: String) {
        let bytes = Array(text.utf8)
        #expect(Base64.standard.encode(bytes) == encoded)
        #expect(Base64.standard.decode(encoded) == bytes)
        let unpadded = String(encoded.prefix { $0 != "=" })
        #expect(Base64.url.encode(bytes) == unpadded)
        #expect(Base64.url.decode(unpadded) == bytes)
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z", "====", "=", "Zm9v\n", " Zm9v", "Zm-_",
        "Zg==Zg==",
        "Zm9v====", "Z=9v", "é===",
    ])
    func `standard Base64 has one text for each value`(_ text: String) {
        #expect(Base64.standard.decode(text) == nil)
    }

    @Test(arguments: ["Zg==", "Z", "A", "AAAAA", "Zh", "Zm9", "+/+/", "Zm9v ", "Zm9vY"])
    func `URL Base64 has one text for each value`(_ text: String) {
        #expect(Base64.url.decode(text) == nil)
    }

    @Test func `Base64 and hexadecimal text decode to the bytes that they encode`() {
        let bytes = Array(UInt8(0)...255)
        #expect(Base64.standard.decode(Base64.standard.encode(bytes)) == bytes)
        #expect(Base64.url.decode(Base64.url.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
        #expect(Hex.encode([0, 0xAB, 0xFF]) == "00abff")
        #expect(Hex.decode("00ABff") == [0, 0xAB, 0xFF])
    }

    @Test(arguments: ["0", "0g", "0x", " 00", "00 ", "é"])
    func `hexadecimal accepts only pairs of digits`(_ text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
