import JSON
import Vocabulary

extension DomainAssociation: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("domain", domain)
            $0.member("file", String(decoding: file, as: UTF8.self))
            $0.member("storedAt", storedAt.rfc3339)
        }
    }
}
