import Foundation
import Testing

/// The table in Sources/System/CAssets/files.h must list the files of the tree.
@Suite struct AssetsTests {
    /// The files that a table embeds, in its order.
    private func embedded(_ table: String) -> [String] {
        table.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("#embed \"../../../"), line.hasSuffix("\"") else { return nil }
            let path = line.dropFirst("#embed \"../../../".count).dropLast()
            return path.hasPrefix(".paysheet/") ? nil : String(path)
        }
    }

    private func expected(_ files: [SourceFile], pages: [String] = []) -> [String] {
        files.filter(\.isMigration).map(\.path)
            + files.filter { $0.path == "openapi.yaml" }.map(\.path) + pages
    }

    /// The pages include pictures, which are not text.
    private var pages: [String] {
        let folder = Tree.root.appending(path: "pages")
        let inside = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        return inside.compactMap { name in
            guard let name = name as? String else { return nil }
            let url = folder.appending(path: name)
            let isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
            return isFolder == false ? "pages/" + name : nil
        }.sorted()
    }

    @Test func `the binary embeds every migration and the contract; if not, run bin/assets`()
        throws
    {
        let table = try #require(Tree.files.first { $0.path == "Sources/System/CAssets/files.h" })
        #expect(embedded(table.text) == expected(Tree.files, pages: pages))
    }

    @Test func `a missing migration is found`() {
        let files = ["sql/0001_a.sql", "sql/0002_b.sql"].map { SourceFile(path: $0, text: "") }
        let table =
            "#embed \"../../../sql/0001_a.sql\"\n#embed \"../../../.paysheet/vendor/a.js\"\n"
        #expect(embedded(table) == ["sql/0001_a.sql"])
        #expect(embedded(table) != expected(files))
    }
}
