import API
import Contacts
import Glibc
import HTTP
import Observability
import Payments
import Postgres
import Processors
import Synchronization
import Workers

/// Serves HTTP until a signal stops it, then finishes the requests in flight.
struct Serve {
    let config: Config

    init(config: Config, _ arguments: [String]) throws {
        try CommandFailure.refuse(arguments)
        self.config = config
    }

    /// A deployment's proxy waits as long before it gives up on a server that stops.
    private static let stopSecondsMax = 30

    func callAsFunction() async throws {
        let signals = Signals()
        let world = try await World(config)
        await world.rebaseEventsAtStart()
        ProcessMetrics.register(in: world.metrics)
        world.register()
        let requests = RequestMetrics(world.metrics)
        let flag = Stopping()
        let services = world.services
        world.metrics.register(services.cardTesting)
        let routes =
            services.apiRoutes
            + services.operationRoutes(
                metrics: { world.metrics.exposition() }, isStopping: { flag.isRaised })
            + Services.storefrontRoutes + services.sharedPageRoutes + services.dashboardRoutes
            + (config.showsDemo ? services.demoRoutes(of: DemoSettings.merchantName) : [])
        var settings = HTTP.Settings()
        settings.address = config.address
        settings.port = config.port
        settings.loops = config.loops
        settings.connectionsOfAddressMax = config.connectionsPerAddress
        settings.unlimitedAddresses = Set(config.proxies)
        let log = world.log
        let server = Server(
            settings, Router(routes), refuse: HTTPRefusals.answer,
            finished: { exchange in
                if !exchange.isStream {
                    requests.record(
                        method: exchange.method?.rawValue, route: exchange.route,
                        status: exchange.status, microseconds: exchange.microseconds)
                }
                var fields: [LogField] = [
                    .requestID(exchange.id), .method(exchange.method?.rawValue ?? "other"),
                    .route(exchange.route ?? "none"), .status(exchange.status),
                    .microseconds(exchange.microseconds),
                ]
                if let trace = exchange.traceparent.flatMap(Trace.init(traceparent:)) {
                    fields.append(.traceID(trace.traceID))
                }
                log.write(.info, "request", fields)
            })
        world.metrics.register(server)
        ContactRules.warmUp()
        let port = try server.start()
        world.publicBaseURL.listens(at: config.listeningURL(port: port))
        printLine("paysheet: listening on \(config.listeningURL(port: port))")
        let examining = Task { await world.examineSigners() }
        let worker = world.worker
        let working = config.runsWorkers ? Task { await worker.run() } : nil
        await signals.wait()
        flag.raise()
        worker.stop()
        await server.stop(within: Self.stopSecondsMax)
        await working?.value
        examining.cancel()
        await examining.value
        world.deadlines.stop()
        await world.close()
    }
}

/// Raised in the server's last phase, in which it finishes its requests and accepts no more.
final class Stopping: Sendable {
    private let raised = Atomic<Bool>(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() { raised.store(true, ordering: .relaxed) }
}

extension Metrics {
    fileprivate func register(_ cardTesting: CardTesting) {
        gauge("merchants_under_attack", "Merchants under a card testing attack.") {
            Double(cardTesting.merchantsUnderAttack)
        }
        counter("card_testing_refusals_total", "Payment attempts that were delayed after declines.")
        {
            Double(cardTesting.refusals)
        }
    }

    /// Registers gauges of open connections, requests and streams.
    fileprivate func register(_ server: Server) {
        gauge("http_connections", "Open connections.") { Double(server.load.connections) }
        gauge("http_requests_in_flight", "Requests in flight.") {
            Double(server.load.inFlight)
        }
        gauge("http_streams", "Open event streams.") { Double(server.streams) }
    }
}

extension World {
    /// Registers gauges of the connection pool, in addition to those of requests and process.
    func register() {
        let database = database
        metrics.gauge("database_connections_idle", "Idle database connections.") {
            Double(database.status.idle)
        }
        metrics.gauge("database_connections_busy", "Busy database connections.") {
            Double(database.status.busy)
        }
        metrics.gauge("database_queue", "Requests waiting for a database connection.") {
            Double(database.status.queued)
        }
    }
}
