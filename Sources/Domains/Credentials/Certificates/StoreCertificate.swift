import Crypto
import Postgres
import Vocabulary

/// Stores an examined certificate and its sealed private key.
package struct StoreCertificate: Verb {
    package let id: MerchantCertificate.ID
    package let kind: CertificateKind
    package let examined: ExamineCertificate.Examined
    /// In PEM.
    package let privateKey: Secret
    package let keys: KeyRing
    package let now: Instant

    package init(
        id: MerchantCertificate.ID, kind: CertificateKind, examined: ExamineCertificate.Examined,
        privateKey: Secret, keys: KeyRing, now: Instant
    ) {
        self.id = id
        self.kind = kind
        self.examined = examined
        self.privateKey = privateKey
        self.keys = keys
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> MerchantCertificate {
        let seal = try MerchantSeal.locked(of: id.merchant, keys: keys, in: transaction)
        let others = try transaction.run(MerchantCertificate.all(of: id.merchant))
            .map(MerchantCertificate.init(row:))
        let fingerprint = examined.certificate.fingerprint
        guard !others.contains(where: { $0.fingerprint == fingerprint }) else {
            throw CredentialsRefusal.alreadyStored
        }
        // The server requests sessions and token events and unlinks tokens for one merchant
        // identifier; payment tokens must be for the same one.
        guard
            !kind.isOfMerchant
                || others.allSatisfy({
                    !$0.kind.isOfMerchant || $0.identifier == examined.identifier
                })
        else { throw CredentialsRefusal.merchantIdentifierMismatch }
        // The certificate could never sign: each package names the team with which its type was
        // created.
        let opened = try FindTypeTeams(of: id.merchant)(in: transaction)
        if kind.signer != nil, let team = opened[examined.identifier],
            team != examined.teamIdentifier
        {
            throw CredentialsRefusal.typeTeamMismatch(team)
        }
        let sameType = others.filter { $0.kind == kind && $0.identifier == examined.identifier }
        // The newest certificate signs, and phones refuse updates that another team has signed.
        guard sameType.allSatisfy({ $0.teamIdentifier == examined.teamIdentifier }) else {
            throw CredentialsRefusal.teamMismatch
        }
        let alike = sameType.count
        guard alike < MerchantCertificate.countMax else {
            throw CredentialsRefusal.tooMany(MerchantCertificate.countMax)
        }
        guard others.count < MerchantCertificate.allMax else {
            throw CredentialsRefusal.tooMany(MerchantCertificate.allMax)
        }
        let expiresAt = Instant(seconds: examined.validity.upperBound)
        let certificate = MerchantCertificate(
            id: id, kind: kind, identifier: examined.identifier,
            teamIdentifier: examined.teamIdentifier, fingerprint: fingerprint,
            publicKeyHash: SHA256.hash(examined.publicKeyInfo),
            validFrom: Instant(seconds: examined.validity.lowerBound), expiresAt: expiresAt,
            createdAt: now, warnAt: ExpiryWarning.next(for: expiresAt, at: now, isNew: true))
        try transaction.enqueue(
            certificate.insert(
                der: examined.certificate.der,
                sealedKey: seal.seal(privateKey, as: MerchantCertificate.sealing(id))))
        return certificate
    }
}
