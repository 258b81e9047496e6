import Testing

@testable import Pictures

/// Pictures as the server stores and composes them.
@Suite struct PictureTests {
    @Test(arguments: [Picture.Kind.png, .jpeg])
    func `a stored picture keeps its look and its format`(kind: Picture.Kind) throws {
        let read = try Picture(
            reading: Painted.corners(kind, width: 120, height: 80).encoded())
        #expect((read.width, read.height) == (120, 80))
        #expect(read.kind == kind)
        #expect(Painted.isNear(read[10, 10], Painted.red))
        #expect(Painted.isNear(read[110, 10], Painted.green))
        #expect(Painted.isNear(read[10, 70], Painted.blue))
        let again = try Picture(reading: read.encoded())
        #expect(Painted.isNear(again[110, 10], Painted.green))
    }

    @Test(arguments: [
        (1_800, 900, 900, 450), (900, 900, 900, 900), (100, 4_000, 22, 900), (4_096, 1, 900, 1),
    ])
    func `a large picture is scaled down in proportion`(
        width: Int, height: Int, keptWidth: Int, keptHeight: Int
    ) throws {
        let large = Painted.corners(.png, width: width, height: height)
        let read = try Picture(reading: large.encoded())
        #expect((read.width, read.height) == (keptWidth, keptHeight))
        #expect(read[0, 0] == large[0, 0])
        #expect(read[keptWidth - 1, keptHeight - 1] == large[width - 1, height - 1])
    }

    @Test func `a picture keeps its transparency`() throws {
        let clear = Picture(.png, width: 1_000, height: 1_000) { x, _ in
            x < 500 ? 0x7F00_0000 : Painted.red
        }
        let read = try Picture(reading: clear.encoded())
        #expect(read[10, 10] >> 24 == 127)
        #expect(read[890, 10] == Painted.red)
        // Next to transparent pixels the color does not darken.
        #expect(read[450, 10] == Painted.red)
        #expect(Picture.composed(of: [read]).isEmpty == false)
        let tile = read.tile()
        #expect(tile[10, 10] == Picture.background)
        #expect(tile[440, 10] == Painted.red)
    }

    /// The place of the red corner once the picture is upright, and whether the picture lies on a
    /// side.
    @Test(arguments: [
        (1, 0, 0, false), (2, 1, 0, false), (3, 1, 1, false), (4, 0, 1, false), (5, 0, 0, true),
        (6, 1, 0, true), (7, 1, 1, true), (8, 0, 1, true),
    ])
    func `a picture is rotated by its orientation`(
        orientation: Int, right: Int, below: Int, lies: Bool
    ) throws {
        let jpeg = Painted.corners(.jpeg, width: 160, height: 80).encoded()
        for isLittle in [true, false] {
            let read = try Picture(
                reading: Painted.withEXIF(
                    jpeg, orientation: UInt8(orientation), littleEndian: isLittle))
            #expect((read.width, read.height) == (lies ? (80, 160) : (160, 80)))
            let corner = read[
                right == 0 ? 8 : read.width - 9, below == 0 ? 8 : read.height - 9]
            #expect(Painted.isNear(corner, Painted.red), "\(orientation)")
        }
    }

    @Test func `a stored picture has no location data`() throws {
        let telling = Painted.withEXIF(
            Painted.corners(.jpeg, width: 40, height: 40).encoded(), orientation: 1)
        #expect(String(decoding: telling, as: UTF8.self).contains("GPS 52.5163"))
        let kept = String(decoding: try Picture(reading: telling).encoded(), as: UTF8.self)
        #expect(!kept.contains("GPS"))
        #expect(!kept.contains("Exif"))

        let png = Painted.corners(.png, width: 40, height: 40).encoded()
        let said =
            Array(png[..<33]) + Painted.chunk("tEXt", Array("Comment\0GPS 52.5163".utf8))
            + Array(png[33...])
        let keptPNG = try Picture(reading: said).encoded()
        #expect(!String(decoding: keptPNG, as: UTF8.self).contains("GPS"))
    }

