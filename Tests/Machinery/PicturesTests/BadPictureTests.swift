import Testing

@testable import Pictures

/// Files that are refused as pictures, and the reasons.
@Suite struct BadPictureTests {
    private static let png = Painted.corners(.png, width: 60, height: 40).encoded()
    private static let jpeg = Painted.corners(.jpeg, width: 60, height: 40).encoded()
    private static let signature = Array(png[..<8])

    private static func header(_ width: Int, _ height: Int) -> [UInt8] {
        Painted.chunk("IHDR", Painted.four(width) + Painted.four(height) + [8, 2, 0, 0, 0])
    }

    /// A valid picture whose first chunk claims another size.
    private static func claiming(_ width: Int, _ height: Int) -> [UInt8] {
        signature + header(width, height) + Array(png[33...])
    }

    /// A JPEG whose frame header (T.81) claims another size.
    private static func jpegClaiming(_ width: Int, _ height: Int) -> [UInt8] {
        let place = jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }!
        let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
        return Array(jpeg[..<(place + 5)]) + size + Array(jpeg[(place + 9)...])
    }

    private static let bad: [(name: String, bytes: [UInt8], fault: PictureFault)] = [
        ("nothing", [], .noPicture),
        ("a byte", [0x89], .noPicture),
        ("zeroes", [UInt8](repeating: 0, count: 4_096), .noPicture),
        ("words", Array("picture".utf8), .noPicture),
        ("a GIF", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B], .noPicture),
        ("an SVG", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .noPicture),
        ("a WebP", Array("RIFF\u{1A}\0\0\0WEBPVP8L".utf8), .noPicture),
        ("a JPEG behind a blank", [0x20] + jpeg, .noPicture),
        ("too many bytes", jpeg + [UInt8](repeating: 0, count: 1 << 20), .tooManyBytes(1 << 20)),
        ("a PNG's signature", signature, .broken),
        ("half a PNG", Array(png[..<(png.count / 2)]), .broken),
        ("a PNG without its end", Array(png.dropLast(12)), .broken),
        ("a PNG without its last byte", Array(png.dropLast()), .broken),
        ("a PNG that begins with its end", signature + Painted.chunk("IEND", []), .broken),
        ("a PNG without pixels", signature + header(60, 40) + Painted.chunk("IEND", []), .broken),
        (
            "a PNG with a chunk that goes on for ever",
            signature + header(60, 40) + [0x7F, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8), .broken
        ),
        (
            "a PNG with a chunk of the largest length",
            signature + header(60, 40) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8), .broken
        ),
        ("a PNG of no width", claiming(0, 40), .broken),
        ("a PNG with more rows than pixels", claiming(60, 4_000), .broken),
        (
            "a PNG of 100,000 by 100,000", claiming(100_000, 100_000),
            .tooManyPixels(width: 100_000, height: 100_000)
        ),
        (
            "a PNG of the largest size", claiming(0x7FFF_FFFF, 0x7FFF_FFFF),
            .tooManyPixels(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
        ),
        ("a PNG one pixel too wide", claiming(4_097, 1), .tooManyPixels(width: 4_097, height: 1)),
        (
            "a PNG of too many pixels", claiming(4_000, 2_001),
            .tooManyPixels(width: 4_000, height: 2_001)
        ),
        ("a JPEG's beginning", [0xFF, 0xD8, 0xFF], .broken),
        ("a JPEG of its two marks", [0xFF, 0xD8, 0xFF, 0xD9], .broken),
        ("half a JPEG", Array(jpeg[..<(jpeg.count / 2)]), .broken),
        ("a JPEG without its end", Array(jpeg.dropLast(2)), .broken),
        ("a JPEG of no width", jpegClaiming(0, 40), .broken),
        (
            "a JPEG of 65,535 by 65,535", jpegClaiming(65_535, 65_535),
            .tooManyPixels(width: 65_535, height: 65_535)
        ),
        (
            "a JPEG of two sizes",
            Array(jpegClaiming(4_000, 4_000).dropLast(2)) + Array(jpeg[2...]),
            .broken
        ),
        ("a JPEG that is read a hundred times", manyScans(100), .tooManyScans(64)),
    ]

    /// One scan of some hundred bytes, repeated.
    private static func manyScans(_ count: Int) -> [UInt8] {
        let place = jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }!
        let scan = Array(jpeg[place...].dropLast(2))
        return Array(jpeg[..<place]) + (0..<count).flatMap { _ in scan } + [0xFF, 0xD9]
    }

    @Test(arguments: bad.map(\.name))
    func `a file that is not a picture is refused with its reason`(name: String) throws {
        let (_, bytes, fault) = try #require(Self.bad.first { $0.name == name })
        #expect(throws: fault) { try Picture(reading: bytes) }
        #expect(!fault.explanation.isEmpty)
    }

    @Test func `of a PNG only the drawing chunks are passed on`() throws {
        // libpng would unpack and keep up to 8 MB of each, and a file may have a thousand.
        let words = Painted.chunk(
            "zTXt", Array("Comment\0\0".utf8) + [0x78, 0x9C, 3, 0, 0, 0, 0, 1])
        let profile = Painted.chunk(
            "iCCP", Array("sRGB\0\0".utf8) + [0x78, 0x9C, 3, 0, 0, 0, 0, 1])
        let talkative = Array(Self.png[..<33]) + words + profile + words + Array(Self.png[33...])
        #expect(try PictureHeader(talkative, .taken).drawn == PictureHeader(Self.png, .taken).drawn)
        #expect(try Picture(reading: talkative).width == 60)
    }

    @Test func `bytes after the end of a valid picture are dropped`() throws {
        for bytes in [Self.png, Self.jpeg] {
            let read = try Picture(reading: bytes + Array("<?php hidden".utf8))
            #expect(read.width == 60)
            #expect(!String(decoding: read.encoded(), as: UTF8.self).contains("hidden"))
        }
    }

    @Test(arguments: [Picture.Kind.png, .jpeg])
    func `a valid picture with changed bytes is a picture or is refused`(kind: Picture.Kind) {
        let good = Painted.noisy(kind, width: 64, height: 48).encoded()
        var dice = Dice(seed: 20_261_124)
        var taken = 0
        for _ in 0..<500 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...8, using: &dice) {
                bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(
                    in: 0...255, using: &dice)
            }
            if Bool.random(using: &dice) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
            }
            guard let picture = try? Picture(reading: bytes) else { continue }
            taken += 1
            #expect(picture.width <= Picture.sideMax && picture.height <= Picture.sideMax)
        }
        // A JPEG has no checksums: any byte of its pixels may change.
        #expect(kind == .png ? taken < 50 : taken > 20)
    }
}
