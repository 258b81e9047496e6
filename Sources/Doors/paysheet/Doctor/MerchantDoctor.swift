import Credentials
import Merchants
import Outbox
import Vocabulary

/// Checks whether a merchant's keys, processor account, certificates and endpoints suffice.
struct MerchantDoctor {
    let merchant: Merchant
    /// The teams with which the merchant's pass and order types were opened, by type identifier.
    let teams: [String: String]
    let now: Instant

    private static let yearSeconds: Int64 = 365 * 86_400
    private static let soonSeconds: Int64 = 14 * 86_400

    func check(
        _ keys: [APIKey], _ account: ProcessorAccount?, _ certificates: [MerchantCertificate],
        _ endpoints: [WebhookEndpoint], _ diagnosis: inout Diagnosis
    ) {
        checkKeys(keys, &diagnosis)
        processor(account, &diagnosis)
        checkCertificates(certificates, &diagnosis)
        checkEndpoints(endpoints, &diagnosis)
    }

    /// A merchant needs one certificate for calls to Apple, and one for which tokens are encrypted.
    private func checkCertificates(
        _ certificates: [MerchantCertificate], _ diagnosis: inout Diagnosis
    ) {
        guard merchant.processor != .sandbox || !certificates.isEmpty else {
            return diagnosis.add("certificates", "not required for test payments")
        }
        let ofPasses = Set(certificates.filter { $0.kind.signer != nil }.map(\.identifier))
        let ofMerchant = [CertificateKind.merchantIdentity, .paymentProcessing]
        for name in ofMerchant.map(\.rawValue) + ofPasses.sorted() {
            var ends = certificates.filter { $0.kind.rawValue == name || $0.identifier == name }
            if let team = teams[name] { ends.removeAll { $0.teamIdentifier != team } }
            if let team = teams[name], ends.isEmpty {
                diagnosis.add(
                    "certificates", "\(name): belongs to another team",
                    .failure(SignerFault.teamMismatch(opened: team).explanation))
                continue
            }
            let last = ends.map(\.expiresAt).max()
            let state = name + (last.map { " until \($0.rfc3339)" } ?? ": none")
            switch last {
            case let end? where end > now.adding(seconds: Self.renewalSeconds):
                diagnosis.add("certificates", state)
            case let end? where end > now:
                diagnosis.add(
                    "certificates", state,
                    .warning("store a renewed certificate with POST /v1/certificates"))
            default:
                let advice = "store Apple's certificate with POST /v1/certificates"
                diagnosis.add(
                    "certificates", state, merchant.live ? .failure(advice) : .warning(advice))
            }
        }
    }

    /// The time before its expiry at which a certificate is due for renewal: that of the first
    /// warning.
    private static let renewalSeconds = ExpiryWarning.days[0] * 86_400

    private func checkKeys(_ keys: [APIKey], _ diagnosis: inout Diagnosis) {
        let working = keys.filter { $0.isActive(at: now) }
        let secret = working.filter { $0.kind == .secret }
        let ends = secret.compactMap(\.expiresAt).min()
        let state = "\(secret.count) secret, \(working.count - secret.count) publishable"
        if !secret.contains(where: { $0.scope == .write }) {
            diagnosis.add("keys", state, .failure("create a secret key with POST /v1/keys"))
        } else if let ends, ends < now.adding(seconds: Self.soonSeconds) {
            diagnosis.add(
                "keys", state, .warning("one expires \(ends.rfc3339): switch to its successor"))
        } else if secret.allSatisfy({ $0.createdAt.adding(seconds: Self.yearSeconds) < now }) {
            diagnosis.add("keys", state, .warning("the newest is a year old: rotate it"))
        } else {
            diagnosis.add("keys", state)
        }
    }

    private func processor(_ account: ProcessorAccount?, _ diagnosis: inout Diagnosis) {
        switch (merchant.processor, account) {
        case (.sandbox, _): diagnosis.add("processor", "the sandbox, which moves no money")
        case (.stripe, let account?) where account.webhookSecrets.isEmpty:
            diagnosis.add(
                "processor", "stripe, keys of \(account.changedAt.rfc3339), no webhook secret",
                .warning("disputes are not received: store webhookSecrets with PUT /v1/processor"))
        case (.stripe, let account?):
            diagnosis.add("processor", "stripe, keys of \(account.changedAt.rfc3339)")
        case (.stripe, nil):
            diagnosis.add(
                "processor", "stripe, no keys", .failure("store its keys with PUT /v1/processor"))
        }
    }

    private func checkEndpoints(_ endpoints: [WebhookEndpoint], _ diagnosis: inout Diagnosis) {
        if endpoints.isEmpty {
            diagnosis.add(
                "webhooks", "no endpoint",
                .warning("create one with POST /v1/webhook-endpoints, or poll GET /v1/events"))
        }
        for endpoint in endpoints {
            if let because = endpoint.disabledBecause {
                diagnosis.add(
                    "webhook", "\(endpoint.id.text) is disabled (\(because.rawValue))",
                    because == .merchant
                        ? .warning("PATCH it with \"disabled\": false to receive events again")
                        : .failure(
                            "fix the server behind it, then PATCH it with \"disabled\": false"))
            } else if let since = endpoint.failingSince {
                diagnosis.add(
                    "webhook", "\(endpoint.id.text) has been failing since \(since.rfc3339)",
                    .warning("see the reason in its deliveries: GET …/deliveries"))
            } else {
                diagnosis.add("webhook", "\(endpoint.id.text) receives events")
            }
        }
    }
}
