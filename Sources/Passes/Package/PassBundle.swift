import Archive

/// Several passes in one file, `.pkpasses`, which Safari offers together.
package enum PassBundle {
    package static let passesMax = 10
    package static let bytesMax = 150_000_000

    /// Nothing when they are too many or too large for Apple, or none.
    ///
    /// - Parameter passes: signed packages.
    package static func write(_ passes: [[UInt8]], at seconds: Int64) -> [UInt8]? {
        guard 1...passesMax ~= passes.count, passes.reduce(0, { $0 + $1.count }) <= bytesMax
        else { return nil }
        let files = passes.enumerated().map { Zip.File("\($0.offset + 1).pkpass", $0.element) }
        return Zip.write(files, at: seconds)
    }

    /// Whether these are files of one.
    static func isOne(_ files: [Zip.File]) -> Bool {
        !files.isEmpty && files.allSatisfy { $0.path.hasSuffix(".pkpass") }
    }
}
