import CGD

extension Picture {
    /// Behind pictures, and where there is none: the grey on which Messages draws a bubble.
    static let background: Pixel = 0xF2F2F7

    /// The middle square of a picture on the background, opaque; at most as large as said.
    ///
    /// Made when a picture is stored: nine of them are read in a quarter of the time that nine whole pictures take.
    package func tile(side: Int = Picture.tileSide) -> Picture {
        let middle = min(width, height)
        let size = min(side, middle)
        let tile = Picture(.jpeg, width: size, height: size, filled: Picture.background)
        gdImageAlphaBlending(tile.pixels, 1)
        gdImageCopyResampled(
            tile.pixels, pixels, 0, 0, Int32((width - middle) / 2), Int32((height - middle) / 2),
            Int32(size), Int32(size), Int32(middle), Int32(middle))
        return tile
    }

    /// A quarter of what is put together: larger ones would be made smaller in every grid.
    package static let tileSide = sideMax / 2

    /// How many pictures are put together: a tenth would be too small to be known.
    package static let tilesMax = 9

    /// One square of up to nine pictures in rows, without a word in it; of nothing but the background where there are none.
    ///
    /// - Returns: a JPEG.
    package static func composed(of pictures: [Picture], side: Int = Picture.sideMax) -> [UInt8] {
        let shown = pictures.prefix(tilesMax)
        let whole = Picture(.jpeg, width: side, height: side, filled: background)
        let rows = shown.count <= 1 ? 1 : shown.count <= 4 ? 2 : 3
        func edges(of place: Int) -> (Int, Int) {
            (place * side / rows, (place + 1) * side / rows)
        }
        for (index, picture) in shown.enumerated() {
            let (left, right) = edges(of: index % rows)
            let (top, bottom) = edges(of: index / rows)
            let tile = picture.filling(width: right - left, height: bottom - top)
            gdImageCopy(
                whole.pixels, tile.pixels, Int32(left), Int32(top), 0, 0, Int32(right - left),
                Int32(bottom - top))
        }
        return whole.encoded()
    }

    /// Its middle square as large as that, whether it is larger or smaller now.
    private func filling(width: Int, height: Int) -> Picture {
        let side = max(width, height)
        // A tile is opaque and square already. It is read between its pixels, four for each new one: good enough unless it is more
        // than twice as large, and five times as fast as to weigh all of them.
        let isTile = kind == .jpeg && self.width == self.height && self.width <= 2 * side
        let square = isTile ? self : tile(side: side)
        if square.width == width, square.height == height { return square }
        guard let scaled = gdImageScale(square.pixels, UInt32(width), UInt32(height)) else {
            preconditionFailure("libgd has no memory")
        }
        return Picture(.jpeg, scaled)
    }
}
