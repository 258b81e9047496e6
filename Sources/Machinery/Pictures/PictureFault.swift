/// The reason why bytes are refused as a picture.
package enum PictureFault: Error, Hashable, Sendable {
    /// The bytes begin neither as a PNG nor as a JPEG.
    case noPicture
    /// There are more bytes than this.
    case tooManyBytes(Int)
    /// The header declares more pixels than the limit.
    case tooManyPixels(width: Int, height: Int)
    /// The bytes begin as a picture, but are damaged or end too early.
    case broken
    /// The JPEG has more scans than any common program writes.
    case tooManyScans(Int)

    /// For the sender; contains no data of the picture but its size.
    package var explanation: String {
        switch self {
        case .noPicture: "the file is neither a PNG nor a JPEG"
        case .tooManyBytes(let most): "a picture can have at most \(most) bytes"
        case .tooManyPixels(let width, let height):
            "\(width) × \(height) pixels: at most \(PictureLimits.taken.sideMax) are allowed on "
                + "each side, and \(PictureLimits.taken.pixelsMax) in total"
        case .broken: "the picture is damaged or incomplete"
        case .tooManyScans(let most): "a JPEG can have at most \(most) scans"
        }
    }
}

/// Limits on the memory and time that an untrusted picture may use.
package struct PictureLimits: Sendable {
    package let bytesMax: Int
    /// Of either side, in pixels.
    package let sideMax: Int
    package let pixelsMax: Int
    /// Each scan of a JPEG is a pass over all its pixels, no matter how few bytes it has.
    package let scansMax: Int

    /// A phone's photo, scaled down for the web. Decoding a PNG holds four bytes per pixel twice:
    /// 64 MB.
    package static let taken = PictureLimits(
        bytesMax: 1 << 20, sideMax: 4_096, pixelsMax: 8_000_000, scansMax: 64)
}
