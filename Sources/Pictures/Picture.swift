import CGD

/// A picture in memory, upright, with nothing in it but its pixels.
package struct Picture: Sendable {
    /// How it came, and how it is written.
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

    /// Takes the pixels over.
    init(_ kind: Kind, _ pixels: gdImagePtr) {
        self.kind = kind
        canvas = Canvas(pixels)
        gdImageSaveAlpha(pixels, kind == .png ? 1 : 0)
        gdImageSetInterpolationMethod(pixels, GD_BILINEAR_FIXED)
    }

    /// Frees what libgd has made.
    // Unchecked: the pixels are not changed once a picture is made, and libgd keeps nothing beside them.
    private final class Canvas: @unchecked Sendable {
        let pixels: gdImagePtr

        init(_ pixels: gdImagePtr) { self.pixels = pixels }

        deinit { gdImageDestroy(pixels) }
    }

    /// A picture is shown at 300 points at most, at three pixels a point.
    package static let sideMax = 900

    /// Reads a PNG or a JPEG, turns it upright and makes it as small as pictures are kept.
    ///
    /// Its size is looked at before a pixel is drawn. It takes up to a quarter of a second: call it through `Darkroom`.
    package init(
        reading bytes: [UInt8], _ limits: PictureLimits = .taken, sideMax: Int = Picture.sideMax
    ) throws(PictureFault) {
        let examined = try Examined(bytes, limits)
        let drawn = try Picture(drawing: examined)
        self = drawn.reduced(to: sideMax).turned(examined.orientation)
    }

    private init(drawing examined: Examined) throws(PictureFault) {
        ps_gd_be_silent()
        let count = Int32(examined.drawn.count)
        let drawn = examined.drawn.withUnsafeBytes { bytes in
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            return switch examined.kind {
            case .png: gdImageCreateFromPngPtr(count, start)
            // A camera that wrote a byte too many is no reason to refuse its picture; that it ends was seen before.
            case .jpeg: gdImageCreateFromJpegPtrEx(count, start, 1)
            }
        }
        guard let drawn else { throw .broken }
        self.init(examined.kind, drawn)
        guard width == examined.width, height == examined.height,
            gdImagePaletteToTrueColor(drawn) != 0
        else { throw .broken }
    }

    /// Of one colour. Nothing but memory that is missing keeps libgd from it.
    init(_ kind: Kind, width: Int, height: Int, filled color: Pixel = 0) {
        guard let pixels = gdImageCreateTrueColor(Int32(width), Int32(height)) else {
            preconditionFailure("libgd has no memory")
        }
        // What is drawn onto it stands in the place of what was there, with what can be seen through.
        gdImageAlphaBlending(pixels, 0)
        if color != 0 {
            gdImageFilledRectangle(pixels, 0, 0, Int32(width - 1), Int32(height - 1), color)
        }
        self.init(kind, pixels)
    }

    /// As it is kept and shown: pixels and nothing that came with them.
    package func encoded() -> [UInt8] {
        switch kind {
        case .png: written { gdImagePngPtrEx(pixels, &$0, Picture.pngLevel) }
        case .jpeg: written { gdImageJpegPtr(pixels, &$0, Picture.jpegQuality) }
        }
    }

    /// Level 6 takes five times as long for a twentieth fewer bytes of a photograph.
    private static let pngLevel: Int32 = 2
    /// From here on nobody sees a difference, and the bytes double.
    private static let jpegQuality: Int32 = 85

    private func written(_ write: (inout Int32) -> UnsafeMutableRawPointer?) -> [UInt8] {
        var count: Int32 = 0
        guard let bytes = write(&count) else { preconditionFailure("libgd writes no picture") }
        defer { gdFree(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
