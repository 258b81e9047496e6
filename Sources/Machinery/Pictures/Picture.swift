import CGD

/// A picture in memory, upright, without metadata.
package struct Picture: Sendable {
    /// The format of the original, and of the encoded picture.
    package enum Kind: String, Sendable {
        case png
        case jpeg

        package var mediaType: String { "image/\(rawValue)" }

        package init?(mediaType: String) {
            guard mediaType.hasPrefix("image/") else { return nil }
            self.init(rawValue: String(mediaType.dropFirst(6)))
        }
    }

    package let kind: Kind
    private let canvas: Canvas

    var pixels: gdImagePtr { canvas.pixels }
    package var width: Int { Int(pixels.pointee.sx) }
    package var height: Int { Int(pixels.pointee.sy) }

    /// Takes ownership of the pixels.
    init(_ kind: Kind, _ pixels: gdImagePtr) {
        self.kind = kind
        canvas = Canvas(pixels)
        gdImageSaveAlpha(pixels, kind == .png ? 1 : 0)
        gdImageSetInterpolationMethod(pixels, GD_BILINEAR_FIXED)
    }

    /// Frees the memory that libgd allocated.
    // Unchecked: the pixels do not change after init, and libgd keeps no other state for them.
    private final class Canvas: @unchecked Sendable {
        let pixels: gdImagePtr

        init(_ pixels: gdImagePtr) { self.pixels = pixels }

        deinit { gdImageDestroy(pixels) }
    }

    /// The largest display size is 300 points, at three pixels per point.
    package static let sideMax = 900

    /// Reads a PNG or JPEG, turns it upright and scales it down to the stored size.
    ///
    /// Checks the size before decoding any pixel. Takes up to a quarter of a second: call it
    /// through `ImageProcessor`.
    package init(
        reading bytes: [UInt8], _ limits: PictureLimits = .taken, sideMax: Int = Picture.sideMax
    ) throws(PictureFault) {
        let examined = try PictureHeader(bytes, limits)
        let drawn = try Picture(drawing: examined)
        self = drawn.reduced(to: sideMax).turned(examined.orientation)
    }

    private init(drawing examined: PictureHeader) throws(PictureFault) {
        ps_gd_be_silent()
        let count = Int32(examined.drawn.count)
        let drawn = examined.drawn.withUnsafeBytes { bytes in
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            return switch examined.kind {
            case .png: gdImageCreateFromPngPtr(count, start)
            // Lenient, to accept surplus bytes that some cameras write; `PictureHeader` already
            // found the end of the file.
            case .jpeg: gdImageCreateFromJpegPtrEx(count, start, 1)
            }
        }
        guard let drawn else { throw .broken }
        self.init(examined.kind, drawn)
        guard width == examined.width, height == examined.height,
            gdImagePaletteToTrueColor(drawn) != 0
        else { throw .broken }
    }

    /// Creates a picture of one color. Fails only if libgd has no memory.
    init(_ kind: Kind, width: Int, height: Int, filled color: Pixel = 0) {
        guard let pixels = gdImageCreateTrueColor(Int32(width), Int32(height)) else {
            preconditionFailure("libgd ran out of memory")
        }
        // Drawing replaces pixels with their transparency; it does not blend.
        gdImageAlphaBlending(pixels, 0)
        if color != 0 {
            gdImageFilledRectangle(pixels, 0, 0, Int32(width - 1), Int32(height - 1), color)
        }
        self.init(kind, pixels)
    }

    /// Encodes the picture for storing and display: pixels only, no metadata.
    package func encoded() -> [UInt8] {
        switch kind {
        case .png: written { gdImagePngPtrEx(pixels, &$0, Picture.pngLevel) }
        case .jpeg: written { gdImageJpegPtr(pixels, &$0, Picture.jpegQuality) }
        }
    }

    /// Level 6 takes five times as long and saves a twentieth of the bytes of a photograph.
    private static let pngLevel: Int32 = 2
    /// Higher values make no visible difference and double the size.
    private static let jpegQuality: Int32 = 85

    private func written(_ write: (inout Int32) -> UnsafeMutableRawPointer?) -> [UInt8] {
        var count: Int32 = 0
        guard let bytes = write(&count) else {
            preconditionFailure("libgd cannot write the picture")
        }
        defer { gdFree(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
