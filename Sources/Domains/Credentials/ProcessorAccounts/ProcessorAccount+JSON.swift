import Crypto
import JSON
import Merchants
import Processors
import Vocabulary

extension ProcessorAccount {
    package init?(reading fields: ObjectReader, of merchant: Merchant, at now: Instant) {
        let mode = merchant.live ? "live" : "test"
        let rest =
            "followed by at least \(String.secretRestMin) letters, digits or underscores"
        let key = fields.value(
            "secretKey", maxLength: Self.keyLengthMax, required: true,
            detail: "the key of a \(mode) merchant must be sk_\(mode)_ or rk_\(mode)_, \(rest)"
        ) { key in
            ["sk_\(mode)_", "rk_\(mode)_"].contains { key.isSecret(startingWith: $0) } ? key : nil
        }
        let secrets = fields.values(
            "webhookSecrets", maxCount: Self.webhookSecretsMax, maxLength: Self.keyLengthMax,
            required: true, detail: "a webhook's signing secret must be whsec_, \(rest)"
        ) { $0.isSecret(startingWith: "whsec_") ? $0 : nil }
        fields.refuseUnknown()
        guard let key, let secrets else { return nil }
        self.init(
            merchant: merchant.number, secretKey: Secret(Array(key.utf8)),
            webhookSecrets: secrets.map { Secret(Array($0.utf8)) }, changedAt: now)
    }
}

extension String {
    /// Stripe's keys have dozens of characters after the prefix; an invented word has fewer than
    /// this.
    fileprivate static let secretRestMin = 8

    /// True for a key of Stripe's form: a prefix that names its kind, then letters, digits and
    /// underscores.
    fileprivate func isSecret(startingWith prefix: String) -> Bool {
        utf8.count >= prefix.utf8.count + Self.secretRestMin && hasPrefix(prefix)
            && utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

extension Merchant {
    /// Writes the processor, and the hints by which the owner recognizes the keys.
    package func write(to writer: inout Writer, _ account: ProcessorAccount?) {
        writer.object { body in
            body.member("processor", processor.rawValue)
            // The sandbox needs no account.
            body.member("connected", processor == .sandbox || account != nil)
            guard let account else { return }
            body.member("secretKey", account.secretKey.hint)
            body.array("webhookSecrets", account.webhookSecrets) { $1.value($0.hint) }
            body.member("webhookPath", "/v1/processors/\(processor.rawValue)/\(identifier)")
            body.member("changedAt", account.changedAt.rfc3339)
        }
    }
}

extension Secret {
    /// As Stripe's own pages show a key: the prefix, which names its kind, and the last four
    /// characters.
    fileprivate var hint: String {
        withBytes { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: "_", omittingEmptySubsequences: false)
            let beginning = parts.prefix(text.hasPrefix("whsec_") ? 1 : 2).joined(separator: "_")
            return beginning + "_…" + text.suffix(4)
        }
    }
}
