import Foundation
import Operations
import Postgres
import TestSupport
import Testing
import Vocabulary

/// `GET /v1/jobs`: the workers' jobs, in the server's process or in one of their own.
@Suite(.timeLimit(.minutes(5)))
struct JobTests {
    @Test func `a server runs the jobs itself and lists them`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start()
            let operatorKey = try await key(in: scene)
            let shop = scene.shop(at: server)
            try await eventually("the first run of a job is stored") {
                try await shop.ask(as: operatorKey, "GET", "/v1/jobs").count("data") > 0
            }
            let jobs = try await shop.ask(as: operatorKey, "GET", "/v1/jobs")
            #expect(jobs.status == 200)
            #expect(jobs.number("data.0.failures") == 0)
            #expect(jobs.number("data.0.finished") == 0)
            #expect(jobs["data.0.error"] == nil)
            #expect(jobs.string("data.0.process")?.contains("/") == true)
            #expect(try await server.stop() == 0)
        }
    }

    @Test func `a server without workers leaves the jobs to worker processes`() async throws {
        try await CrashScene.play { scene in
            let server = try await scene.start(["PAYSHEET_WORKERS=off"])
            let (connection, folder) = (scene.settings.connection, scene.folder)
            let workers = [
                RunningServer.startWorkers(on: connection, in: folder),
                RunningServer.startWorkers(on: connection, in: folder),
            ]
            try await eventually("the workers run the job") {
                try await ListJobs()(on: scene.database).contains {
                    $0.name == "recover attempts"
                }
            }
            let processes = workers.map { "/\($0.process)" }
            #expect(
                try await ListJobs()(on: scene.database).allSatisfy { job in
                    processes.contains { job.process.hasSuffix($0) }
                })
            for worker in workers { #expect(try await worker.stop() == 0) }
            #expect(try await server.stop() == 0)
        }
    }

    @Test func `a failed job keeps the kind of its error after later runs succeed`()
        async throws
    {
        try await TestDatabase.withFreshDatabase { database in
            let moment = Instant(seconds: 1_800_000_000)
            var state = JobState(
                name: "sweep", process: "here/1", startedAt: moment, endedAt: moment, finished: 2,
                failures: 1, failure: JobState.Failure(at: moment, error: "Broken"),
                dueAt: moment.adding(seconds: 1))
            try await RecordJobRun(state: state)(on: database)
            state.failures = 0
            state.failure = nil
            state.finished = 5
            state.process = "there/2"
            try await RecordJobRun(state: state)(on: database)
            let jobs = try await ListJobs()(on: database)
            #expect(jobs.map(\.finished) == [7])
            #expect(jobs.map(\.process) == ["there/2"])
            #expect(jobs.map(\.failures) == [0])
            #expect(jobs.map(\.failure) == [JobState.Failure(at: moment, error: "Broken")])
        }
    }

    @Test func `only an operator key may list the jobs`() async throws {
        let shop = try await Shop.open()
        #expect(try await shop.ask("GET", "/v1/jobs").status == 403)
        #expect(try await shop.ask(as: nil, "GET", "/v1/jobs").status == 401)
    }

    private func key(in scene: CrashScene) async throws -> String {
        let (connection, folder) = (scene.settings.connection, scene.folder)
        return try await offPool {
            RunningServer.end(of: ["operator", "create"], on: connection, in: folder).lines[0]
        }
    }
}
