import Crypto
import Testing

func hex(_ text: String) -> [UInt8] { Hex.decode(text) ?? [] }

/// Test vectors published by the standards' authors.
struct KnownAnswerTests {
    @Test func `the concatenation KDF agrees with RFC 7518, appendix C`() {
        let shared = hex("9e56d91d817135d372834283bf84269cfb316ea3da806a48f6daa7798cfe90c4")
        // Algorithm, both parties and the length of the key, each prefixed with its own length.
        let key = ConcatKDF.derive(
            from: Secret(shared),
            info: [0, 0, 0, 7] + Array("A128GCM".utf8) + [0, 0, 0, 5] + Array("Alice".utf8)
                + [0, 0, 0, 3] + Array("Bob".utf8) + [0, 0, 0, 128])
        // The appendix uses the first 128 bits of a round as the key.
        let expected = Secret(hex("56aa8deaf8236d205c2228cd71a7101a"))
        #expect(key.withBytes { Secret(Array($0.prefix(16))) } == expected)
    }

    @Test func `AES-128-GCM opens test case 3 of its authors`() throws {
        let key = Secret(hex("feffe9928665731c6d6a8f9467308308"))
        let sealed = hex(
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985"
                + "4d5c2af327cd64a62cf35abd2ba6fab4")
        let plain = hex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255")
        let nonce = hex("cafebabefacedbaddecaf888")
        #expect(try AESGCM.open(sealed, foreignKey: key, nonce: nonce) == plain)
        var altered = sealed
        altered[0] ^= 1
        #expect(throws: CryptoError.notAuthentic) {
            try AESGCM.open(altered, foreignKey: key, nonce: nonce)
        }
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 agrees with FIPS 180`(_ text: String, _ digest: String) {
        #expect(Hex.encode(SHA256.hash(text)) == digest)
    }

    @Test(arguments: [
        // RFC 4231: cases 1, 2, 3, 6 and 7.
        (
            String(repeating: "0b", count: 20), "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            String(repeating: "aa", count: 131),
            "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a"
                + "65204b6579202d2048617368204b6579204669727374",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            "", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        ),
    ])
    func `HMAC-SHA256 agrees with RFC 4231`(_ key: String, _ message: String, _ mac: String) {
        let hmac = HMACSHA256(key: Secret(hex(key)))
        #expect(Hex.encode(hmac.mac(hex(message))) == mac)
        // A prepared key serves more than one message.
        #expect(Hex.encode(hmac.mac(hex(message))) == mac)
        #expect(hmac.isValid(hex(mac), for: hex(message)))
        #expect(!hmac.isValid(hex(mac), for: hex(message) + [0]))
        #expect(!hmac.isValid(Array(hex(mac).dropLast()), for: hex(message)))
    }

    @Test(arguments: [
        // RFC 5869, A.1 to A.3.
        (
            String(repeating: "0b", count: 22), "000102030405060708090a0b0c",
            "f0f1f2f3f4f5f6f7f8f9",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        (
            (0..<80).map { Hex.encode([$0]) }.joined(),
            (0x60..<0xB0).map { Hex.encode([$0]) }.joined(),
            (0xB0...0xFF).map { Hex.encode([$0]) }.joined(),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"
                + "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
        (
            String(repeating: "0b", count: 22), "", "",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ])
    func `HKDF agrees with RFC 5869`(
        _ secret: String, _ salt: String, _ info: String, _ output: String
    ) {
        let derived = HKDF.derive(
            from: Secret(hex(secret)), salt: hex(salt), info: hex(info), count: output.count / 2)
        #expect(derived.withBytes { Hex.encode(Array($0)) } == output)
    }

    private static let key = String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2)
    private static let plain =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e24"
        + "49a6b525b16aedf5aa0de657ba637b391aafd255"
    private static let cipher =
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b10"
        + "56828838c5f61e6393ba7a0abcc9f662898015ad"
    private static let zeros = String(repeating: "00", count: 32)

    @Test(arguments: [
        // McGrew and Viega's cases 13 to 16, which NIST took over.
        (zeros, "000000000000000000000000", "", "", "", "530f8afbc74536b9a963b4f1c4cb738b"),
        (
            zeros, "000000000000000000000000", "00000000000000000000000000000000", "",
            "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (key, "cafebabefacedbaddecaf888", plain, "", cipher, "b094dac5d93471bdec1a502270e3cc6c"),
        (
            key, "cafebabefacedbaddecaf888", String(plain.prefix(120)),
            "feedfacedeadbeeffeedfacedeadbeefabaddad2", String(cipher.prefix(120)),
            "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func `AES-256-GCM agrees with NIST`(
        _ key: String, _ nonce: String, _ plain: String, _ context: String, _ cipher: String,
        _ tag: String
    ) throws {
        let key = Secret(hex(key))
        let sealed = AESGCM.seal(
            hex(plain), key: key, context: hex(context), nonce: hex(nonce))
        #expect(Hex.encode(sealed) == nonce + cipher + tag)
        #expect(try AESGCM.open(sealed, key: key, context: hex(context)) == hex(plain))
    }
}
