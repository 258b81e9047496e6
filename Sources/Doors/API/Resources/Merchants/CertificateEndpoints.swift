import Credentials
import Crypto
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// A merchant's certificates from Apple: examined, stored with their keys, never returned.
enum CertificateEndpoints {
    static let all: [Endpoint] = [
        Endpoint(
            ListEndpoint(all: "/v1/certificates", id: \.id) { call in
                let find = FindCertificates(of: call.merchant.number)
                return try await call.run(find)
            } write: {
                $0.write(to: &$2)
            }),
        .once(.post, "/v1/certificates", status: 201) { call, fields in
            try StoreCertificate(reading: fields, call)
        }
        .afterCommit { $0.services.credentials.keychain.forget($0.merchant.number) },
        .show("/v1/certificates/{certificate}") {
            FindCertificate(id: try $0.identifier("certificate"))
        },
        .delete("/v1/certificates/{certificate}") {
            RemoveCertificate(id: try $0.identifier("certificate"))
        }
        .afterCommit { $0.services.credentials.keychain.forget($0.merchant.number) },
    ]
}

extension StoreCertificate {
    /// Apple's certificates have 2 KB in PEM, and an RSA key about as much.
    private static let lengthMax = 16_384

    fileprivate init?(reading fields: ObjectReader, _ call: Call) throws {
        let kind: CertificateKind? = fields.choice("kind", required: true)
        let text = fields.string("certificate", maxLength: Self.lengthMax, required: true)
        let pem = fields.string("privateKey", maxLength: Self.lengthMax, required: true)
        fields.refuseUnknown()
        guard let kind, let text, let pem else {
            Self.refusePair(text, pem, fields)
            return nil
        }
        let authorities: AppleAuthorities
        do {
            authorities = try call.services.credentials.authorities(for: call.merchant)
        } catch {
            // The errors of the body come before the server's state.
            if fields.problems.isEmpty { throw error }
            return nil
        }
        let privateKey = Self.secret(pem)
        let examine = ExamineCertificate(
            kind: kind, authorities: authorities, at: call.now.microseconds / 1_000_000)
        switch examine(Certificate(text: text), PrivateKey(pem: privateKey)) {
        case .good(let examined):
            self.init(
                id: call.newID(), kind: kind, examined: examined, privateKey: privateKey,
                keys: call.keys, now: call.now)
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
