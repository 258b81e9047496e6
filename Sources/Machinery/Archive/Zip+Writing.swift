import CZip
import Glibc

extension Zip {
    /// Packs files into an archive, in the given order. Equal files and seconds give equal bytes.
    ///
    /// - Parameters:
    ///   - files: paths must be unique.
    ///   - seconds: since 1970; the archive stores UTC with a resolution of two seconds.
    package static func write(_ files: [File], at seconds: Int64) -> [UInt8] {
        // libzip does not write empty archives: they consist of the end-of-directory record alone.
        guard !files.isEmpty else { return [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18) }
        // libzip reads the files only when it closes the archive, so their bytes must stay
        // allocated.
        var held: [UnsafeMutableRawBufferPointer] = []
        defer { for bytes in held { bytes.deallocate() } }
        guard let target = zip_source_buffer_create(nil, 0, 0, nil) else {
            preconditionFailure("libzip ran out of memory")
        }
        zip_source_keep(target)
        defer { zip_source_free(target) }
        guard let archive = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, nil) else {
            preconditionFailure("libzip cannot create an archive")
        }
        let moment = DOSMoment(seconds)
        for file in files {
            let bytes = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(1, file.bytes.count), alignment: 1)
            bytes.copyBytes(from: file.bytes)
            held.append(bytes)
            let count = UInt64(file.bytes.count)
            guard let source = zip_source_buffer(archive, bytes.baseAddress, count, 0) else {
                preconditionFailure("libzip ran out of memory")
            }
            let added = zip_file_add(
                archive, file.path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
            precondition(added >= 0, "two files have the same path")
            let place = UInt64(added)
            zip_set_file_compression(archive, place, Self.method(of: file.path), 0)
            zip_file_set_dostime(archive, place, moment.time, moment.date, 0)
        }
        let closed = zip_close(archive)
        precondition(closed == 0, "libzip cannot write to memory")
        return Self.bytes(of: target)
    }

    /// Stores pictures and passes uncompressed: compressing them again takes milliseconds and saves
    /// nothing.
    private static func method(of path: String) -> Int32 {
        path.hasSuffix(".png") || path.hasSuffix(".jpg") || path.hasSuffix(".pkpass")
            ? ZIP_CM_STORE : ZIP_CM_DEFLATE
    }

    private static func bytes(of source: OpaquePointer) -> [UInt8] {
        var state = zip_stat_t()
        zip_stat_init(&state)
        guard zip_source_stat(source, &state) == 0, zip_source_open(source) == 0 else {
            preconditionFailure("libzip cannot read the archive from memory")
        }
        defer { zip_source_close(source) }
        return [UInt8](unsafeUninitializedCapacity: Int(state.size)) { bytes, count in
            count = Int(max(0, zip_source_read(source, bytes.baseAddress, state.size)))
        }
    }
}

/// A time in the MS-DOS format of ZIP archives: two numbers, counted from 1980.
private struct DOSMoment {
    let time: UInt16
    let date: UInt16

    init(_ seconds: Int64) {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        time = UInt16(parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2)
        let year = max(0, min(127, parts.tm_year - 80))
        date = UInt16(year << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday)
    }
}
