import Operations

/// The workers' jobs, for the operator of the server.
enum JobEndpoints {
    static let all = [
        Endpoint(
            ListEndpoint("/v1/jobs", for: .operatorKey, taking: []) { call in
                // The program has a few dozen jobs, so one page holds all of them.
                return ListEndpoint.Page(try await ListJobs()(on: call.database), nextCursor: nil)
            } write: {
                $0.write(to: &$2)
            })
    ]
}
