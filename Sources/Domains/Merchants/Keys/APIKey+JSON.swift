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

extension IssueKey.Outcome {
    package func write(to writer: inout Writer, withSecrets: Bool) {
        writer.object {
            key.write(membersTo: &$0)
            if withSecrets { $0.member("secret", text.text) }
        }
    }
}
