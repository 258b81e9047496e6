/// The properties of a picture, read without decoding any pixel.
///
/// Only this check decides whether libgd gets the bytes. It parses a file as libpng and libjpeg do,
/// so that they cannot find another size in it.
struct PictureHeader {
    let kind: Picture.Kind
    let width: Int
    let height: Int
    /// The EXIF orientation, from 1 to 8: the turn that makes the picture upright.
    var orientation = 1
    /// The number of a JPEG's passes over its pixels.
    var scans = 1
    /// The bytes to decode.
    let drawn: [UInt8]

    init(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) {
        guard bytes.count <= limits.bytesMax else { throw .tooManyBytes(limits.bytesMax) }
        let file = Bytes(all: bytes)
        let found: PictureHeader?
        if file.has(PictureHeader.pngBegin, at: 0) {
            found = PictureHeader(png: file)
        } else if file.has(PictureHeader.jpegBegin, at: 0) {
            found = PictureHeader(jpeg: file)
        } else {
            throw .noPicture
        }
        guard let found, found.width > 0, found.height > 0 else { throw .broken }
        guard found.width <= limits.sideMax, found.height <= limits.sideMax,
            found.width * found.height <= limits.pixelsMax
        else { throw .tooManyPixels(width: found.width, height: found.height) }
        guard found.scans <= limits.scansMax else { throw .tooManyScans(limits.scansMax) }
        self = found
    }

    private init(
        _ kind: Picture.Kind, _ size: (width: Int, height: Int), orientation: Int = 1,
        scans: Int = 1, drawn: [UInt8]
    ) {
        self.kind = kind
        (width, height) = size
        self.orientation = orientation
        self.scans = scans
        self.drawn = drawn
    }

    private static let pngBegin: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let jpegBegin: [UInt8] = [0xFF, 0xD8, 0xFF]
}

extension PictureHeader {
    /// The chunks that affect pixels. Others are dropped: compressed text can be a thousand times
    /// larger once unpacked, and libpng would keep all of it in memory.
    private static let drawing: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]

    /// PNG, third edition, 5.3: length, type, data, checksum.
    private init?(png file: Bytes) {
        var at = 8
        var size: (Int, Int)?
        var drawn = PictureHeader.pngBegin
        while let length = file.four(at), let type = PictureHeader.type(file, at + 4) {
            let end = at + 12 + length
            guard end <= file.all.count else { return nil }
            if size == nil {
                guard type == "IHDR", length == 13, let width = file.four(at + 8),
                    let height = file.four(at + 12)
                else { return nil }
                size = (width, height)
            }
            if PictureHeader.drawing.contains(type) { drawn += file.all[at..<end] }
            if type == "IEND", let size {
                self.init(.png, size, drawn: drawn)
                return
            }
            at = end
        }
        return nil
    }

    private static func type(_ file: Bytes, _ at: Int) -> String? {
        guard at + 4 <= file.all.count else { return nil }
        return String(decoding: file.all[at..<(at + 4)], as: UTF8.self)
    }
}

extension PictureHeader {
    /// ITU-T T.81, annex B: markers, most of them with a length; a start of scan is followed by
    /// data up to the next marker.
    private init?(jpeg file: Bytes) {
        var at = 2
        var size: (Int, Int)?
        var orientation: Int?
        var scans = 0
        while file.byte(at) == 0xFF {
            // Any number of fill bytes may precede a marker.
            while file.byte(at) == 0xFF { at += 1 }
            guard let marker = file.byte(at) else { return nil }
            at += 1
            switch marker {
            case 0xD9:
                guard let size, scans > 0 else { return nil }
                self.init(
                    .jpeg, size, orientation: orientation ?? 1, scans: scans,
                    drawn: Array(file.all[..<at]))
                return
            // These markers have no length.
            case 0x01, 0xD0...0xD7: continue
            case 0x00, 0xD8: return nil
            default: break
            }
            guard let length = file.two(at), length >= 2, at + length <= file.all.count else {
                return nil
            }
            switch marker {
            // Baseline, extended and progressive with Huffman coding: the types that phones and
            // browsers show.
            case 0xC0...0xC2:
                guard size == nil, let height = file.two(at + 3), let width = file.two(at + 5)
                else { return nil }
                size = (width, height)
            case 0xC3, 0xC5...0xC7, 0xC8...0xCB, 0xCD...0xCF: return nil
            case 0xDA: scans += 1
            case 0xE1:
                orientation = orientation ?? PictureHeader.orientation(file, at + 2, length - 2)
            default: break
            }
            at += length
            if marker == 0xDA { at = PictureHeader.endOfScan(file, from: at) }
        }
        return nil
    }

    /// Returns the position of the next marker. Within a scan, 0xFF precedes a 0 or a restart
    /// marker.
    private static func endOfScan(_ file: Bytes, from start: Int) -> Int {
        file.all.withUnsafeBufferPointer { bytes in
            var at = start
            while at + 1 < bytes.count {
                if bytes[at] == 0xFF {
                    let next = bytes[at + 1]
                    if next != 0, !(0xD0...0xD7).contains(next), next != 0xFF { return at }
                }
                at += 1
            }
            return bytes.count
        }
    }

    /// EXIF 2.32, 4.6.4: tag 0x0112 of the first directory. Returns nil if it is missing.
    private static func orientation(_ file: Bytes, _ start: Int, _ length: Int) -> Int? {
        guard length >= 14, file.has(Array("Exif\0\0".utf8), at: start) else { return nil }
        let part = Bytes(all: Array(file.all[(start + 6)..<(start + length)]))
        let isLittle = part.has([0x49, 0x49, 0x2A, 0x00], at: 0)
        guard isLittle || part.has([0x4D, 0x4D, 0x00, 0x2A], at: 0),
            let directory = part.four(4, littleEndian: isLittle),
            let count = part.two(directory, littleEndian: isLittle)
        else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + entry * 12
            guard let tag = part.two(place, littleEndian: isLittle) else { return nil }
            guard tag == 0x0112 else { continue }
            let value = part.two(place + 8, littleEndian: isLittle)
            return value.flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
