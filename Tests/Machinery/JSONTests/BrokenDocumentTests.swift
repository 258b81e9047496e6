import Foundation
import JSON
import Testing

/// Damaged bytes: none may crash, and Foundation must agree on which are JSON.
struct BrokenDocumentTests {
    /// Each deliberate difference from Foundation is listed here.
    private func agrees(_ bytes: [UInt8]) -> Bool {
        let theirs =
            (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
            != nil
        do {
            _ = try Document.parse(bytes)
            // Foundation refuses numbers that do not fit a double.
            return theirs || bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }
        } catch {
            switch error.reason {
            case .duplicateKey, .nul, .loneSurrogate, .tooDeep: return true
            case .invalidJSON where closesAfterComma(bytes, error.offset ?? 0): return true
            case .invalidJSON, .trailingContent, .empty, .invalidUTF8, .tooLarge: return !theirs
            }
        }
    }

    /// `[1,]`, which Foundation accepts on Linux and RFC 8259 does not.
    private func closesAfterComma(_ bytes: [UInt8], _ offset: Int) -> Bool {
        guard offset < bytes.count, "]}".utf8.contains(bytes[offset]) else { return false }
        return bytes[..<offset].last { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ",")
    }

    private static let seeds = [
        #"{"a":[1.5e-3,true,null,"x\u00e9\n"],"b":{"c":-0,"d":false}}"#,
        #"["\ud83d\ude00é",{},[],"",12,0.5]"#, "-12.25E+2", #" "a" "#, "[[[1],[]]]",
    ]

    private static let bytes: [UInt8] =
        Array("\"\\/bfnrtu{}[]:,0123456789aAeE+-. \t\n\r'xX_".utf8) + [
            0x00, 0x01, 0x0B, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF5, 0xFF,
        ]

    @Test(arguments: seeds)
    func `a byte replaced, removed or inserted is judged as Foundation judges it`(_ seed: String) {
        let whole = Array(seed.utf8)
        var disagreements: [String] = []
        func judge(_ bytes: [UInt8]) {
            if !agrees(bytes) { disagreements.append(String(decoding: bytes, as: UTF8.self)) }
        }
        for at in whole.indices {
            var shorter = whole
            shorter.remove(at: at)
            judge(shorter)
            judge(Array(whole.prefix(at)))
            for byte in Self.bytes {
                var other = whole
                other[at] = byte
                judge(other)
                other = whole
                other.insert(byte, at: at)
                judge(other)
            }
        }
        #expect(disagreements == [])
    }

    @Test func `a syntax error always has a position`() {
        for seed in Self.seeds {
            let whole = Array(seed.utf8)
            for at in whole.indices {
                for byte in Self.bytes {
                    var other = whole
                    other[at] = byte
                    do {
                        _ = try Document.parse(other)
                    } catch {
                        #expect(error.offset != nil || error.pointer != nil)
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `damaged bytes never crash`(_ seed: UInt64) {
        var chance = Chance(seed: seed)
        let problems = Problems()
        for _ in 0..<2000 {
            var bytes = Array(Self.seeds[chance.upTo(Self.seeds.count)].utf8)
            for _ in 0...chance.upTo(8) {
                let at = chance.upTo(bytes.count)
                switch chance.upTo(4) {
                case 0: bytes[at] = UInt8(truncatingIfNeeded: chance.next())
                case 1: bytes[at] = Self.bytes[chance.upTo(Self.bytes.count)]
                case 2: bytes.insert(Self.bytes[chance.upTo(Self.bytes.count)], at: at)
                default: bytes.insert(contentsOf: bytes[at...], at: chance.upTo(bytes.count))
                }
                if bytes.count > 4096 { bytes.removeLast(bytes.count - 4096) }
            }
            guard let document = try? Document.parse(bytes) else { continue }
            // A document that parses also parses from its canonical form.
            let canonical = document.root.canonicalBytes()
            #expect((try? Document.parse(canonical).root.canonicalBytes()) == canonical)
            _ = ObjectReader(document.root, problems: problems)?.texts(
                "a", maxCount: 9, maxKeyLength: 9, maxLength: 9)
        }
    }
}
