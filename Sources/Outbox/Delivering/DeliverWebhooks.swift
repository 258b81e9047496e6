import Crypto
import HTTPClient
import Merchants
import Postgres
import Vocabulary

/// Sends events to the endpoints of merchants: at least once each, signed, for three days.
///
/// A search leases what is due and begins to send it; what is slow goes on after the search, so that
/// it holds up nobody. Several workers may run side by side. After a crash between an answer and its
/// note the same event is sent again, under the same identifier.
package final class DeliverWebhooks: Sendable {
    /// What it needs of the world.
    package struct Outside: Sendable {
        package var send: @Sendable (Request, Policy) async -> Result<Answer, ClientFault>
        package var now: @Sendable () -> Instant
        package var random: @Sendable () -> UInt64
        package var identify: @Sendable (Instant) -> UUID128
        /// Told of faults of our own; an endpoint's are in its log.
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

    /// Sent at once by one worker: a waiting request costs a socket and some kilobytes.
    package static let sendingMax = 256
    /// To one endpoint: enough for 80 events a second where each takes 100 ms, and a small part of
    /// all, so that it takes many slow endpoints to be in the way of the others.
    package static let perEndpointMax = 8
    /// After so many a run ends, and the next follows at once.
    package static let batch = 1_000

    private let database: Database
    private let keys: KeyRing
    private let outside: Outside
    private let slots: SendingSlots

    /// - Parameters:
    ///   - sendingMax: at once in all.
    ///   - perEndpointMax: at once to one endpoint.
    package init(
        database: Database, keys: KeyRing, outside: Outside,
        sendingMax: Int = DeliverWebhooks.sendingMax,
        perEndpointMax: Int = DeliverWebhooks.perEndpointMax
    ) {
        self.database = database
        self.keys = keys
        self.outside = outside
        slots = SendingSlots(max: sendingMax, perEndpointMax: perEndpointMax)
    }

    /// Begins to send what is due and may be sent, and gives how much that was.
    ///
    /// A row that cannot be read holds up no other, and is what is thrown after them.
    package func callAsFunction() async throws -> Int {
        guard await slots.beginSearch() else { return 0 }
        var begun = 0
        do {
            while begun < Self.batch, await slots.isSearchWanted() { try await search(&begun) }
        } catch {
            await slots.endSearch()
            throw error
        }
        await slots.endSearch()
        return begun
    }

    /// Begins nothing more, and returns when all that was begun has ended: within the time that one
    /// request may take.
    package func finish() async { await slots.close() }

    /// Goes round the endpoints once.
    private func search(_ begun: inout Int) async throws {
        var failure: (any Error)?
        while begun < Self.batch {
            let room = await slots.room()
            let rows = try await database.run(
                DueDelivery.claim(
                    DueDelivery.Claim(
                        now: outside.now(), after: room.after, sending: room.sending,
                        perEndpointMax: slots.perEndpointMax, limit: room.count)))
            var claimed: [DueDelivery] = []
            for row in rows {
                do { claimed.append(try DueDelivery(row: row)) } catch {
                    failure = failure ?? error
                }
            }
            await slots.note(claimed, in: room)
            for due in claimed { await begin(due) }
            begun += rows.count
            let isRoundOver = rows.count < room.count
            await slots.goOn(after: isRoundOver ? nil : try rows.last.map(DueDelivery.endpoint))
            // It went from the beginning to the end.
            if isRoundOver, room.after == nil { break }
        }
        if let failure { throw failure }
    }

    private func begin(_ due: DueDelivery) async {
        await slots.take(due.endpoint.id)
        Task {
            var isAnswering = false
            do { isAnswering = try await send(due) } catch { outside.report(error) }
            let isAwaited = await slots.giveBack(due.endpoint.id)
            do {
                // What waited for this place is not to wait for the next run as well, unless its
                // endpoint fails.
                if isAwaited, isAnswering || due.endpoint.failingSince == nil {
                    _ = try await self()
                }
            } catch {
                outside.report(error)
            }
        }
    }

    /// Whether the endpoint took it.
    private func send(_ due: DueDelivery) async throws -> Bool {
        let start = outside.now()
        if due.isVoid {
            try await database.run(due.drop(at: start))
            return false
        }
        let result = await outside.send(
            try request(due, at: start), due.live ? .publicOnly : .loopbackAllowed)
        // We gave up, not they: whoever is there after the lease tries again.
        if case .failure(.stopped) = result { return false }
        if case .failure(.canceled) = result { return false }
        let now = outside.now()
        let note = NoteDelivery(
            due: due, result: result, startedAt: start, now: now, random: outside.random(),
            event: outside.identify(now))
        try await database.transaction { try note(in: $0) }
        return note.isDelivered
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
