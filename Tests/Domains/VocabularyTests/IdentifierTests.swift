import Testing

@testable import Vocabulary

private enum Thing: Identified {
    static var identifierPrefix: String { "thg" }
}

@Suite struct IdentifierTests {
    private static let uuids: [UUID128] = [
        .zero, .last, UUID128(high: 1, low: 0), UUID128(high: 0, low: 1),
        UUID128(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210),
        UUID128(high: 0x8000_0000_0000_0000, low: 0x7FFF_FFFF_FFFF_FFFF),
        .version7(at: Instant(seconds: 1_700_000_000), random: (.max, .max)),
    ]

    @Test("an identifier reads back to its merchant and UUID", arguments: uuids)
    func roundTrip(_ uuid: UUID128) {
        for merchant in [1, 31, 32, 1023, 1024, 34_359_738_367] as [Int64] {
            let id = Identifier<Thing>(merchant: MerchantNumber(merchant), uuid: uuid)
            #expect(Identifier<Thing>(id.text) == id)
            #expect("\(id)" == id.text)
            #expect(id.text.hasPrefix("thg_"))
            #expect(id.text.utf8.count <= 4 + 7 + 26)
        }
        #expect(UUID128(base32: uuid.base32) == uuid)
        #expect(UUID128(bytes: uuid.bytes) == uuid)
        #expect(uuid.base32.utf8.count == 26)
    }

    @Test("an identifier has a fixed text")
    func spelling() {
        let id = Identifier<Thing>(merchant: MerchantNumber(33), uuid: UUID128(high: 0, low: 31))
        #expect(id.text == "thg_110000000000000000000000000z")
        #expect(UUID128.last.base32 == "7zzzzzzzzzzzzzzzzzzzzzzzzz")
        #expect(MerchantNumber(1).text == "1")
        #expect(MerchantNumber(34_359_738_367).text == "zzzzzzz")
    }

    @Test(
        "any other text of an identifier is refused",
        arguments: [
            "", "thg", "thg_", "thg_00000000000000000000000001",
            "thg_0" + String(repeating: "0", count: 26),
            "thx_1" + String(repeating: "0", count: 26),
            "1" + String(repeating: "0", count: 26), "thg-1" + String(repeating: "0", count: 26),
            "THG_1" + String(repeating: "0", count: 26),
            "thg_1" + String(repeating: "0", count: 25) + "Z",
            "thg_1" + String(repeating: "0", count: 25) + "u",
            "thg_1" + String(repeating: "0", count: 25) + "l",
            "thg_18" + String(repeating: "0", count: 25),
            "thg_11111111" + String(repeating: "0", count: 26),
            "thg_1" + String(repeating: "0", count: 26) + "\u{0}",
            "thg_i" + String(repeating: "0", count: 26),
            "thg_é" + String(repeating: "0", count: 26),
            " thg_1" + String(repeating: "0", count: 26), String(repeating: "1", count: 10_000),
        ])
    func refused(_ text: String) {
        #expect(Identifier<Thing>(text) == nil)
    }

    @Test(
        "a merchant's number has one spelling",
        arguments: ["", "0", "01", "o", "I", "zzzzzzzz", "-1", "1 "])
    func merchantRefused(_ text: String) {
        #expect(MerchantNumber(text: text) == nil)
    }

    @Test("a merchant's number reads back")
    func merchants() {
        for value in [1, 7, 31, 32, 999, 1_000_000] as [Int64] {
            #expect(MerchantNumber(text: MerchantNumber(value).text) == MerchantNumber(value))
        }
    }

    @Test("a UUID of version 7 has its time, version and variant, and sorts by time")
    func version7() {
        let now = Instant(microseconds: 1_763_733_789_123_456)
        let uuid = UUID128.version7(at: now, random: (.max, .max))
        #expect(uuid.high >> 16 == 1_763_733_789_123)
        #expect(uuid.high >> 12 & 15 == 7)
        #expect(uuid.low >> 62 == 2)
        let later = UUID128.version7(at: now.adding(seconds: 1), random: (0, 0))
        #expect(uuid < later)
        #expect(uuid.base32 < later.base32)
        #expect(UUID128.first(at: now) <= UUID128.version7(at: now, random: (0, 0)))
        #expect(
            UUID128.first(at: now)
                > UUID128.version7(at: now.adding(seconds: -1), random: (.max, .max)))
        #expect(UUID128.version7(at: Instant(seconds: -1), random: (0, 0)).high >> 16 == 0)
    }

    @Test("16 bytes are most significant first")
    func bytes() {
        let uuid = UUID128(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        #expect(uuid.bytes == Array(0...15))
    }

    @Test(
        "text that is not a UUID in 26 base32 digits is refused",
        arguments: [
            "", "0", String(repeating: "0", count: 27), "8" + String(repeating: "0", count: 25),
            "I" + String(repeating: "0", count: 25),
        ])
    func base32Refused(_ text: String) {
        #expect(UUID128(base32: text) == nil)
    }
}
