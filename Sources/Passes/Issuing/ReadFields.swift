import Crypto
import JSON
import Postgres
import Vocabulary

/// A language as the folders of a pass have it: `fr`, `zh-Hans`.
package struct PassLanguage: Hashable, Sendable {
    package let text: String

    /// Nothing when no folder is called so.
    package init?(_ text: String) {
        guard PackagePath.fault(of: "\(text).lproj/pass.strings") == nil else { return nil }
        self.text = text
    }

    /// Where its texts are: `fr-CA`'s, and otherwise those of `fr`.
    fileprivate var paths: [String] {
        let whole = text.lowercased()
        let general = whole.prefix { $0 != "-" && $0 != "_" }
        return [whole, String(general)].map { "\($0).lproj/pass.strings" }
    }
}

/// The fields of a pass as an app reads them: by their keys, in one language.
package struct ReadFields: Sendable {
    package let pass: Pass.ID
    /// Nothing is what the template itself says.
    package let language: PassLanguage?
    package let keys: KeyRing

    package init(_ pass: Pass.ID, in language: PassLanguage?, keys: KeyRing) {
        self.pass = pass
        self.language = language
        self.keys = keys
    }

    package func callAsFunction(on database: Database) async throws -> [PassField] {
        guard let row = try await database.run(Pass.read(pass)).first else {
            throw PassesRefusal.notFound
        }
        guard let held = try Pass(row: row, keys: keys).held else { throw PassesRefusal.erased }
        let writing = try PassWriting(row: row)
        var strings = PassStrings([:])
        if let language {
            let id = PassType.ID(merchant: pass.merchant, uuid: try row.get("pass_type_id"))
            let file = try await database.run(PassType.file(language.paths, of: id)).first
            strings = try file.flatMap { PassStrings(try $0.get("bytes")) } ?? strings
        }
        return writing.fields.map { key, field in
            PassField(key, field, own: held.values.fields[key], strings)
        }
    }
}

/// One field as it is shown.
package struct PassField: Sendable {
    private let key: String
    private let label: String?
    /// JSON.
    private let value: [UInt8]

    init(_ key: String, _ field: Node, own: [UInt8]?, _ strings: PassStrings) {
        self.key = key
        label = field["label"]?.string.map { strings[$0] }
        let shown = own ?? field["value"].map { node in Writer.value { node.write(to: &$0) } }
        let text = shown.flatMap { try? Document.parse($0).root.string }
        value = text.map { text in Writer.value { $0.value(strings[text]) } } ?? shown ?? []
    }

    package func write(to writer: inout Writer) {
        writer.key(dynamic: key)
        writer.object {
            $0.member("label", label)
            $0.member("value", raw: value)
        }
    }
}
