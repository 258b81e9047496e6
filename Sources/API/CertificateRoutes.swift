import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// A merchant's certificates from Apple: examined, stored with their keys, never given out again.
extension Services {
    var certificateRoutes: [Route] {
        let certificates = "/v1/certificates"
        let certificate = certificates + "/{certificate}"
        return [
            route(.get, certificates, for: [.read, .write], listCertificates),
            route(.post, certificates, for: .write, storeCertificate),
            route(.get, certificate, for: [.read, .write], showCertificate),
            route(.delete, certificate, for: .write, removeCertificate),
        ]
    }

    @Sendable private func listCertificates(_ call: Call) async throws -> Response {
        let page = try call.page(of: MerchantCertificate.self)
        let find = FindCertificates(of: call.merchant.number)
        // A merchant has a handful, so they are read whole.
        let certificates = try await database.transaction { try find(in: $0) }
        let older = certificates.drop { other in page.after.map { other.id.uuid >= $0 } ?? false }
        return listAnswer(Array(older.prefix(page.limit)), limit: page.limit, cursor: \.id.text) {
            $0.write(to: &$1)
        }.response
    }

    @Sendable private func showCertificate(_ call: Call) async throws -> Response {
        let find = FindCertificate(id: try call.identifier("certificate"))
        let certificate = try await database.transaction { try find(in: $0) }
        return Answer { certificate.write(to: &$0) }.response
    }

    @Sendable private func storeCertificate(_ call: Call) async throws -> Response {
        let document = try call.document()
        let authorities = try credentials.authorities(for: call.merchant)
        let wanted = try Call.read(document.root) { fields -> StoredRequest? in
            StoredRequest(reading: fields, authorities, at: call.now)
        }
        let store = StoreCertificate(
            id: MerchantCertificate.ID(merchant: call.merchant.number, uuid: call.identify()),
            kind: wanted.kind, examined: wanted.examined, privateKey: wanted.privateKey, keys: keys,
            now: call.now)
        let response = try await call.once(document) { transaction in
            let certificate = try store(in: transaction)
            return Answer(201) { certificate.write(to: &$0) }
        }
        credentials.keychain.forget(call.merchant.number)
        return response
    }

    @Sendable private func removeCertificate(_ call: Call) async throws -> Response {
        let remove = RemoveCertificate(id: try call.identifier("certificate"))
        try await database.transaction { try remove(in: $0) }
        credentials.keychain.forget(call.merchant.number)
        return Response(status: 204)
    }
}

/// What a merchant stores, if nothing is wrong with it.
private struct StoredRequest {
    let kind: CertificateKind
    let examined: ExamineCertificate.Examined
    let privateKey: Secret

    /// Apple's have 2 KB in PEM, and a key of RSA as much.
    private static let lengthMax = 16_384

    init?(reading fields: ObjectReader, _ authorities: AppleAuthorities, at now: Instant) {
        let kind: CertificateKind? = fields.choice("kind", required: true)
        let text = fields.string("certificate", maxLength: Self.lengthMax, required: true)
        let pem = fields.string("privateKey", maxLength: Self.lengthMax, required: true)
        fields.refuseUnknown()
        guard let kind, let text, let pem else {
            Self.refusePair(text, pem, fields)
            return nil
        }
        privateKey = Self.secret(pem)
        self.kind = kind
        let examine = ExamineCertificate(
            kind: kind, authorities: authorities, at: now.microseconds / 1_000_000)
        switch examine(Certificate(text: text), PrivateKey(pem: privateKey)) {
        case .good(let examined): self.examined = examined
        case .bad(let faults):
            for fault in faults { fields.refuse(fault.member, fault.code, fault.detail(of: kind)) }
            return nil
        }
    }

