import Archive

/// Several passes in one `.pkpasses` file, which Safari offers to add together.
package enum PassBundle {
    package static let passesMax = 10
    package static let bytesMax = 150_000_000

    /// Returns nil if there are no passes, or more or larger ones than Apple allows.
    ///
    /// - Parameter passes: signed packages.
    package static func write(_ passes: [[UInt8]], at seconds: Int64) -> [UInt8]? {
        guard 1...passesMax ~= passes.count, passes.reduce(0, { $0 + $1.count }) <= bytesMax
        else { return nil }
        let files = passes.enumerated().map { Zip.File("\($0.offset + 1).pkpass", $0.element) }
        return Zip.write(files, at: seconds)
    }

    /// Returns whether the files of an archive form a bundle.
    static func isOne(_ files: [Zip.File]) -> Bool {
        !files.isEmpty && files.allSatisfy { $0.path.hasSuffix(".pkpass") }
    }
}
