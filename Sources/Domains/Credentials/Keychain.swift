import Crypto
import Merchants
import Postgres
import Processors
import Threads
import Vocabulary

/// Caches merchants' decrypted private keys and account keys for seconds, so that a payment needs
/// no query for them.
package final class Keychain: Sendable {
    /// Servers stop using a key this long after another server removed it; the removing server
    /// stops at once.
    package static let freshSeconds: Int64 = 4
    /// Limits the memory that a flood of merchants can use; an entry takes about 10 KiB.
    static let entriesMax = 2_000

    private let database: Database
    private let keys: KeyRing
    /// Base URL of Stripe's API.
    package let stripeBase: String
    private let now: @Sendable () -> Instant
    /// For this long after loading a merchant's keys, an unknown key causes no reload: tokens
    /// encrypted for unknown certificates must not cost a query each.
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

    /// Returns the merchant's keys for payment tokens. If none has this hash, loads them again,
    /// unless they were loaded less than `missSeconds` ago.
    package func processingKeys(
        of merchant: MerchantNumber, named hash: [UInt8]
    ) async throws -> [ProcessingKey] {
        let entry = try await entry(of: merchant)
        let isThere = entry.cached.processing.contains { $0.publicKeyHash == hash }
        // Another server may have stored the key since.
        guard !isThere, !(0..<Self.missSeconds).contains(now().seconds(since: entry.since)) else {
            return entry.cached.processing
        }
        return try await load(merchant).cached.processing
    }

    /// Returns the identity with which the server calls Apple for a merchant: the newest valid one.
    package func identity(of merchant: Merchant, at now: Instant) async throws -> MerchantIdentity?
    {
        try await entry(of: merchant.number).cached.identities
            .first { $0.validity.contains(now) }?.identity
    }

    /// Returns the identity that signs packages of a type at a time: the most recently stored
    /// certificate that is valid and that a valid one of these authorities issued. Returns nil if
    /// none of the certificates qualifies.
    package func signer(
        of merchant: MerchantNumber, for typeIdentifier: String, by authorities: AppleAuthorities,
        at now: Instant
    ) async throws -> SigningIdentity? {
        let seconds = now.microseconds / 1_000_000
        for signer in try await entry(of: merchant).cached.signers
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

    /// Returns the Stripe account that charges a merchant's payments, or nil if none is connected.
    package func account(of merchant: MerchantNumber) async throws -> StripeAccount? {
        try await entry(of: merchant).cached.account
    }

    /// Drops a merchant's cached keys after this server changed them.
    package func forget(_ merchant: MerchantNumber) {
        entries.withLock {
            $0.forgotten += 1
            $0.byMerchant.removeValue(forKey: merchant)
        }
    }

    /// Certificates of pass and order types, with their keys, newest first.
    func signers(
        of merchant: MerchantNumber
    ) async throws -> [(stored: MerchantCertificate, certificate: Certificate, key: PrivateKey)] {
        try await entry(of: merchant).cached.signers
    }

    /// Teams by type identifier. Not cached: the caller is not serving a request.
    func teamsOfTypes(of merchant: MerchantNumber) async throws -> [String: String] {
        try await FindTypeTeams(of: merchant)(on: database)
    }

    struct CachedKeys: Sendable {
        var processing: [ProcessingKey] = []
        /// Newest first.
        var identities: [(validity: Range<Instant>, identity: MerchantIdentity)] = []
        /// Newest first.
        var signers: [(stored: MerchantCertificate, certificate: Certificate, key: PrivateKey)] = []
        var account: StripeAccount?
    }

    private struct Entry: Sendable {
        let cached: CachedKeys
        let since: Instant
    }

    private struct Entries: Sendable {
        var byMerchant: [MerchantNumber: Entry] = [:]
        /// Number of calls of `forget`: a load that started before one is not cached after it.
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
        var cached = CachedKeys()
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
                else { throw StoredValueError(column: "private_key") }
                cached.processing.append(processing)
            case .merchantIdentity:
                guard let shown = Certificate(der: try row.get("certificate")) else {
                    throw StoredValueError(column: "certificate")
                }
                cached.identities.append(
                    (
                        certificate.validFrom..<certificate.expiresAt,
                        MerchantIdentity(
                            merchantIdentifier: certificate.identifier,
                            certificate: shown.pem, privateKey: pem)
                    ))
            case .passType, .orderType:
                guard let shown = Certificate(der: try row.get("certificate")),
                    let key = PrivateKey(pem: pem)
                else { throw StoredValueError(column: "certificate") }
                cached.signers.append((certificate, shown, key))
            }
        }
        cached.account = try await FindProcessorAccount(of: merchant, keys: keys)(on: database)?
            .stripe(at: stripeBase)
        let entry = Entry(cached: cached, since: moment)
        entries.withLock { entries in
            guard entries.forgotten == before else { return }
            if entries.byMerchant.count >= Self.entriesMax { entries.byMerchant.removeAll() }
            entries.byMerchant[merchant] = entry
        }
        return entry
    }
}
