import JSON
import Merchants
import Vocabulary

extension TestClock: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("status", target == nil ? "ready" : "advancing")
            $0.member("name", ifPresent: name)
            $0.member("now", at)
            $0.member("target", ifPresent: target)
            $0.member("createdAt", createdAt)
        }
    }
}
