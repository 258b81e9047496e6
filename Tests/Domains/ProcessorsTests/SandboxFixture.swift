import Postgres
import Processors
import Synchronization
import TestSupport
import Testing
import Vocabulary

/// The sandbox on the tests' database, with a merchant and a clock of its own.
struct SandboxFixture: Sendable {
    let database: Database
    let merchant: MerchantNumber
    let clock = SteppedClock()
    let processor: Processor
    let errors = Journal<String>()

    /// Each fixture's merchants begin at another thousand, because the fixtures share the database.
    private static let fixtures = Atomic<Int64>(0)

    init(on database: Database? = nil) async throws {
        if let database {
            self.database = database
        } else {
            self.database = try await TestDatabase.shared
        }
        let number = Self.fixtures.add(1000, ordering: .relaxed).newValue
        merchant = MerchantNumber(number)
        let clock = clock
        let errors = errors
        processor = .sandbox(
            self.database,
            clock: SandboxClock(now: { clock.now }, sleep: { try await clock.sleep($0) }),
            report: { errors.add(String(reflecting: $0)) })
    }

    static let card = CardDisplay(network: "Visa", lastFour: "4242")

    func key(_ name: String) -> AttemptKey { AttemptKey(merchant: merchant, text: "att_\(name)") }

    func request(
        _ name: String, _ outcome: SimulatedOutcome? = nil, delay: Int64? = nil,
        minorUnits: Int64 = 1000, from country: String? = nil
    ) -> AuthorizationRequest {
        AuthorizationRequest(
            key: key(name), amount: Money(minorUnits: minorUnits, currency: Currency("USD")!),
            statementName: "Shop",
            payment: .simulated(
                SimulatedToken(
                    outcome: outcome, delayMilliseconds: delay,
                    issuingCountry: country.flatMap { Country($0) }), card: Self.card),
            captureNow: false)
    }

    /// The number of charges for a key in the state `charged`.
    func charges(_ key: AttemptKey) async throws -> Int {
        try await database.run(Self.charge(key)).count
    }

    func usd(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: Currency("USD")!)
    }

    func capture(
        _ name: String, of charge: AttemptKey, _ minorUnits: Int64, isLast: Bool = false
    ) -> CaptureRequest {
        CaptureRequest(
            key: key(name), charge: charge, amount: usd(minorUnits), isLast: isLast)
    }

    func refund(_ name: String, of charge: AttemptKey, _ minorUnits: Int64) -> RefundRequest {
        RefundRequest(key: key(name), charge: charge, amount: usd(minorUnits))
    }

    /// The sandbox's own record of a charge.
    func record(_ key: AttemptKey) async throws -> RecordedMoney {
        let rows = try await database.run(
            """
            SELECT held - taken - released AS held, taken, refunded FROM sandbox.charges
            WHERE merchant_id = \(key.merchant.value) AND key = \(key.text)
            """)
        guard let row = rows.first else { return RecordedMoney() }
        return RecordedMoney(
            held: try row.get("held"), taken: try row.get("taken"),
            refunded: try row.get("refunded"))
    }

    static func charge(_ key: AttemptKey) -> Query {
        """
        SELECT 1 FROM sandbox.charges WHERE merchant_id = \(key.merchant.value)
            AND key = \(key.text) AND state = 'charged'
        """
    }
}

/// A clock that a test advances; its sleepers do not wait.
final class SteppedClock: Sendable {
    private let steps = Journal<Int64>()
    let sleeps = Journal<Int64>()

    var now: Instant {
        Instant(seconds: 1_790_000_000).adding(milliseconds: steps.all.reduce(0, +))
    }

    func advance(milliseconds: Int64) { steps.add(milliseconds) }

    /// Does not wait: tests read `sleeps`.
    func sleep(_ milliseconds: Int64) async throws {
        sleeps.add(milliseconds)
        try Task.checkCancellation()
    }
}

extension Instant {
    func adding(milliseconds: Int64) -> Instant {
        Instant(microseconds: microseconds + milliseconds * 1000)
    }
}

extension SandboxFixture {
    /// Waits until a statement waits for a lock, on a database of the test's own.
    func eventuallyWaits(_ what: Comment) async throws {
        try await eventually(what) {
            try await database.run(
                """
                SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            ).count == 1
        }
    }
}
