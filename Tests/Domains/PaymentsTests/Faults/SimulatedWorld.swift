import Balances
import CartSupport
import Crypto
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import HTTPClient
@testable import Payments

/// A server that may die at any point, a bank and a merchant's server that survive, and a clock
/// that only the test sets. Each world has its own database.
struct SimulatedWorld: Sendable {
    let faults: FaultInjector
    let till: Till
    /// The sandbox with its own record, without faults.
    let bank: Processor
    /// The same sandbox behind an unreliable connection.
    let processor: Processor
    /// A connection without faults.
    let archive: Database
    let clock: Clock
    /// The events that the merchant's server received, with repetitions.
    let heard = Journal<String>()

    /// The server's connection goes through `faults`; the bank and the test use connections of
    /// their own to the same database.
    static func open<Value: Sendable>(
        connections: Int = 2, _ body: (SimulatedWorld) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.withFreshSettings { settings in
            var few = settings
            few.connections = connections
            few.poolWaitMilliseconds = 60_000
            let archive = Database(few)
            let faults = FaultInjector()
            few.interrupt = { faults.interrupt($0) }
            let database = Database(few)
            do {
                let world = try await SimulatedWorld(
                    faults: faults, database: database, archive: archive)
                let value = try await body(world)
                await archive.close()
                await database.close()
                return value
            } catch {
                await archive.close()
                await database.close()
                throw error
            }
        }
    }

    private init(faults: FaultInjector, database: Database, archive: Database) async throws {
        self.faults = faults
        self.archive = archive
        let clock = Clock(now)
        self.clock = clock
        till = try await Till(on: database)
        bank = .sandbox(
            archive, clock: SandboxClock(now: { clock.now }, sleep: { _ in }))
        processor = faults.line(to: bank)
        let id = WebhookEndpoint.ID(merchant: till.merchant.number, uuid: Till.identify(now))
        let open = CreateEndpoint(
            endpoint: WebhookEndpoint(
                id: id, url: "https://example.com/hooks", eventTypes: nil, description: nil,
                secrets: EndpointSecrets(SigningSecret(), of: id, keys: till.keys),
                createdAt: now, changedAt: now))
        _ = try await archive.transaction { try open(in: $0) }
    }

    // MARK: Workers

    /// Runs each worker once; a failed task waits for the next run, as in the job loop.
    func work() async {
        let moment = clock.now
        let paymentContext = paymentContext(at: moment)
        _ = try? await RecoverAttempts(paymentContext)(at: moment)
        _ = try? await RecoverOperations(paymentContext)(at: moment)
    }

    /// Runs the workers for holds, balances and authorizations that expire.
    func sweep() async {
        let moment = clock.now
        let holds = ExpireHolds(moment: Till.moment(moment))
        _ = try? await till.database.transaction { try holds(in: $0) }
        let balances = ExpireBalances(moment: Till.moment(moment))
        _ = try? await till.database.transaction { try balances(in: $0) }
        _ = try? await ExpireAuthorizations(paymentContext(at: moment))(at: moment)
    }

    /// Handles one payment after another, so that a seed reproduces its sequence of calls.
    private func paymentContext(at moment: Instant) -> PaymentContext {
        PaymentContext(
            database: till.database,
            registry: Registry(database: till.database, now: { moment }), keys: till.keys,
            processor: { [processor] _ in processor }, identify: Till.identify, concurrency: 1)
    }

    /// Fans out events and sends their deliveries to the merchant's server, one after another.
    func deliver() async {
        let moment = clock.now
        _ = try? await FanOutEvents(now: moment)(on: till.database)
        let deliver = DeliverWebhooks(
            database: till.database, keys: till.keys,
            dependencies: DeliverWebhooks.Dependencies(
                send: { [faults, heard] request, _ in
                    let id = request.headers.first { $0.name.lowercased() == "webhook-id" }?.value
                    guard faults.post({ heard.add(id ?? "") }) else { return .failure(.timedOut) }
                    return .success(
                        Answer(status: 200, headers: [], body: [], isCut: false, milliseconds: 1))
                },
                now: { moment }, random: { 0 }, identify: Till.identify, report: { _ in }),
            sendingMax: 1)
        _ = try? await deliver()
        await deliver.finish()
    }

    /// Advances the clock and runs the workers until no operation is in progress.
    func drain() async throws {
        await faults.arriveLate()
        for step: Int64 in [6, 66, 66] {
            clock.advance(seconds: step)
            await work()
        }
        await faults.arriveLate()
        for _ in 0..<20 where try await isUnderWay() {
            clock.advance(seconds: 66)
            await work()
        }
    }

    private func isUnderWay() async throws -> Bool {
        try await !archive.run(
            """
            SELECT true FROM attempts WHERE state IN ('started', 'unknown', 'voiding')
            UNION ALL SELECT true FROM captures WHERE state IN ('started', 'unknown')
            UNION ALL SELECT true FROM refunds WHERE state IN ('started', 'unknown', 'pending')
            LIMIT 1
            """
        ).isEmpty
    }

    /// Delivers until every event was received. The clock advances an hour for each failed
    /// delivery; a new event waits for older transactions in the cluster.
    func deliverAll() async throws {
        try await eventually("everything is delivered") {
            await deliver()
            let remaining = try await archive.run(
                """
                SELECT EXISTS (SELECT FROM deliveries WHERE state = 'pending') AS is_pending,
                    EXISTS (SELECT FROM events e WHERE NOT EXISTS (
                        SELECT FROM deliveries d WHERE d.merchant_id = e.merchant_id
                            AND d.event_id = e.event_id)) AS is_new
                """)[0]
            let (isPending, isNew): (Bool, Bool) = (
                try remaining.get("is_pending"), try remaining.get("is_new")
            )
            if isPending { clock.advance(seconds: 3_600) }
            return !isPending && !isNew
        }
    }
}

/// The clock of a world.
final class Clock: Sendable {
    private let moments = Journal<Instant>()

    init(_ moment: Instant) { moments.add(moment) }

    var now: Instant { moments.all.last! }

    /// The latest time that it has shown.
    var latest: Instant { moments.all.max { $0.microseconds < $1.microseconds }! }

    /// Returns to the latest time after the clock was set back.
    func catchUp() { moments.add(latest) }

    /// Negative seconds set it back.
    func advance(seconds: Int64) { moments.add(now.adding(seconds: seconds)) }
}
