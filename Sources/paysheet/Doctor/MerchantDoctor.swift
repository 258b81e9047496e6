import Credentials
import Merchants
import Outbox
import Vocabulary

/// What a merchant has, and whether it will do.
struct MerchantDoctor {
    let merchant: Merchant
    /// With which its pass and order types were opened, by their identifiers.
    let teams: [String: String]
    let now: Instant

    private static let yearSeconds: Int64 = 365 * 86_400
    private static let soonSeconds: Int64 = 14 * 86_400

    func look(
        at keys: [APIKey], _ account: ProcessorAccount?, _ certificates: [MerchantCertificate],
        _ endpoints: [Endpoint], _ diagnosis: inout Diagnosis
    ) {
        look(at: keys, &diagnosis)
        processor(account, &diagnosis)
        look(at: certificates, &diagnosis)
        look(at: endpoints, &diagnosis)
    }

    /// One to ask Apple with, and one that tokens are encrypted for.
    private func look(at certificates: [MerchantCertificate], _ diagnosis: inout Diagnosis) {
        guard merchant.processor != .sandbox || !certificates.isEmpty else {
            return diagnosis.tell("certificates", "none are needed for test payments")
        }
        let ofPasses = Set(certificates.filter { $0.kind.signer != nil }.map(\.identifier))
        let ofMerchant = [CertificateKind.merchantIdentity, .paymentProcessing]
        for name in ofMerchant.map(\.rawValue) + ofPasses.sorted() {
            var ends = certificates.filter { $0.kind.rawValue == name || $0.identifier == name }
            if let team = teams[name] { ends.removeAll { $0.teamIdentifier != team } }
            if let team = teams[name], ends.isEmpty {
                diagnosis.tell(
                    "certificates", "\(name): of another team",
                    .ill(SignerFault.otherTeam(opened: team).explanation))
                continue
            }
            let last = ends.map(\.expiresAt).max()
            let state = name + (last.map { " until \($0.rfc3339)" } ?? ": none")
            switch last {
            case let end? where end > now.adding(seconds: Self.renewalSeconds):
                diagnosis.tell("certificates", state)
            case let end? where end > now:
                diagnosis.tell(
                    "certificates", state, .soon("store its successor by POST /v1/certificates"))
            default:
                let advice = "store one of Apple's by POST /v1/certificates"
                diagnosis.tell("certificates", state, merchant.live ? .ill(advice) : .soon(advice))
            }
        }
    }

    /// When the first warning is due.
    private static let renewalSeconds = ExpiryWarning.days[0] * 86_400

    private func look(at keys: [APIKey], _ diagnosis: inout Diagnosis) {
        let working = keys.filter { $0.works(at: now) }
        let secret = working.filter { $0.kind == .secret }
        let ends = secret.compactMap(\.expiresAt).min()
        let state = "\(secret.count) secret, \(working.count - secret.count) publishable"
        if !secret.contains(where: { $0.scope == .write }) {
            diagnosis.tell("keys", state, .ill("issue a secret key by POST /v1/keys"))
        } else if let ends, ends < now.adding(seconds: Self.soonSeconds) {
            diagnosis.tell("keys", state, .soon("one ends \(ends.rfc3339): use its successor"))
        } else if secret.allSatisfy({ $0.createdAt.adding(seconds: Self.yearSeconds) < now }) {
            diagnosis.tell("keys", state, .soon("the newest is a year old: rotate it"))
        } else {
            diagnosis.tell("keys", state)
        }
    }

    private func processor(_ account: ProcessorAccount?, _ diagnosis: inout Diagnosis) {
        switch (merchant.processor, account) {
        case (.sandbox, _): diagnosis.tell("processor", "the sandbox, which moves no money")
        case (.stripe, let account?) where account.webhookSecrets.isEmpty:
            diagnosis.tell(
                "processor", "stripe, keys of \(account.changedAt.rfc3339), no webhook secret",
                .soon("no dispute is heard of: store webhookSecrets by PUT /v1/processor"))
        case (.stripe, let account?):
            diagnosis.tell("processor", "stripe, keys of \(account.changedAt.rfc3339)")
        case (.stripe, nil):
            diagnosis.tell(
                "processor", "stripe, no keys", .ill("store its keys by PUT /v1/processor"))
        }
    }

    private func look(at endpoints: [Endpoint], _ diagnosis: inout Diagnosis) {
        if endpoints.isEmpty {
            diagnosis.tell(
                "webhooks", "no endpoint",
                .soon("register one by POST /v1/webhook-endpoints, or read /v1/events"))
        }
        for endpoint in endpoints {
            if let because = endpoint.disabledBecause {
                diagnosis.tell(
                    "webhook", "\(endpoint.id.text) is off (\(because.rawValue))",
                    because == .merchant
                        ? .soon("PATCH it with \"disabled\": false to be told of events again")
                        : .ill("mend the server behind it, then PATCH it with \"disabled\": false"))
            } else if let since = endpoint.failingSince {
                diagnosis.tell(
                    "webhook", "\(endpoint.id.text) fails since \(since.rfc3339)",
                    .soon("its deliveries say why: GET …/deliveries"))
            } else {
                diagnosis.tell("webhook", "\(endpoint.id.text) is told of events")
            }
        }
    }
}
