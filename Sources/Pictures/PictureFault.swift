/// Why bytes are not taken for a picture.
package enum PictureFault: Error, Hashable, Sendable {
    /// They begin neither as a PNG nor as a JPEG does.
    case noPicture
    /// They are more than this.
    case tooManyBytes(Int)
    /// It says of itself that it has so many.
    case tooManyPixels(width: Int, height: Int)
    /// They begin as a picture and do not go on as one, or end too early.
    case broken
    /// It is stored in more passes over itself than any program that makes pictures for people writes.
    case tooManyScans(Int)

    /// For whoever has sent it; nothing of the picture is in it but its size.
    package var explanation: String {
        switch self {
        case .noPicture: "the bytes begin neither as a PNG nor as a JPEG"
        case .tooManyBytes(let most): "a picture has \(most) bytes at most"
        case .tooManyPixels(let width, let height):
            "\(width) × \(height) pixels: a side has \(PictureLimits.taken.sideMax) at most, and all of it \(PictureLimits.taken.pixelsMax)"
        case .broken: "the picture is damaged, or ends before its end"
        case .tooManyScans(let most): "a JPEG has \(most) scans at most"
        }
    }
}

/// What a picture of somebody else's may take of our memory and time.
package struct PictureLimits: Sendable {
    package let bytesMax: Int
    /// Of either side, in pixels.
    package let sideMax: Int
    package let pixelsMax: Int
    /// Each scan of a JPEG is a pass over all its pixels, however few bytes it has.
    package let scansMax: Int

    /// A telephone's picture, made smaller for the web. Four bytes a pixel, held twice while a PNG is read: 64 MB.
    package static let taken = PictureLimits(
        bytesMax: 1 << 20, sideMax: 4_096, pixelsMax: 8_000_000, scansMax: 64)
}
