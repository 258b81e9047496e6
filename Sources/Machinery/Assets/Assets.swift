import CAssets

/// The files in the binary: migrations, pages, the API contract, and Swagger UI, which renders it.
package enum Assets {
    /// The bytes of a file by its path in the tree (`sql/0001_merchants.sql`, `openapi.yaml`).
    ///
    /// Returns nil if the binary was built without it: `swagger-ui/…` is present only if bin/setup
    /// fetched it before the build.
    package static func bytes(of name: String) -> [UInt8]? {
        var length = 0
        guard let start = paysheet_asset(name, &length) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }

    /// All names, migrations in ascending order.
    package static var names: [String] {
        var names: [String] = []
        while let name = paysheet_asset_name(names.count) { names.append(String(cString: name)) }
        return names
    }

    /// The migrations in the order in which they apply: `0001_merchants.sql` and its text.
    package static var migrations: [(file: String, sql: String)] {
        let folder = "sql/"
        return names.compactMap { name in
            guard name.hasPrefix(folder), let bytes = bytes(of: name) else { return nil }
            return (
                String(name.dropFirst(folder.count)), String(decoding: bytes, as: UTF8.self)
            )
        }
    }
}
