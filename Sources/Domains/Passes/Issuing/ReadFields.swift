import Crypto
import JSON
import Postgres
import Vocabulary

/// Reads the fields of a pass for an app: by their keys, in one language.
package struct ReadFields: Sendable {
    package let pass: Pass.ID
    /// Nil returns the template's own texts.
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
        let pass = try Pass(row: row, keys: keys)
        guard pass.kind == .pass else { throw PassesRefusal.notFound }
        guard let privateData = pass.privateData else { throw PassesRefusal.erased }
        let renderer = try PassRenderer(row: row)
        var strings = PassStrings([:])
        if let language {
            let id = PassType.ID(merchant: self.pass.merchant, uuid: try row.get("pass_type_id"))
            let file = try await database.run(PassType.file(language.paths, of: id)).first
            strings = try file.flatMap { PassStrings(try $0.get("bytes")) } ?? strings
        }
        return renderer.fields.map { key, field in
            PassField(
                key, field,
                own: privateData.shown?.fields[key]?.json ?? privateData.values.fields[key], strings
            )
        }
    }
}
