import Contacts
import JSON
import Vocabulary

extension Customer: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("contact", ifPresent: contact)
            $0.member("checkout", checkout)
            $0.member("consentedAt", consentedAt.rfc3339)
            $0.member("createdAt", createdAt.rfc3339)
            $0.member("erasedAt", ifPresent: erasedAt?.rfc3339)
        }
    }
}
