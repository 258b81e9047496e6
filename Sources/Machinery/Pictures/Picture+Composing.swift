import CGD

extension Picture {
    /// The background behind pictures and of an empty composition: the gray on which Messages draws
    /// a bubble.
    static let background: Pixel = 0xF2F2F7

    /// Returns the middle square of a picture, opaque on the background, at most `side` pixels
    /// wide.
    ///
    /// Stored with each picture: nine tiles load in a quarter of the time of nine whole pictures.
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

    /// Half the side of a composition: every grid would shrink larger tiles.
    package static let tileSide = sideMax / 2

    /// Number of pictures in a composition: ten would each be too small to recognize.
    package static let tilesMax = 9

    /// Composes up to nine pictures into a square grid, without text. With none, it is only the
    /// background.
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

    /// Returns the middle square, scaled up or down to this size.
    private func filling(width: Int, height: Int) -> Picture {
        let side = max(width, height)
        // A tile is already opaque and square. Bilinear scaling reads four pixels for each new one:
        // good enough for a reduction to half the size, and five times as fast as averaging all
        // pixels.
        let isTile = kind == .jpeg && self.width == self.height && self.width <= 2 * side
        let square = isTile ? self : tile(side: side)
        if square.width == width, square.height == height { return square }
        guard let scaled = gdImageScale(square.pixels, UInt32(width), UInt32(height)) else {
            preconditionFailure("libgd ran out of memory")
        }
        return Picture(.jpeg, scaled)
    }
}
