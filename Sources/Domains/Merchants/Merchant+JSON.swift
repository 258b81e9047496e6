import JSON
import Vocabulary

extension Merchant: Writable {
    /// Writes the merchant as the operator sees it.
    package func write(to writer: inout Writer) {
        writer.object { write(membersTo: &$0) }
    }

    package func write(membersTo writer: inout Writer) {
        writer.member("id", identifier)
        writer.member("name", name)
        writer.member("live", live)
        writer.member("processor", processor.rawValue)
        writer.member("createdAt", createdAt.rfc3339)
    }

    /// Writes the merchant as its own server sees it.
    package func write(withSettingsTo writer: inout Writer) {
        writer.object {
            $0.member("id", identifier)
            $0.member("name", name)
            $0.member("live", live)
            $0.member("processor", processor.rawValue)
            settings.write(membersTo: &$0)
        }
    }
}

extension OpenMerchant.Outcome {
    /// Writes the opened merchant. The keys are shown once, so a replay omits them.
    package func write(to writer: inout Writer, withSecrets: Bool) {
        writer.object { body in
            merchant.write(membersTo: &body)
            if withSecrets {
                body.member("secretKey", secret.text.text)
                body.member("publishableKey", publishable.text.text)
            }
        }
    }
}
