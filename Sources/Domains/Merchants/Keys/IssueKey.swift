import Postgres
import Vocabulary

/// Creates a key; only the outcome contains its text.
package struct IssueKey: Verb {
    package let merchant: MerchantNumber
    package let kind: APIKey.Kind
    package let scope: APIKey.Scope
    package let name: String?
    /// The scope of the caller.
    package let issuer: APIKey.Scope
    package let identifier: UUID128
    package let now: Instant

    package init(
        merchant: MerchantNumber, kind: APIKey.Kind, scope: APIKey.Scope, name: String? = nil,
        by issuer: APIKey.Scope, identifier: UUID128, now: Instant
    ) {
        self.merchant = merchant
        self.kind = kind
        self.scope = scope
        self.name = name
        self.issuer = issuer
        self.identifier = identifier
        self.now = now
    }

    package struct Outcome: Sendable {
        package let key: APIKey
        package let text: KeyText
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        let text = KeyText.make(kind, of: merchant)
        let key = APIKey(
            id: APIKey.ID(merchant: merchant, uuid: identifier), kind: kind, scope: scope,
            name: name, hint: text.hint, createdAt: now, expiresAt: nil)
        try key.requireChange(by: issuer)
        try transaction.enqueue(APIKey.insert(key, hash: text.hash))
        return Outcome(key: key, text: text)
    }
}
