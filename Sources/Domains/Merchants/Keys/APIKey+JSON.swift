import JSON
import Vocabulary

extension APIKey: Writable {
    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", id.text)
        writer.member("kind", kind.rawValue)
        writer.member("name", ifPresent: name)
        writer.member("scope", scope.name)
        if let permissions = scope.permissions {
            writer.member("scopes", permissions.map(\.rawValue))
        }
        writer.member("hint", hint)
        writer.member("createdAt", createdAt.rfc3339)
        writer.member("expiresAt", ifPresent: expiresAt)
        writer.member("revokedAt", ifPresent: revokedAt)
        writer.member("lastUsedAt", ifPresent: lastUsedAt)
    }
}

extension APIKey.Scope {
    /// Reads `scope`, or `scopes` for a restricted key; nil without both, and after an error.
    package init?(reading fields: ObjectReader, of kind: APIKey.Kind?) {
        let level = fields.choice("scope", of: Permission.Level.self)
        let chosen = fields.choices(
            "scopes", of: Permission.self, minCount: 1, maxCount: Permission.allCases.count)
        if chosen != nil, level != nil {
            fields.refuse("scopes", "conflict", "send either scope or scopes, not both")
        }
        if chosen != nil, kind == .publishable {
            fields.refuse("scopes", "conflict", "only a secret key can be restricted")
        }
        switch (chosen, level) {
        case (let chosen?, _): self = .restricted(Permission.fewest(of: chosen))
        case (nil, .read): self = .read
        case (nil, .write): self = .write
        case (nil, nil): return nil
        }
    }
}

extension IssueKey.Outcome {
    package func write(to writer: inout Writer, withSecrets: Bool) {
        writer.object {
            key.write(membersTo: &$0)
            if withSecrets { $0.member("secret", text.text) }
        }
    }
}
