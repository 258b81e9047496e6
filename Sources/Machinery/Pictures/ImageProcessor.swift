import Dispatch
import Synchronization

/// Processes pictures on separate threads, so that no request waits behind them.
///
/// One queue decodes uploads and one composes pictures, one at a time each: a flood of uploads uses
/// one core and the memory of one picture, and does not delay composing.
package final class ImageProcessor: Sendable {
    private let taking = DispatchQueue(label: "pictures taken")
    private let composing = DispatchQueue(label: "pictures composed")
    private let waiting = Atomic<Int>(0)

    /// A picture takes up to a quarter of a second; the last in this queue waits four seconds.
    package static let waitingMax = 16

    package init() {}

    /// A picture in the form in which it is stored.
    package struct ProcessedPicture: Sendable {
        package let kind: Picture.Kind
        package let bytes: [UInt8]
        package let tile: [UInt8]
        package let width: Int
        package let height: Int
    }

    /// Decodes an untrusted picture and encodes it again.
    ///
    /// - Returns: nil if the queue is full.
    package func processed(_ bytes: [UInt8]) async throws(PictureFault) -> ProcessedPicture? {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingMax else {
            waiting.subtract(1, ordering: .relaxed)
            return nil
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        let result = await Self.work(on: taking) { () -> Result<ProcessedPicture, PictureFault> in
            Result { () throws(PictureFault) in
                let picture = try Picture(reading: bytes)
                return ProcessedPicture(
                    kind: picture.kind, bytes: picture.encoded(), tile: picture.tile().encoded(),
                    width: picture.width, height: picture.height)
            }
        }
        return try result.get()
    }

    /// Composes stored pictures into one; leaves out those that can no longer be read.
    ///
    /// - Returns: a JPEG.
    package func composed(of stored: [[UInt8]], side: Int = Picture.sideMax) async -> [UInt8] {
        await Self.work(on: composing) {
            let pictures = stored.prefix(Picture.tilesMax).compactMap {
                try? Picture(reading: $0, .stored)
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
    /// Limits for pictures that the server wrote: a PNG of noise takes four bytes per pixel.
    static let stored = PictureLimits(
        bytesMax: 4 << 20, sideMax: Picture.sideMax, pixelsMax: Picture.sideMax * Picture.sideMax,
        scansMax: 1)
}
