import Crypto
import HTTPClient
import Merchants
import Postgres
import Vocabulary

/// Sends events to merchants' endpoints: at least once each, signed, for three days.
///
/// A search leases due deliveries and starts to send them. Slow requests continue after the search,
/// so they block no others. Several workers may run in parallel. After a crash between an answer
/// and its record, the same event is sent again with the same identifier.
package final class DeliverWebhooks: Sendable {
    /// The worker's dependencies.
    package struct Dependencies: Sendable {
        package var send: @Sendable (Request, Policy) async -> Result<Answer, ClientFault>
        package var now: @Sendable () -> Instant
        package var random: @Sendable () -> UInt64
        package var identify: @Sendable (Instant) -> UUID128
        /// Receives internal errors; the log of a delivery shows the endpoint's errors.
        package var report: @Sendable (any Error) -> Void

        package init(
            send: @escaping @Sendable (Request, Policy) async -> Result<Answer, ClientFault>,
            now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> UInt64,
            identify: @escaping @Sendable (Instant) -> UUID128,
            report: @escaping @Sendable (any Error) -> Void
        ) {
            self.send = send
            self.now = now
            self.random = random
            self.identify = identify
            self.report = report
        }
    }

    /// Concurrent requests of one worker: a waiting request costs a socket and some kilobytes.
    package static let sendingMax = 256
    /// Concurrent requests to one endpoint: enough for 80 events a second at 100 ms each. It is a
    /// small part of the total, so that only many slow endpoints together can delay the others.
    package static let perEndpointMax = 8
    /// The maximum for one run; the next run follows at once.
    package static let batch = 1_000

    private let database: Database
    private let keys: KeyRing
    private let dependencies: Dependencies
    private let slots: SendingSlots

    /// - Parameters:
    ///   - sendingMax: concurrent requests in total.
    ///   - perEndpointMax: concurrent requests to one endpoint.
    package init(
        database: Database, keys: KeyRing, dependencies: Dependencies,
        sendingMax: Int = DeliverWebhooks.sendingMax,
        perEndpointMax: Int = DeliverWebhooks.perEndpointMax
    ) {
        self.database = database
        self.keys = keys
        self.dependencies = dependencies
        slots = SendingSlots(max: sendingMax, perEndpointMax: perEndpointMax)
    }

    /// Starts to send due deliveries within the limits and returns their number.
    ///
    /// A row that cannot be read does not block the others; its error is thrown after them.
    package func callAsFunction() async throws -> Int {
        guard await slots.beginSearch() else { return 0 }
        var started = 0
        do {
            while started < Self.batch, await slots.shouldSearchAgain() {
                try await search(&started)
            }
        } catch {
            await slots.endSearch()
            throw error
        }
        await slots.endSearch()
        return started
    }

    /// Starts nothing more and returns when all running requests have ended, which takes at most as
    /// long as one request.
    package func finish() async { await slots.close() }

    /// Visits all endpoints once.
    private func search(_ started: inout Int) async throws {
        var failure: (any Error)?
        while started < Self.batch {
            let freeSlots = await slots.freeSlots()
            let rows = try await database.run(
                DueDelivery.claim(
                    DueDelivery.Claim(
                        now: dependencies.now(), after: freeSlots.after, sending: freeSlots.sending,
                        perEndpointMax: slots.perEndpointMax, limit: freeSlots.count)))
            var claimed: [DueDelivery] = []
            for row in rows {
                do { claimed.append(try DueDelivery(row: row)) } catch {
                    failure = failure ?? error
                }
            }
            await slots.record(claimed, in: freeSlots)
            for due in claimed { await begin(due) }
            started += rows.count
            let isRoundOver = rows.count < freeSlots.count
            await slots.continueSearch(
                after: isRoundOver ? nil : try rows.last.map(DueDelivery.endpoint))
            // The round went from the first endpoint to the last.
            if isRoundOver, freeSlots.after == nil { break }
        }
        if let failure { throw failure }
    }

    private func begin(_ due: DueDelivery) async {
        await slots.acquireSlot(due.endpoint.id)
        Task {
            var isAnswering = false
            do { isAnswering = try await send(due) } catch { dependencies.report(error) }
            let isAwaited = await slots.releaseSlot(due.endpoint.id)
            do {
                // A delivery that waited for this slot should not wait for the next run too, unless
                // its endpoint fails.
                if isAwaited, isAnswering || due.endpoint.failingSince == nil {
                    _ = try await self()
                }
            } catch {
                dependencies.report(error)
            }
        }
    }

    /// Returns true if the endpoint accepted the event.
    private func send(_ due: DueDelivery) async throws -> Bool {
        let start = dependencies.now()
        if due.shouldDrop {
            try await database.run(due.drop(at: start))
            return false
        }
        let result = await dependencies.send(
            try request(due, at: start),
            EndpointURL.policy(for: due.endpoint.url, live: due.live))
        // This server stopped the request: a worker tries again after the lease.
        if case .failure(.stopped) = result { return false }
        if case .failure(.canceled) = result { return false }
        let now = dependencies.now()
        let record = RecordDeliveryAttempt(
            due: due, result: result, startedAt: start, now: now, random: dependencies.random(),
            event: dependencies.identify(now))
        try await database.transaction { try record(in: $0) }
        return record.isDelivered
    }

    private func request(_ due: DueDelivery, at moment: Instant) throws -> Request {
        let body = due.event.body
        let signature = WebhookSignature(
            of: body, id: due.event.id.text, at: moment,
            secrets: try due.endpoint.secrets.signing(at: moment, of: due.endpoint.id, keys: keys))
        return Request(
            .post, due.endpoint.url,
            headers: [("content-type", "application/json"), ("user-agent", "Paysheet")]
                + signature.headers,
            body: body)
    }
}
