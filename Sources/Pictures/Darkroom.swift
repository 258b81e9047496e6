import Dispatch
import Synchronization

/// Where pictures are worked on: on threads of their own, so that no call waits behind one.
///
/// One is taken in at a time, and one is put together at a time: a flood of pictures keeps one core busy and holds one of them
/// in memory, and nobody's bubble waits for it.
package final class Darkroom: Sendable {
    private let taking = DispatchQueue(label: "pictures taken")
    private let composing = DispatchQueue(label: "pictures composed")
    private let waiting = Atomic<Int>(0)

    /// A picture takes a quarter of a second at worst: whoever comes after these had waited for four.
    package static let waitingMax = 16

    package init() {}

    /// A picture as it is kept.
    package struct Print: Sendable {
        package let kind: Picture.Kind
        package let bytes: [UInt8]
        package let tile: [UInt8]
        package let width: Int
        package let height: Int
    }

    /// Reads a picture of somebody else's and writes it anew.
    ///
    /// - Returns: nothing when too many wait already.
    package func developed(_ bytes: [UInt8]) async throws(PictureFault) -> Print? {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingMax else {
            waiting.subtract(1, ordering: .relaxed)
            return nil
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        let result = await Self.work(on: taking) { () -> Result<Print, PictureFault> in
            Result { () throws(PictureFault) in
                let picture = try Picture(reading: bytes)
                return Print(
                    kind: picture.kind, bytes: picture.encoded(), tile: picture.tile().encoded(),
                    width: picture.width, height: picture.height)
            }
        }
        return try result.get()
    }

    /// Puts pictures together that were kept; one that cannot be read any more is left out.
    ///
    /// - Returns: a JPEG.
    package func composed(of kept: [[UInt8]], side: Int = Picture.sideMax) async -> [UInt8] {
        await Self.work(on: composing) {
            let pictures = kept.prefix(Picture.tilesMax).compactMap {
                try? Picture(reading: $0, .kept)
            }
            return Picture.composed(of: pictures, side: side)
        }
    }

    private static func work<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withUnsafeContinuation { waiting in
            queue.async { waiting.resume(returning: body()) }
        }
    }
}

extension PictureLimits {
    /// What we have written ourselves: a PNG of noise has four bytes a pixel.
    static let kept = PictureLimits(
        bytesMax: 4 << 20, sideMax: Picture.sideMax, pixelsMax: Picture.sideMax * Picture.sideMax,
        scansMax: 1)
}
