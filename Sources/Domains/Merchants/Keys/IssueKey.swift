import Postgres
import Vocabulary

/// Creates a key; only the outcome contains its text.
package struct IssueKey: Verb {
    package let merchant: MerchantNumber
    package let kind: APIKey.Kind
    package let scope: APIKey.Scope
    package let expiresAt: Instant?
    package let identifier: UUID128
    package let now: Instant

    package init(
        merchant: MerchantNumber, kind: APIKey.Kind, scope: APIKey.Scope, expiresAt: Instant?,
        identifier: UUID128, now: Instant
    ) {
        self.merchant = merchant
        self.kind = kind
        self.scope = scope
        self.expiresAt = expiresAt
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
            hint: text.hint, createdAt: now, expiresAt: expiresAt, revokedAt: nil)
        try transaction.enqueue(APIKey.insert(key, hash: text.hash))
        return Outcome(key: key, text: text)
    }
}
