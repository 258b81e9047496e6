import HTTP
import JSON
import Operations
import Vocabulary

/// The route that shows the workers' jobs to the operator of the server.
extension Services {
    var jobRoutes: [Route] {
        [route(.get, "/v1/jobs", for: .operatorKey, listJobs)]
    }

    /// The program has a few dozen jobs, so one page holds all of them.
    @Sendable private func listJobs(_ call: Call) async throws -> Response {
        try call.query(knowing: []) { _ in }
        let jobs = try await ListJobs()(on: database)
        return listAnswer(all: jobs) { $0.write(to: &$1) }.response
    }
}

extension JobState {
    fileprivate func write(to writer: inout Writer) {
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
