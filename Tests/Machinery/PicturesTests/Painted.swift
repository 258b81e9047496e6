@testable import Pictures

/// Pictures for tests, drawn by libgd.
enum Painted {
    static let red: Picture.Pixel = 0xD02020
    static let green: Picture.Pixel = 0x20A040
    static let blue: Picture.Pixel = 0x2040C0

    static func plain(
        _ color: Picture.Pixel, _ kind: Picture.Kind = .png, width: Int = 60, height: Int = 60
    ) -> Picture {
        Picture(kind, width: width, height: height) { _, _ in color }
    }

    /// A picture with different corners: red and green above, blue and black below.
    static func corners(_ kind: Picture.Kind, width: Int, height: Int) -> Picture {
        Picture(kind, width: width, height: height) { x, y in
            let isLeft = x < width / 2
            return y < height / 2 ? isLeft ? red : green : isLeft ? blue : 0
        }
    }

    /// Noise, like a photograph: nothing repeats.
    static func noisy(_ kind: Picture.Kind, width: Int, height: Int) -> Picture {
        var dice = Dice(seed: 7)
        return Picture(kind, width: width, height: height) { x, y in
            let noise = Int(dice.next() & 15)
            return Int32((x * 3 + noise) & 255) << 16 | Int32((y * 2 + noise) & 255) << 8
                | Int32((x + y + noise) & 255)
        }
    }

    /// True if two colors look the same: a JPEG changes them a little.
    static func isNear(_ one: Picture.Pixel, _ other: Picture.Pixel) -> Bool {
        [24, 16, 8, 0].allSatisfy { shift in abs((one >> shift & 255) - (other >> shift & 255)) < 12
        }
    }

    /// A JPEG preceded by EXIF, as a phone writes it, with its orientation and location.
    static func withEXIF(_ jpeg: [UInt8], orientation: UInt8, littleEndian: Bool = true) -> [UInt8]
    {
        func two(_ value: UInt8) -> [UInt8] { littleEndian ? [value, 0] : [0, value] }
        func four(_ value: UInt8) -> [UInt8] {
            littleEndian ? [value, 0, 0, 0] : [0, 0, 0, value]
        }
        func tag(_ high: UInt8, _ low: UInt8) -> [UInt8] {
            littleEndian ? [low, high] : [high, low]
        }
        var part =
            Array("Exif\0\0".utf8) + Array((littleEndian ? "II" : "MM").utf8) + two(42) + four(8)
        part += two(2)
        part += tag(0x01, 0x00) + two(4) + four(1) + four(60)
        part += tag(0x01, 0x12) + two(3) + four(1) + two(orientation) + [0, 0]
        part += four(0) + Array("GPS 52.5163,13.3777".utf8)
        let length = part.count + 2
        return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + part
            + Array(jpeg[2...])
    }

    /// A chunk of a PNG.
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return four(data.count) + body + four(Int(sum(body)))
    }

    static func four(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
    }

    /// CRC-32 of PNG, annex D.
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }
}

/// The same numbers in each run (SplitMix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
