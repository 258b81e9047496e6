/// ZIP archives in memory, as PKWARE's APPNOTE defines them.
package enum Zip {
    package struct File: Hashable, Sendable {
        /// Relative to the root of the archive, with slashes as separators.
        package let path: String
        package let bytes: [UInt8]

        package init(_ path: String, _ bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Limits on the memory that reading an untrusted archive may use.
    package struct Limits: Sendable {
        package let filesMax: Int
        /// Size of all files together, unpacked.
        package let bytesMax: Int

        package init(filesMax: Int, bytesMax: Int) {
            self.filesMax = filesMax
            self.bytesMax = bytesMax
        }
    }

    /// The reason why an archive cannot be read.
    package enum Fault: Error, Hashable, Sendable {
        /// The bytes are not an archive, or the archive is broken.
        case noArchive
        case tooManyFiles(Int)
        /// The files unpack to more than this number of bytes.
        case tooLarge(Int)
        /// Two entries have the same path.
        case twice
        /// The entry at this path is a symbolic link: unpacking it could lead outside the archive.
        case link(String)
        /// The bytes of the file at this path do not match its checksum.
        case damaged(String)
        /// The file at this path needs a password or an unsupported compression method.
        case unreadable(String)
    }
}
