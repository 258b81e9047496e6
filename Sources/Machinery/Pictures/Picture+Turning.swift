import CGD

extension Picture {
    /// One pixel: alpha, red, green and blue. Alpha 0 is opaque, 127 transparent.
    package typealias Pixel = Int32

    /// Creates a picture by computing each pixel.
    init(
        _ kind: Kind, width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel
    ) {
        self.init(kind, width: width, height: height)
        for y in 0..<height {
            guard let row = pixels.pointee.tpixels[y] else { continue }
            for x in 0..<width { row[x] = pixel(x, y) }
        }
    }

    subscript(x: Int, y: Int) -> Pixel {
        guard let row = pixels.pointee.tpixels[y] else {
            preconditionFailure("libgd allocates every row of a picture before it returns it")
        }
        return row[x]
    }

    /// Returns the picture turned upright, by its EXIF orientation: 3 is upside down, 6 and 8 lie
    /// on a side; 2, 4, 5 and 7 are mirrored.
    func turned(_ orientation: Int) -> Picture {
        let (right, bottom) = (width - 1, height - 1)
        let place: (Int, Int) -> (Int, Int)
        switch orientation {
        case 2: place = { x, y in (right - x, y) }
        case 3: place = { x, y in (right - x, bottom - y) }
        case 4: place = { x, y in (x, bottom - y) }
        case 5: place = { x, y in (y, x) }
        case 6: place = { x, y in (y, bottom - x) }
        case 7: place = { x, y in (right - y, bottom - x) }
        case 8: place = { x, y in (right - y, x) }
        default: return self
        }
        let lies = orientation >= 5
        return Picture(kind, width: lies ? height : width, height: lies ? width : height) { x, y in
            let (fromX, fromY) = place(x, y)
            return self[fromX, fromY]
        }
    }

    /// Scales the picture down to this side, keeping its proportions; returns smaller ones
    /// unchanged.
    func reduced(to side: Int) -> Picture {
        let longest = max(width, height)
        guard longest > side else { return self }
        let reduced = Picture(
            kind, width: max(1, width * side / longest), height: max(1, height * side / longest))
        gdImageCopyResampled(
            reduced.pixels, pixels, 0, 0, 0, 0, reduced.pixels.pointee.sx,
            reduced.pixels.pointee.sy, pixels.pointee.sx, pixels.pointee.sy)
        return reduced
    }
}
