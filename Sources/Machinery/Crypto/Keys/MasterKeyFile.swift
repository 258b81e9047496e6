import Glibc

/// The file of the master keys: lines `NUMBER HEX64` and `#` comments; or a single key with the
/// number 1, as 64 hexadecimal digits or as 32 raw bytes.
///
/// The word `next` at the end of a line marks a key that servers can already read but do not use
/// yet.
package enum MasterKeyFile {
    /// The error in the file. Never contains key material.
    package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    private static let bytesMax = 1 << 20

    /// Refuses a file that anyone but its owner can access.
    package static func read(_ path: String) throws(Failure) -> KeyRing {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path, "cannot be opened", errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw failure(path, "its status cannot be read", errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "\(path): not a file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(
                description: "\(path): other users have access to this file: chmod 600 it")
        }
        guard status.st_size <= bytesMax else {
            throw Failure(description: "\(path): too large for a key file")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        defer { bytes.wipe() }
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                let rest = UnsafeMutableRawBufferPointer(rebasing: $0.dropFirst(filled))
                return Glibc.read(file, rest.baseAddress, rest.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, "cannot be read", errno) }
            if count == 0 { break }
            filled += count
        }
        do {
            return try parse(bytes[..<filled])
        } catch {
            throw Failure(description: "\(path): \(error.description)")
        }
    }

    /// Creates the file with one new key, readable only by its owner. Refuses to replace a file.
    ///
    /// Another server may be waiting for the file, so it appears only when it is complete.
    package static func create(_ path: String) throws(Failure) {
        let draft = "\(path).new-\(UInt64.random(in: 0 ... .max))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(path, "cannot be created", errno) }
        defer {
            close(file)
            unlink(draft)
        }
        var key = Random.bytes(KeyRing.masterCount)
        defer { key.wipe() }
        // Reserved up front: growing the array would leave copies of the key in memory.
        var line: [UInt8] = []
        line.reserveCapacity(2 + key.count * 2 + 1)
        line += "1 ".utf8
        var digits = Hex.digits(of: key)
        line += digits
        digits.wipe()
        line.append(UInt8(ascii: "\n"))
        defer { line.wipe() }
        guard write(file, line, line.count) == line.count, fsync(file) == 0 else {
            throw failure(path, "cannot be written", errno)
        }
        guard link(draft, path) == 0 else { throw failure(path, "cannot be created", errno) }
        try keepName(path)
    }

    /// Syncs the folder, too: without that, a new file may not survive a power failure.
    private static func keepName(_ path: String) throws(Failure) {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { path[...$0] } ?? "."
        let folder = open(String(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(path, "its folder cannot be opened", errno) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure(path, "cannot be synced to disk", errno) }
    }

    private static func failure(_ path: String, _ what: String, _ code: Int32) -> Failure {
        Failure(description: "\(path): \(what): \(String(cString: strerror(code)))")
    }
}
