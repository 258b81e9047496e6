import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes for a merchant's certificates from Apple: examined, stored with their keys, never
/// returned.
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
        let certificates = try await database.transaction { try find(in: $0) }
        return listAnswer(page, of: certificates, id: \.id) { $0.write(to: &$1) }.response
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
        let response = try await call.idempotent(document) { transaction in
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

/// A valid request to store a certificate and its key.
private struct StoredRequest {
    let kind: CertificateKind
    let examined: ExamineCertificate.Examined
    let privateKey: Secret

    /// Apple's certificates have 2 KB in PEM, and an RSA key about as much.
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

    /// Reports the faults of the certificate and the key that came with a request of unknown kind.
    private static func refusePair(_ text: String?, _ pem: String?, _ fields: ObjectReader) {
        let faults = ExamineCertificate.faults(
            ofPair: text.flatMap(Certificate.init(text:)),
            pem.flatMap { PrivateKey(pem: secret($0)) })
        for fault in faults {
            // A missing member has already been reported.
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
    /// Reads PEM, or the DER from Apple's portal in Base64.
    fileprivate convenience init?(text: String) {
        if text.contains("-----BEGIN") {
            // Several certificates, or a key beside one, would be ambiguous.
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
        case .keyMismatch: "not_a_pair"
        case .wrongKind: "other_kind"
        case .unsupportedKey: "key_not_taken"
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
            "exactly one certificate, in PEM or as DER in Base64, without its chain"
        case .noKey: "an EC or RSA private key in PEM, without a passphrase"
        case .keyMismatch: "the private key does not match the certificate"
        case .wrongKind:
            switch kind {
            case .merchantIdentity: "not an Apple Pay Merchant Identity certificate"
            case .passType:
                "not a Pass Type ID Certificate: it lacks Apple's extension for pass types"
            case .orderType:
                "not an Order Type ID Certificate: it contains no order type identifier"
            case .paymentProcessing, nil: "not an Apple Pay Payment Processing certificate"
            }
        case .unsupportedKey:
            kind == .paymentProcessing
                ? "the key must be on the curve P-256, or RSA with at least 2048 bits"
                : "the key must be RSA with at least 2048 bits"
        case .noMerchantIdentifier:
            "the certificate has no merchant identifier, or its extension contains a different one"
        case .noPassType:
            "the certificate lacks a type or a team, or its extension contains a different type"
        case .untrustedIssuer:
            "not issued by an Apple certificate authority that this server trusts"
        case .notYetValid: "the certificate is not valid yet"
        case .expired: "the certificate has expired"
        }
    }
}
