import Postgres

/// What a pass says, by which a change is known that leaves it as it was.
struct PassContent: Equatable, Sendable {
    let digest: [UInt8]
    /// Of the template.
    let version: Int64
}

extension PassContent {
    /// As it is stored beside a pass.
    init(row: Row) throws {
        self.init(digest: try row.get("content"), version: try row.get("template_version"))
    }
}
