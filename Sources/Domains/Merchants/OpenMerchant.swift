import Postgres
import Vocabulary

/// Creates a merchant with its first two keys.
package struct OpenMerchant: Verb {
    package let name: String
    package let live: Bool
    package let processor: ProcessorName
    package let settings: MerchantSettings
    package let now: Instant
    package let keyIdentifiers: (secret: UUID128, publishable: UUID128)

    package init(
        name: String, live: Bool, processor: ProcessorName? = nil, settings: MerchantSettings,
        now: Instant, keyIdentifiers: (secret: UUID128, publishable: UUID128)
    ) {
        self.name = name
        self.live = live
        self.processor = processor ?? Merchant.processor(live: live)
        self.settings = settings
        self.now = now
        self.keyIdentifiers = keyIdentifiers
    }

    package struct Outcome: Sendable {
        package let merchant: Merchant
        package let secret: IssueKey.Outcome
        package let publishable: IssueKey.Outcome
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        let rows = try transaction.run(
            Merchant.insert(
                name: name, live: live, processor: processor, settings: settings, at: now))
        guard let row = rows.first else { throw MerchantRefusal.merchantNotFound }
        let number: MerchantNumber = try row.get("merchant_id")
        try DomainName.take(settings.domains, for: number, in: transaction)
        let merchant = Merchant(
            number: number, name: name, live: live, processor: processor, settings: settings,
            settingsVersion: 1, createdAt: now)
        return try issueKeys(for: merchant, in: transaction)
    }

    func issueKeys(for merchant: Merchant, in transaction: Transaction) throws -> Outcome {
        let issue = { (kind: APIKey.Kind, identifier: UUID128) in
            try IssueKey(
                merchant: merchant.number, kind: kind, scope: kind == .secret ? .write : .read,
                by: .write, identifier: identifier, now: now)(in: transaction)
        }
        return Outcome(
            merchant: merchant, secret: try issue(.secret, keyIdentifiers.secret),
            publishable: try issue(.publishable, keyIdentifiers.publishable))
    }
}

extension DomainName {
    /// Sets the merchant's domains to exactly these, or refuses the first that another merchant
    /// owns. Also deletes the files stored for domains that the merchant no longer has.
    static func take(
        _ domains: [String], for merchant: MerchantNumber, in transaction: Transaction
    ) throws {
        try transaction.enqueue(DomainAssociation.clear(of: merchant, except: domains))
        try transaction.enqueue(clear(of: merchant, except: domains))
        let taken = try transaction.run(claim(domains, for: merchant)).map { row in
            try row.get("name") as String
        }
        if let other = domains.first(where: { !taken.contains($0) }) {
            throw MerchantRefusal.domainTaken(other)
        }
    }
}
