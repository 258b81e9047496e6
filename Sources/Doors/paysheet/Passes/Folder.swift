import Archive
import Glibc
import Passes

/// A folder whose files become a package.
struct Folder {
    let path: String

    /// All files in the folder and its direct subfolders, by their relative paths; files that the
    /// operating system adds are left out.
    func files() throws -> [Zip.File] {
        var found: [Zip.File] = []
        var left = PackageFiles.bytesMax
        try collect("", &found, &left)
        return found
    }

    private func collect(
        _ inner: String, _ found: inout [Zip.File], _ left: inout Int
    ) throws {
        let here = inner.isEmpty ? path : "\(path)/\(inner)"
        for name in try names(in: here) {
            let relative = inner.isEmpty ? name : "\(inner)/\(name)"
            if PackagePath.isSystemFile(relative) { continue }
            let whole = "\(path)/\(relative)"
            var state = stat()
            guard lstat(whole, &state) == 0 else { throw failure(whole) }
            switch state.st_mode & S_IFMT {
            case S_IFDIR where inner.isEmpty: try collect(relative, &found, &left)
            case S_IFREG:
                guard found.count <= PackageFiles.filesMax else {
                    throw CommandFailure.failed(
                        "\(path): \(PackageFiles.Fault.tooMany.explanation(of: .pass))")
                }
                let bytes = try InputFile(path: whole).read(bytesMax: max(0, left))
                left -= bytes.count
                found.append(Zip.File(relative, bytes))
            default:
                throw CommandFailure.failed(
                    "\(whole): not a regular file: a package cannot contain links, or folders "
                        + "other than those such as fr.lproj"
                )
            }
        }
    }

    private func names(in folder: String) throws -> [String] {
        guard let listing = opendir(folder) else { throw failure(folder) }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func failure(_ path: String) -> CommandFailure {
        CommandFailure.failed("\(path): \(String(cString: strerror(errno)))")
    }
}