    /// Tells what is wrong with those that came, although nobody knows of which kind they are.
    private static func refusePair(_ text: String?, _ pem: String?, _ fields: ObjectReader) {
        let faults = ExamineCertificate.faults(
            ofPair: text.flatMap(Certificate.init(text:)),
            pem.flatMap { PrivateKey(pem: secret($0)) })
        for fault in faults {
            // One that is missing was told of as such.
            guard (fault.isOfKey ? pem : text) != nil else { continue }
            fields.refuse(fault.member, fault.code, fault.detail(of: nil))
        }
    }

    private static func secret(_ pem: String) -> Secret {
        var bytes = Array(pem.utf8)
        return Secret(wiping: &bytes)
    }
}

extension Certificate {
    /// PEM, or what Apple's portal gives (DER) in Base64.
    fileprivate convenience init?(text: String) {
        if text.contains("-----BEGIN") {
            // Of several, or beside a key, nobody knows which was meant.
            guard text.matches(of: /-----BEGIN/).count == 1 else { return nil }
            self.init(pem: Array(text.utf8))
        } else {
            let joined = text.filter { !$0.isWhitespace }
            guard let der = Base64.standard.decode(joined) else { return nil }
            self.init(der: der)
        }
    }
}

extension CertificateFault {
    fileprivate var code: String {
        switch self {
        case .noCertificate, .noKey: "invalid_value"
        case .notAPair: "not_a_pair"
        case .otherKind: "other_kind"
        case .otherKey: "key_not_taken"
        case .noMerchantIdentifier: "no_merchant_identifier"
        case .noPassType: "no_pass_type"
        case .untrustedIssuer: "untrusted_issuer"
        case .notYetValid: "not_yet_valid"
        case .expired: "expired"
        }
    }

    fileprivate var member: StaticString { isOfKey ? "privateKey" : "certificate" }

    fileprivate func detail(of kind: CertificateKind?) -> String {
        switch self {
        case .noCertificate:
            "one certificate as PEM and nothing else, or as DER in Base64; not the chain"
        case .noKey: "a private key of a curve or of RSA as PEM, without a pass phrase"
        case .notAPair: "the private key of another certificate"
        case .otherKind:
            switch kind {
            case .merchantIdentity: "not an Apple Pay Merchant Identity certificate"
            case .passType: "not a Pass Type ID Certificate: it lacks Apple's mark of one"
            case .orderType: "not an Order Type ID Certificate: it names no order type"
            case .paymentProcessing, nil: "not an Apple Pay Payment Processing certificate"
            }
        case .otherKey:
            kind == .paymentProcessing
                ? "its key is on the curve P-256, or RSA of at least 2048 bits"
                : "its key is RSA of at least 2048 bits"
        case .noMerchantIdentifier:
            "it names no merchant identifier, or another one than its extension"
        case .noPassType: "it names no type and team, or another type than its extension"
        case .untrustedIssuer: "not issued by one of Apple's authorities that this server knows"
        case .notYetValid: "not valid yet"
        case .expired: "no longer valid"
        }
    }
}

extension Problem {
    init(_ refusal: CredentialsRefusal) {
        switch refusal {
        case .notFound: self = .notFound
        case .noAuthorities:
            self.init(
                409, "no_apple_authorities",
                "the server's operator has not named Apple's certificates (PAYSHEET_APPLE_CERTIFICATES)"
            )
        case .storedBefore:
            self.init(409, "certificate_exists", "this certificate is stored already")
        case .otherTeamThanType(let team):
            self.init(
                409, "other_team",
                "this type was opened with team \(team), which all its packages name: store a certificate of that team, "
                    + "or delete the type by DELETE /v1/pass-types/{passType} and open it anew")
        case .otherTeam:
            self.init(
                409, "other_team",
                "the stored certificates of this type are of another team: delete them first")
        case .otherMerchantIdentifier:
            self.init(
                409, "other_merchant_identifier",
                "all certificates of a merchant are of one merchant identifier of Apple's: "
                    + "delete the others first, or open another merchant")
        case .tooMany(let most):
            self.init(
                409, "too_many_certificates",
                "a merchant has at most \(most) certificates of a kind; delete one first")
        }
    }
}
