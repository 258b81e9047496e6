import Postgres

/// A digest of a pass's content, to detect changes that leave it the same.
struct PassContent: Equatable, Sendable {
    let digest: [UInt8]
    /// Version of the template.
    let version: Int64
}

extension PassContent {
    /// Reads the columns of a pass.
    init(row: Row) throws {
        self.init(digest: try row.get("content"), version: try row.get("template_version"))
    }
}
