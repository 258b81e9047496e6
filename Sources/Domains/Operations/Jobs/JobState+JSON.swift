import JSON
import Vocabulary

extension JobState: Writable {
    package func write(to writer: inout Writer) {
        writer.object {
            $0.member("name", name)
            $0.member("process", process)
            $0.member("startedAt", startedAt.rfc3339)
            $0.member("endedAt", endedAt.rfc3339)
            $0.member("finished", finished)
            $0.member("failures", failures)
            $0.member("failedAt", ifPresent: failure?.at)
            $0.member("error", ifPresent: failure?.error)
            $0.member("dueAt", dueAt.rfc3339)
        }
    }
}
