import API
import Assets
import Credentials
import Crypto
import Glibc
import HTTPClient
import Merchants
import Observability
import Outbox
import PassContents
import Passes
import Payments
import Postgres
import Processors
import SharedOrders
import Subscriptions
import Vocabulary
import Workers

/// The composition root: the only place that creates live dependencies on the outside world.
struct World: Sendable {
    let config: Config
    let log: Log
    let metrics = Metrics()
    let database: Database
    /// The sandbox keeps its own records, with its own connections and commits.
    let sandboxDatabase: Database
    let registry: Registry
    let keys: KeyRing
    let sandbox: Processor
    let sandboxService: SandboxService
    /// One for the whole process, because it knows whether Stripe is down.
    let stripe: Processor
    let verifyStripe: VerifyStripeAccount
    let deadlines = Deadlines()
    let credentials: CredentialsService
    let client: Client
    let gatewayClient: Client
    let deliver: DeliverWebhooks
    let publicBaseURL: PublicBaseURL
    let pushConnections: PushConnections
    /// One for the whole process, so that open pages of an order receive the workers' changes.
    let sharedOrders: SharedOrderService

    static let now: @Sendable () -> Instant = { Instant(microseconds: Log.now()) }
    static let random: @Sendable () -> (UInt64, UInt64) = { Random.words() }

    static func identify(_ now: Instant) -> UUID128 {
        UUID128.version7(at: now, random: random())
    }

    static func moment() -> Moment { Moment(now(), identify: identify) }

    /// Checks its dependencies: the database, its schema, and the keys of the stored data.
    init(_ config: Config) async throws {
        self.config = config
        publicBaseURL = PublicBaseURL(config)
        log = Log(level: try World.level())
        let file = try MasterKeys(config)
        let settings = try await World.readySettings(config, log)
        database = Database(settings)
        keys = try await file.ring(for: database)
        var sandboxSettings = settings
        // Each of the sandbox's calls is one statement, and calls that wait share a commit.
        sandboxSettings.connections = 2
        sandboxSettings.applicationName = "paysheet sandbox"
        sandboxDatabase = Database(sandboxSettings)
        registry = Registry(database: database, now: World.now)
        let log = log
        let clock = SandboxClock(
            now: World.now, sleep: { try await Task.sleep(for: .milliseconds($0)) })
        let report: @Sendable (any Error) -> Void = { error in
            log.error("sandbox_failed", .text("error", String(reflecting: error)))
        }
        sandbox = .sandbox(sandboxDatabase, clock: clock, report: report)
        sandboxService = SandboxService(sandboxDatabase, clock: clock, report: report)
        credentials = try World.credentials(of: config, database, keys)
        client = Client()
        let stripeAPI = World.stripe(of: config, credentials, through: client, log)
        stripe = Processor.stripe(database, stripeAPI).guarded(by: Breaker())
        verifyStripe = VerifyStripeAccount(database, stripeAPI)
        gatewayClient = try World.gatewayClient(config)
        pushConnections = try World.pushConnections(config)
        sharedOrders = SharedOrderService(
            database: database, keys: keys, identify: World.identify)
        deliver = World.webhooks(from: database, keys, through: client, log)
    }

    static func settings(_ config: Config, _ log: Log? = nil) throws -> Database.Settings {
        var settings = Database.Settings(try config.requireDatabase())
        settings.connections = config.connections
        if let log {
            settings.notify = { event in
                switch event {
                case .connected: log.debug("database_connected")
                case .connectFailed(let reason):
                    log.warning("database_unreachable", .text("reason", reason))
                case .lost(let reason): log.warning("database_lost", .text("reason", reason))
                case .retried(let sqlstate): log.info("retried", .sqlState(sqlstate))
                }
            }
        }
        return settings
    }

    /// Settings of a database that answers and has this version's schema.
    static func readySettings(
        _ config: Config, _ log: Log? = nil
    ) async throws -> Database.Settings {
        let settings = try settings(config, log)
        try await Database.check(settings)
        try await Migrator(migrations, settings).check()
        return settings
    }

    private static func level() throws -> LogLevel {
        guard let name = Config.text("PAYSHEET_LOG") else { return .info }
        guard let level = LogLevel(name: name) else {
            throw CommandFailure.usage("PAYSHEET_LOG must be debug, info, warning or error")
        }
        return level
    }

    /// The migrations in the binary, in their order.
    static let migrations = Assets.migrations.compactMap { Migration(file: $0.file, sql: $0.sql) }

    /// The addresses at which phones reach this server.
    private var urls: @Sendable () -> PublicURLs {
        { [publicBaseURL] in publicBaseURL.urls }
    }

