import Crypto
import HTTPClient
import Merchants
import Postgres
import TestSupport
import Vocabulary

@testable import Outbox

let noon = Instant(seconds: 1_800_000_000)

/// A clock that a test sets.
final class ManualClock: Sendable {
    private let moments = Journal<Instant>()

    var now: Instant { moments.all.last ?? noon }

    func advance(seconds: Int64) { moments.add(now.adding(seconds: seconds)) }

    func set(_ moment: Instant) { moments.add(moment) }
}

/// A merchant with endpoints and events on a database of its own, and a worker that delivers.
struct DeliveryFixture: Sendable {
    let database: Database
    let keys: KeyRing
    let merchant: Merchant
    let clock: ManualClock
    let client: Client
    let faults = Journal<String>()

    static let identify: @Sendable (Instant) -> UUID128 = {
        UUID128.version7(at: $0, random: Random.words())
    }

    init(on database: Database, live: Bool = false) async throws {
        self.database = database
        keys = KeyRing(masters: [1: Secret.random(KeyRing.masterCount)])
        clock = ManualClock()
        client = Client()
        merchant = try await DeliveryFixture.merchant(on: database, live: live)
    }

    /// Another merchant on the same server.
    init(beside post: DeliveryFixture) async throws {
        database = post.database
        keys = post.keys
        clock = post.clock
        client = post.client
        merchant = try await DeliveryFixture.merchant(on: post.database, live: false)
    }

    /// The same merchant in a database that was restored from a dump.
    init(_ post: DeliveryFixture, restoredTo database: Database) {
        self.database = database
        keys = post.keys
        clock = post.clock
        client = post.client
        merchant = post.merchant
    }

    private static func merchant(on database: Database, live: Bool) async throws -> Merchant {
        let open = OpenMerchant(
            name: "Post", live: live, settings: MerchantSettings(), now: noon,
            keyIdentifiers: (identify(noon), identify(noon)))
        return try await database.transaction { try open(in: $0) }.merchant
    }

    func worker(
        sendingMax: Int = DeliverWebhooks.sendingMax,
        perEndpointMax: Int = DeliverWebhooks.perEndpointMax,
        _ change: (inout DeliverWebhooks.Dependencies) -> Void = { _ in }
    ) -> DeliverWebhooks {
        var dependencies = DeliverWebhooks.Dependencies(
            send: { [client] request, policy in
                do throws(ClientFault) {
                    return .success(try await client.send(request, under: policy))
                } catch { return .failure(error) }
            },
            now: { [clock] in clock.now }, random: { 0 }, identify: DeliveryFixture.identify,
            report: { [faults] in faults.add(String(reflecting: $0)) })
        change(&dependencies)
        return DeliverWebhooks(
            database: database, keys: keys, dependencies: dependencies, sendingMax: sendingMax,
            perEndpointMax: perEndpointMax)
    }

    // MARK: Things

    func endpoint(
        _ url: String, secret: SigningSecret = SigningSecret(),
        _ change: (inout WebhookEndpoint) throws -> Void = { _ in }
    ) async throws -> WebhookEndpoint.ID {
        let id = WebhookEndpoint.ID(merchant: merchant.number, uuid: DeliveryFixture.identify(noon))
        var endpoint = WebhookEndpoint(
            id: id, url: url, eventTypes: nil, description: nil,
            secrets: EndpointSecrets(secret, of: id, keys: keys), createdAt: noon, changedAt: noon)
        try change(&endpoint)
        try await database.run(WebhookEndpoint.insert(endpoint))
        try await database.run(endpoint.store)
        return id
    }

    func event(_ type: Event.Kind = .customerOpened, object: String? = nil) async throws -> Event {
        let id = Event.ID(merchant: merchant.number, uuid: DeliveryFixture.identify(noon))
        let event = Event(
            id: id, type: type, object: object ?? "cus_\(id.uuid.base32)", sequence: 1,
            data: Array(#"{"a": "é", "b":1.50}"#.utf8), at: noon)
        try await database.run(event.insert)
        return event
    }

    /// An event with a pending delivery to each of the endpoints.
    @discardableResult
    func send(to endpoints: WebhookEndpoint.ID...) async throws -> Event {
        let event = try await event()
        for endpoint in endpoints { try await post(event.id, to: endpoint) }
        return event
    }

    func post(_ event: Event.ID, to endpoint: WebhookEndpoint.ID) async throws {
        try await database.run(
            """
            INSERT INTO deliveries (merchant_id, endpoint_id, event_id, state, next_at, created_at)
            VALUES (\(endpoint.merchant), \(endpoint.uuid), \(event.uuid), 'pending', \(clock.now),
                \(clock.now))
            """)
    }

    // MARK: Deliveries and attempts

    func delivery(_ event: Event, to endpoint: WebhookEndpoint.ID) async throws -> Delivery {
        try Delivery(
            row: try await database.run(
                """
                SELECT \(Delivery.columns) FROM deliveries d
                WHERE d.merchant_id = \(endpoint.merchant) AND d.endpoint_id = \(endpoint.uuid)
                    AND d.event_id = \(event.id.uuid)
                """)[0])
    }

    /// The count of deliveries in each state.
    func states() async throws -> [String: Int] {
        let rows = try await database.run(
            "SELECT state, count(*)::int8 AS many FROM deliveries GROUP BY state")
        return try Dictionary(
            uniqueKeysWithValues: rows.map { (try $0.get("state"), try $0.get("many")) })
    }

    /// The log of a delivery, as `number status-or-failure`.
    func log(_ event: Event, to endpoint: WebhookEndpoint.ID) async throws -> [String] {
        try await database.run(
            """
            SELECT number, at, milliseconds, status::int8 AS status, failure
            FROM delivery_attempts
            WHERE merchant_id = \(endpoint.merchant) AND endpoint_id = \(endpoint.uuid)
                AND event_id = \(event.id.uuid)
            ORDER BY number
            """
        ).map { row in
            let attempt = try DeliveryAttempt(row: row)
            return "\(attempt.number) \(attempt.status.map(String.init) ?? attempt.failure ?? "")"
        }
    }

    func find(_ endpoint: WebhookEndpoint.ID) async throws -> WebhookEndpoint {
        try WebhookEndpoint(row: try await database.run(WebhookEndpoint.find(endpoint))[0])
    }
}