    @Test(arguments: [
        (0, [Int]()), (1, [0, 0, 0, 0, 0, 0, 0, 0, 0]), (2, [0, 1, 9, 9]), (3, [0, 1, 2, 9]),
        (4, [0, 1, 2, 3]), (5, [0, 1, 2, 3, 4, 9, 9, 9, 9]), (9, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        (12, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ])
    func `pictures are arranged in rows`(count: Int, places: [Int]) throws {
        let colors = (0..<12).map { index -> Picture.Pixel in
            let (red, green) = (Int32(0x30 + 10 * index), Int32(0xE0 - 16 * index))
            return red << 16 | green << 8 | 0x40
        }
        let pictures = colors.prefix(count).enumerated().map { index, color in
            Painted.plain(color, width: 300 + 40 * index, height: 500 - 40 * index)
        }
        let whole = try Picture(reading: Picture.composed(of: pictures))
        #expect((whole.width, whole.height) == (900, 900))
        #expect(whole.kind == .jpeg)
        let rows = count <= 1 ? 1 : count <= 4 ? 2 : 3
        let side = 900 / rows
        for row in 0..<rows {
            for column in 0..<rows {
                let index = places.isEmpty ? 9 : places[row * rows + column]
                let wanted = index == 9 ? Picture.background : colors[index]
                for (x, y) in [(9, 9), (side - 9, 9), (side / 2, side / 2), (side - 9, side - 9)] {
                    let found = whole[column * side + x, row * side + y]
                    #expect(Painted.isNear(found, wanted), "\(row) \(column): \(found)")
                }
            }
        }
    }

    @Test func `each picture is cropped to its middle`() throws {
        let wide = Picture(.png, width: 600, height: 200) { x, _ in
            200..<400 ~= x ? Painted.green : Painted.red
        }
        let high = Picture(.png, width: 20, height: 60) { _, y in
            20..<40 ~= y ? Painted.green : Painted.red
        }
        let whole = try Picture(reading: Picture.composed(of: [wide, high]))
        for x in [9, 225, 440, 460, 675, 890] {
            for y in [9, 440] { #expect(Painted.isNear(whole[x, y], Painted.green), "\(x) \(y)") }
        }
    }

    @Test func `a composed picture whose side is not a multiple of three has no seam`() throws {
        let nine = (0..<9).map { _ in Painted.plain(Painted.blue) }
        let whole = try Picture(reading: Picture.composed(of: nine, side: 100))
        #expect((whole.width, whole.height) == (100, 100))
        for place in 0..<100 {
            #expect(Painted.isNear(whole[place, 50], Painted.blue))
            #expect(Painted.isNear(whole[50, place], Painted.blue))
        }
    }

    @Test func `an image processor converts pictures and composes stored ones`() async throws {
        let imageProcessor = ImageProcessor()
        let photograph = Painted.noisy(.jpeg, width: 600, height: 400).encoded()
        let print = try #require(await imageProcessor.processed(photograph))
        #expect((print.kind, print.width, print.height) == (.jpeg, 600, 400))
        let tile = try Picture(reading: print.tile)
        #expect((tile.width, tile.height, tile.kind) == (400, 400, .jpeg))
        await #expect(throws: PictureFault.noPicture) {
            try await imageProcessor.processed([1, 2, 3])
        }

        let kept = [
            Painted.plain(Painted.red).encoded(), [1, 2, 3], Painted.plain(Painted.blue).encoded(),
        ]
        let whole = try Picture(reading: await imageProcessor.composed(of: kept))
        #expect(Painted.isNear(whole[100, 100], Painted.red))
        #expect(Painted.isNear(whole[700, 100], Painted.blue))
        #expect(Painted.isNear(whole[100, 700], Picture.background))
    }

    @Test func `a picture is refused while too many wait`() async throws {
        let imageProcessor = ImageProcessor()
        let slow = Painted.noisy(.jpeg, width: 1_200, height: 900).encoded()
        let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<(3 * ImageProcessor.waitingMax) {
                group.addTask { try await imageProcessor.processed(slow) != nil }
            }
            return try await group.reduce(into: [Bool: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(answers[true, default: 0] >= ImageProcessor.waitingMax)
        #expect(answers[false, default: 0] > 0)
        #expect(try await imageProcessor.processed(slow) != nil)
    }
}