    var services: Services {
        Services(
            database: database, registry: registry, keys: keys, processor: processor,
            stripeAccount: credentials.keychain.account,
            verifyStripe: verifyStripe.callAsFunction,
            sandboxService: sandboxService, credentials: credentials,
            merchantIdentity: credentials.keychain.identity, appleGateway: .live(gatewayClient),
            urls: urls, sharedOrders: sharedOrders,
            limits: CallLimits(
                callsPerSecond: config.callsPerSecond,
                attemptsPerMinute: config.attemptsPerMinute,
                wrongCodesPerMinute: config.wrongCodesPerMinute,
                phoneCallsPerSecond: config.phoneCallsPerSecond),
            proxies: Proxies(config.proxies),
            processorLimit: .milliseconds(config.processorMilliseconds), deadlines: deadlines,
            now: World.now, random: World.random
        ) { [log] error, requestID in
            log.error(
                "request_failed", .requestID(requestID),
                .text("error", String(reflecting: error)))
        }
    }

    /// The longest time that a hanging processor can delay a worker.
    private static let workerLimit = Duration.seconds(20)

    var jobs: [Job] {
        let paymentContext = PaymentContext(
            database: database, registry: registry, keys: keys,
            processor: { [processor, deadlines] merchant in
                try await processor(merchant)?.limited(to: World.workerLimit, on: deadlines)
            }, identify: World.identify)
        let chargeSavedCard = ChargeSavedCard(
            paymentContext, deadlines: deadlines, limit: World.workerLimit)
        let charge = ChargeInvoices(paymentContext, chargeSavedCard, now: World.now)
        let later = ChargeScheduledPayments(paymentContext, chargeSavedCard, now: World.now)
        return Jobs.all(paymentContext)
            + Jobs.billing(
                charge, later,
                besides: PassEventHandlers.all(.all(keys), now: World.now)
                    + SharedOrderEventHandlers.all(now: World.now),
                now: World.now)
            + Jobs.sharedOrders(
                sharedOrders, paymentContext,
                issue: IssueParticipantPasses.issuing(keys, urls: urls, random: World.random))
            + Jobs.passes(
                pushContext, keys, urls: urls, subjects: .all(keys))
            + Jobs.credentials(on: database, keys, identify: World.identify)
            + Jobs.merchantTokens(appleService)
            + [
                Jobs.deliverWebhooks(deliver), Jobs.rebaseEventNumbers(rebaseEvents),
                sandboxNotices(CompleteByNotice(paymentContext)),
            ]
    }

    /// The job that delivers the sandbox's notices of late outcomes, as a real processor's are
    /// handled.
    private func sandboxNotices(_ complete: CompleteByNotice) -> Job {
        Job(
            name: "send sandbox notices", everyMilliseconds: 500, batch: SandboxService.noticesBatch
        ) { [sandboxService] now in
            try await sandboxService.deliverNotices(at: now) {
                try await complete($0, requestID: "sandbox", at: World.now())
            }
        }
    }

    /// Names the process in which a job ran, for an operator of several servers.
    private static let process: String = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return "\(host)/\(getpid())"
    }()

    /// The pause before the log repeats that Apple's push service cannot be reached.
    private static let unreachableSeconds: Int64 = 300

    var worker: Worker {
        let recorder = JobRecorder(database: database, process: World.process)
        let unreachable = LogThrottle(seconds: World.unreachableSeconds)
        return Worker(
            jobs,
            clock: WorkerClock(
                now: World.now,
                sleep: { try await Task.sleep(for: .milliseconds($0)) },
                random: { World.random().0 })
        ) { [log] run in
            switch run.result {
            case .success(0): break
            case .success(let count):
                log.info(
                    "job", .text("job", run.job), .count("finished", count),
                    .microseconds(run.microseconds))
            case .failure(let error as PushServiceUnreachable):
                // Every push fails then, so an occasional line is enough.
                guard unreachable.isDue(at: run.startedAt.microseconds) else { break }
                log.warning(
                    "push_service_unreachable", .text("why", error.fault.rawValue),
                    .count("failures", run.failures))
            case .failure(let error):
                log.error(
                    "job_failed", .text("job", run.job), .count("failures", run.failures),
                    .text("error", String(reflecting: error)))
            }
            await recorder.note(run)
        }
    }

    func close() async {
        await deliver.finish()
        client.stop()
        gatewayClient.stop()
        pushConnections.stop()
        await database.close()
        await sandboxDatabase.close()
        log.stop()
    }
}
