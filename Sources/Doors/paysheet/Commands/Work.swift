import Workers

/// Runs only the workers.
struct Work {
    let config: Config

    init(config: Config, _ arguments: [String]) throws {
        try CommandFailure.refuse(arguments)
        self.config = config
    }

    func callAsFunction() async throws {
        let signals = Signals()
        let world = try await World(config)
        await world.rebaseEventsAtStart()
        let worker = world.worker
        printLine("paysheet: workers are running")
        let working = Task { await worker.run() }
        await signals.wait()
        worker.stop()
        await working.value
        await world.close()
    }
}
