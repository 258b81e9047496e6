import JSON
import Merchants
import Vocabulary

extension Plan: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("version", version)
            terms.write(membersTo: &$0)
            $0.member("createdAt", createdAt)
            $0.member("archivedAt", ifPresent: archivedAt)
        }
    }
}
