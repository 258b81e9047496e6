/// Archives in the format of PKWARE's APPNOTE, in memory.
package enum Zip {
    package struct File: Hashable, Sendable {
        /// With slashes, from the root of the archive.
        package let path: String
        package let bytes: [UInt8]

        package init(_ path: String, _ bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// What an archive of somebody else's may take of our memory.
    package struct Limits: Sendable {
        package let filesMax: Int
        /// Of all files together, unpacked.
        package let bytesMax: Int

        package init(filesMax: Int, bytesMax: Int) {
            self.filesMax = filesMax
            self.bytesMax = bytesMax
        }
    }

    /// Why an archive cannot be read.
    package enum Fault: Error, Hashable, Sendable {
        /// The bytes are no archive, or a broken one.
        case noArchive
        case tooManyFiles(Int)
        /// Unpacked they are more bytes than this.
        case tooLarge(Int)
        /// Two files have one path.
        case twice
        /// This is no file, but leads to another one: to unpack it is to be led there.
        case link(String)
        /// This file's bytes are not what they were when it was packed.
        case damaged(String)
        /// This file takes a password, or a way of unpacking that is not known here.
        case unreadable(String)
    }
}
