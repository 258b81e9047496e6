import Postgres
import Processors
import TestSupport
import Testing

@testable import API

/// Answers to a load balancer while a server cannot take payments.
@Suite struct ReadinessTests {
    @Test func `a server whose database is out of space is not ready`() async throws {
        let database = try await TestServer.shared.value.database
        #expect(try await database.transaction { try Services.isWritable(in: $0) })
        // The probe fails when a temporary file reaches its limit, as it does on a full disk.
        await #expect(throws: PostgresError.self) {
            try await database.transaction { transaction in
                try transaction.enqueue("SET LOCAL temp_file_limit = '64kB'")
                return try Services.isWritable(in: transaction)
            }
        }
    }

    @Test(arguments: [ProcessorFault.unreachable, .timeout, .answerLost, .garbage])
    func `a processor fault without a usable answer becomes a 503`(fault: ProcessorFault)
        async throws
    {
        let problem = try await TestServer.shared.value.services.problem(for: fault, "request")
        #expect(problem.status == 503)
        #expect(problem.code == "processor_unavailable")
    }
}
