import Crypto
import Merchants
import Postgres
import Processors
import Vocabulary

/// Merchants' private keys, opened and kept in memory for seconds, so that a payment costs no query for them.
package final class Keychain: Sendable {
    /// A key that was taken away elsewhere opens nothing any more within that time; here, at once.
    package static let freshSeconds: Int64 = 4
    /// So that a flood of merchants cannot fill the memory; some 10 KiB each.
    static let entriesMax = 2_000

    private let database: Database
    private let keys: KeyRing
    private let now: @Sendable () -> Instant
    private let entries = Locked<[MerchantNumber: Entry]>([:])

    package init(database: Database, keys: KeyRing, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.keys = keys
        self.now = now
    }

    /// The merchant's keys for payment tokens, among them the one of a hash if there is one.
    package func processingKeys(
        of merchant: MerchantNumber, named hash: [UInt8]
    ) async throws -> [ProcessingKey] {
        let held = try await held(by: merchant)
        if held.processing.contains(where: { $0.publicKeyHash == hash }) { return held.processing }
        // It may have been stored this very second, by another server.
        return try await load(merchant).processing
    }

    /// As whom a merchant asks Apple: by the newest identity that is valid.
    package func identity(of merchant: Merchant, at now: Instant) async throws -> MerchantIdentity?
    {
        try await held(by: merchant.number).identities
            .first { $0.validity.contains(now) }?.identity
    }

    /// Forgets what is held, after a change made here.
    package func forget(_ merchant: MerchantNumber) {
        entries.withLock { _ = $0.removeValue(forKey: merchant) }
    }

    struct Held: Sendable {
        var processing: [ProcessingKey] = []
        /// Newest first.
        var identities: [(validity: Range<Instant>, identity: MerchantIdentity)] = []
    }

    private struct Entry: Sendable {
        let held: Held
        let since: Instant
    }

    private func held(by merchant: MerchantNumber) async throws -> Held {
        let moment = now()
        let known = entries.withLock { entries -> Held? in
            guard let entry = entries[merchant],
                (0..<Self.freshSeconds).contains(moment.seconds(since: entry.since))
            else { return nil }
            return entry.held
        }
        if let known { return known }
        return try await load(merchant)
    }

    private func load(_ merchant: MerchantNumber) async throws -> Held {
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
                        key, merchantIdentifier: certificate.merchantIdentifier)
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
                            merchantIdentifier: certificate.merchantIdentifier,
                            certificate: shown.pem, privateKey: pem)
                    ))
            }
        }
        entries.withLock { entries in
            if entries.count >= Self.entriesMax { entries.removeAll() }
            entries[merchant] = Entry(held: held, since: moment)
        }
        return held
    }
}
