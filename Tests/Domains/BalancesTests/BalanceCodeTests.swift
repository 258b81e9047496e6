import Crypto
import Testing
import Vocabulary

@testable import Balances

/// Codes as buyers type them.
@Suite struct BalanceCodeTests {
    @Test(arguments: [
        ("ABCD-EFGH-JKLM-NPQR", "ABCDEFGHJKLMNPQR"),
        (" abcd efgh\tjklm\u{A0}npqr\n", "ABCDEFGHJKLMNPQR"),
        ("abcd\u{2010}efgh\u{2011}jk\u{2013}lm\u{2014}np\u{2212}qr", "ABCDEFGHJKLMNPQR"),
        ("1234-5678", "12345678"),
        ("1234567", nil), ("", nil), ("--------", nil),
        ("ABCDEFG\u{E9}", nil), ("ſſſſſſſſ", nil), ("ＡＢＣＤＥＦＧＨ", nil), ("ABCD_EFGH", nil),
        ("ABCDEFGH\u{0}", nil), ("١٢٣٤٥٦٧٨٩٠١٢", nil),
    ])
    func `a code is folded to capitals and digits`(typed: String, normalized: String?) {
        #expect(BalanceCode(typed: typed)?.normalized == normalized)
    }

    @Test func `a code has 8 to 64 characters in any spelling`() {
        let long = String(repeating: "A1B2", count: 16)
        #expect(BalanceCode(typed: long)?.normalized == long)
        #expect(BalanceCode(typed: long + "C") == nil)
        #expect(BalanceCode(typed: String(repeating: "A ", count: 64)) != nil)
        #expect(BalanceCode(typed: String(repeating: "A ", count: 64) + " ") == nil, "129 typed")
    }

    @Test(arguments: [
        ("GIFT2026", true), ("12345678", false), ("12345678901", false), ("123456789012", true),
        ("AAAAAAAA", false), ("ABABABAB", false), ("ABCABCAB", false), ("ABCDABCD", true),
        ("111122223333", false), ("1111-2222-3333-4444", true),
    ])
    func `an easily guessed code is refused`(code: String, isTaken: Bool) {
        #expect((BalanceCode(imported: code) != nil) == isTaken)
    }

    @Test func `a generated code has 80 bits, in groups, without look-alikes`() {
        let least = BalanceCode.generate((0, 0))
        #expect(least.grouped == "2222-2222-2222-2222")
        #expect(BalanceCode.generate((.max, .max)).grouped == "ZZZZ-ZZZZ-ZZZZ-ZZZZ")
        // Each half comes from its own word.
        #expect(BalanceCode.generate((0, .max)).grouped == "2222-2222-ZZZZ-ZZZZ")
        var seen: Set<String> = []
        for _ in 0..<1_000 {
            let code = BalanceCode.generate(Random.words())
            #expect(code.normalized.utf8.count == 16)
            #expect(!code.normalized.contains { "01IO".contains($0) })
            #expect(BalanceCode(typed: code.grouped.lowercased()) == code)
            seen.insert(code.normalized)
        }
        #expect(seen.count == 1_000)
    }

    @Test func `a hint leaves a short code hard to guess`() {
        #expect(BalanceCode(typed: "ABCDEFGH1234")?.hint == "1234")
        #expect(BalanceCode(typed: "ABCDEFGH123")?.hint == "23")
    }

    @Test func `the description of a balance code does not contain the code`() throws {
        let code = try #require(BalanceCode(typed: "SECRET12"))
        #expect(!"\(code) \(String(reflecting: code)) \([code])".contains("SECRET12"))
        var dumped = ""
        dump(code, to: &dumped)
        #expect(!dumped.contains("SECRET12"))
    }

    @Test func `a code's hash depends on the merchant and the key`() throws {
        let code = try #require(BalanceCode(typed: "SECRET12"))
        let keys = KeyRing(masters: [1: .random(32), 3: .random(32)])
        let hashes = try code.hashes(keys, of: MerchantNumber(1))
        #expect(hashes.map(\.key) == [3, 1], "the hash of the current key is first")
        #expect(Set(hashes.map(\.mac)).count == 2)
        #expect(try code.hashes(keys, of: MerchantNumber(2))[0].mac != hashes[0].mac)
        #expect(hashes.allSatisfy { $0.mac.count == 32 })
    }

    /// Folding twice equals folding once, case and dashes do not matter, and the result has only
    /// capitals and digits.
    @Test func `any text folds to a stable code of capitals and digits, or to nil`() {
        var chance = Chance(seed: 20_261_121)
        let pool = Array("abcXYZ0189 -–—\u{A0}\u{2212}_é٣Ａ\u{0}ß\u{200D}".unicodeScalars)
        var codes = 0
        for _ in 0..<20_000 {
            var text = ""
            let isPlain = chance.next() % 2 == 0
            for _ in 0..<Int(chance.next() % 70) {
                let scalar = pool[Int(chance.next() % UInt64(isPlain ? 16 : pool.count))]
                text.unicodeScalars.append(scalar)
            }
            guard let code = BalanceCode(typed: text) else { continue }
            codes += 1
            #expect(BalanceCode(typed: code.normalized) == code)
            #expect(BalanceCode(typed: code.normalized.lowercased()) == code)
            #expect(BalanceCode(typed: "- " + code.grouped) == code)
            #expect(
                code.normalized.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
            )
        }
        #expect(codes > 5_000)
    }
}

/// SplitMix64: the same numbers in each run.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
