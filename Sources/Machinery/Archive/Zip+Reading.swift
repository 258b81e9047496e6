import CZip

extension Zip {
    /// Reads all files of an archive, in archive order; skips entries that are folders.
    ///
    /// Does not trust the sizes in the archive: unpacking stops at the limit.
    package static func read(_ bytes: [UInt8], _ limits: Limits) throws(Fault) -> [File] {
        // libzip reads from these bytes for as long as the archive is open.
        let held = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, bytes.count), alignment: 1)
        defer { held.deallocate() }
        held.copyBytes(from: bytes)
        guard let source = zip_source_buffer_create(held.baseAddress, UInt64(bytes.count), 0, nil)
        else { preconditionFailure("libzip ran out of memory") }
        // libzip would accept zero bytes as an empty archive.
        guard !bytes.isEmpty,
            let archive = zip_open_from_source(source, ZIP_RDONLY, nil)
        else {
            zip_source_free(source)
            throw .noArchive
        }
        defer { zip_discard(archive) }
        let count = Int(zip_get_num_entries(archive, 0))
        guard count <= limits.filesMax else { throw .tooManyFiles(limits.filesMax) }
        var files: [File] = []
        var paths: Set<[UInt8]> = []
        var left = limits.bytesMax
        for index in 0..<UInt64(max(0, count)) {
            guard let name = ps_zip_name(archive, index) else { throw .noArchive }
            let path = String(cString: name)
            guard paths.insert(Array(path.utf8)).inserted else { throw .twice }
            if path.utf8.last == UInt8(ascii: "/") { continue }
            guard !isLink(archive, index) else { throw .link(path) }
            guard let unpacked = try unpack(archive, index, path, most: left) else {
                throw .tooLarge(limits.bytesMax)
            }
            left -= unpacked.count
            files.append(File(path, unpacked))
        }
        return files
    }

    /// Returns whether the entry is a symbolic link, by the file mode that Unix stores in an
    /// archive.
    private static func isLink(_ archive: OpaquePointer, _ index: UInt64) -> Bool {
        var (system, attributes): (UInt8, UInt32) = (0, 0)
        guard zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0
        else { return false }
        return Int32(system) == ZIP_OPSYS_UNIX && (attributes >> 16) & 0o170000 == 0o120000
    }

    /// - Returns: nil if the file unpacks to more than `most` bytes.
    private static func unpack(
        _ archive: OpaquePointer, _ index: UInt64, _ path: String, most: Int
    ) throws(Fault) -> [UInt8]? {
        guard let file = zip_fopen_index(archive, index, 0) else { throw .unreadable(path) }
        defer { zip_fclose(file) }
        var unpacked: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            // The final read, at the end of the file, verifies the checksum.
            let count = zip_fread(file, &chunk, UInt64(chunk.count))
            guard count >= 0 else { throw .damaged(path) }
            if count == 0 { return unpacked }
            guard unpacked.count + Int(count) <= most else { return nil }
            unpacked += chunk[..<Int(count)]
        }
    }
}
