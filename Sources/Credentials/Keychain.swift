import Crypto
import Merchants
import Postgres
import Processors
import Vocabulary

/// Merchants' private keys and their accounts' keys, opened and kept in memory for seconds, so that a payment costs no query for them.
package final class Keychain: Sendable {
    /// A key that was taken away elsewhere opens nothing any more within that time; here, at once.
    package static let freshSeconds: Int64 = 4
    /// So that a flood of merchants cannot fill the memory; some 10 KiB each.
    static let entriesMax = 2_000

    private let database: Database
    private let keys: KeyRing
    /// Where Stripe is asked.
    package let stripeBase: String
    private let now: @Sendable () -> Instant
    /// So soon after a look at the rows nobody looks for a key that was not there: tokens of strangers'
    /// certificates cost no query each.
    static let missSeconds: Int64 = 1

    private let entries = Locked(Entries())

    package init(
        database: Database, keys: KeyRing, stripe: String = StripeAccount.liveBase,
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.keys = keys
        stripeBase = stripe
        self.now = now
    }

    /// The merchant's keys for payment tokens, among them the one of a hash if there is one.
    package func processingKeys(
        of merchant: MerchantNumber, named hash: [UInt8]
    ) async throws -> [ProcessingKey] {
        let entry = try await entry(of: merchant)
        let isThere = entry.held.processing.contains { $0.publicKeyHash == hash }
        // It may have been stored since, by another server.
        guard !isThere, !(0..<Self.missSeconds).contains(now().seconds(since: entry.since)) else {
            return entry.held.processing
        }
        return try await load(merchant).held.processing
    }

    /// As whom a merchant asks Apple: by the newest identity that is valid.
    package func identity(of merchant: Merchant, at now: Instant) async throws -> MerchantIdentity?
    {
        try await entry(of: merchant.number).held.identities
            .first { $0.validity.contains(now) }?.identity
    }

    /// In whose name passes of a type are signed at a time: of several certificates by the one stored last that is
    /// valid, and that one of these authorities has issued which is valid, too; nothing when there is none.
    package func signer(
        of merchant: MerchantNumber, for typeIdentifier: String, by authorities: AppleAuthorities,
        at now: Instant
    ) async throws -> SigningIdentity? {
        let seconds = now.microseconds / 1_000_000
        for signer in try await entry(of: merchant).held.signers
        where signer.stored.identifier == typeIdentifier
            && (signer.stored.validFrom..<signer.stored.expiresAt).contains(now)
        {
            guard let team = signer.stored.teamIdentifier,
                let issuer = authorities.intermediate(of: signer.certificate, at: seconds),
                let end = issuer.validity?.upperBound
            else { continue }
            return SigningIdentity(
                certificate: signer.certificate, key: signer.key, intermediate: issuer,
                typeIdentifier: typeIdentifier, teamIdentifier: team,
                expiresAt: min(end, signer.stored.expiresAt.microseconds / 1_000_000))
        }
        return nil
    }

    /// By which account at Stripe a merchant charges; nothing where none is connected.
    package func account(of merchant: MerchantNumber) async throws -> StripeAccount? {
        try await entry(of: merchant).held.account
    }

    /// Forgets what is held, after a change made here.
    package func forget(_ merchant: MerchantNumber) {
        entries.withLock {
            $0.forgotten += 1
            $0.byMerchant.removeValue(forKey: merchant)
        }
    }

    /// Certificates of pass and order types with their keys, newest first.
    func signers(
        of merchant: MerchantNumber
    ) async throws -> [(stored: MerchantCertificate, certificate: Certificate, key: PrivateKey)] {
        try await entry(of: merchant).held.signers
    }

    /// As they were opened; not kept, because nobody asks while somebody waits.
    func teamsOfTypes(of merchant: MerchantNumber) async throws -> [String: String] {
        try await FindTypeTeams(of: merchant)(on: database)
    }

    struct Held: Sendable {
        var processing: [ProcessingKey] = []
        /// Newest first.
        var identities: [(validity: Range<Instant>, identity: MerchantIdentity)] = []
        /// Newest first.
        var signers: [(stored: MerchantCertificate, certificate: Certificate, key: PrivateKey)] = []
        var account: StripeAccount?
    }

    private struct Entry: Sendable {
        let held: Held
        let since: Instant
    }

    private struct Entries: Sendable {
        var byMerchant: [MerchantNumber: Entry] = [:]
        /// How often something was forgotten: what was read before is not kept after it.
        var forgotten: UInt64 = 0
    }

    private func entry(of merchant: MerchantNumber) async throws -> Entry {
        let moment = now()
        let known = entries.withLock { entries -> Entry? in
            guard let entry = entries.byMerchant[merchant],
                (0..<Self.freshSeconds).contains(moment.seconds(since: entry.since))
            else { return nil }
            return entry
        }
        if let known { return known }
        return try await load(merchant)
    }

    private func load(_ merchant: MerchantNumber) async throws -> Entry {
        let before = entries.withLock { $0.forgotten }
        let moment = now()
        let rows = try await database.run(MerchantCertificate.sealed(of: merchant))
        var held = Held()
        for row in rows {
            let certificate = try MerchantCertificate(row: row)
            let seal = try MerchantSeal(
                unwrapping: row.get("data_key"), of: merchant, keys: keys)
            let pem = try seal.open(
                row.get("private_key"), as: MerchantCertificate.sealing(certificate.id))
            switch certificate.kind {
            case .paymentProcessing:
                guard let key = PrivateKey(pem: pem),
                    let processing = ProcessingKey(
                        key, merchantIdentifier: certificate.identifier)
                else { throw UnreadableCredential(column: "private_key") }
                held.processing.append(processing)
            case .merchantIdentity:
                guard let shown = Certificate(der: try row.get("certificate")) else {
                    throw UnreadableCredential(column: "certificate")
                }
                held.identities.append(
                    (
                        certificate.validFrom..<certificate.expiresAt,
                        MerchantIdentity(
                            merchantIdentifier: certificate.identifier,
                            certificate: shown.pem, privateKey: pem)
                    ))
            case .passType, .orderType:
                guard let shown = Certificate(der: try row.get("certificate")),
                    let key = PrivateKey(pem: pem)
                else { throw UnreadableCredential(column: "certificate") }
                held.signers.append((certificate, shown, key))
            }
        }
        held.account = try await FindProcessorAccount(of: merchant, keys: keys)(on: database)?
            .stripe(at: stripeBase)
        let entry = Entry(held: held, since: moment)
        entries.withLock { entries in
            guard entries.forgotten == before else { return }
            if entries.byMerchant.count >= Self.entriesMax { entries.byMerchant.removeAll() }
            entries.byMerchant[merchant] = entry
        }
        return entry
    }
}
