import Crypto
import HTTPClient
import Observability
import Outbox
import Postgres

extension World {
    /// Sends events to merchants' servers over the network.
    static func webhooks(
        from database: Database, _ keys: KeyRing, through client: Client, _ log: Log
    ) -> DeliverWebhooks {
        DeliverWebhooks(
            database: database, keys: keys,
            dependencies: DeliverWebhooks.Dependencies(
                send: { request, policy in
                    do throws(ClientFault) {
                        return .success(try await client.send(request, under: policy))
                    } catch { return .failure(error) }
                },
                now: now, random: { random().0 }, identify: identify,
                report: { error in
                    log.error("delivery_failed", .text("error", String(reflecting: error)))
                }))
    }

    /// Renumbers events after a restore into another cluster. Returns 1 if it did so, 0 otherwise.
    @Sendable func rebaseEvents() async throws -> Int {
        guard try await EventNumbering.check(database).needsRebase else { return 0 }
        var settings = try World.settings(config)
        settings.connections = 1
        settings.applicationName = "paysheet rebase"
        // It reads thirty days of events once. It waits for locks no longer than a request does.
        settings.statementTimeoutMilliseconds = World.rebaseSecondsMax * 1000
        let database = Database(settings)
        let result: Result<RebaseEvents.Outcome?, any Error>
        do { result = .success(try await RebaseEvents()(on: database)) } catch {
            result = .failure(error)
        }
        await database.close()
        guard let outcome = try result.get() else { return 0 }
        log.warning(
            "events_rebased", .count("shift", Int(outcome.shift)), .count("moved", outcome.moved))
        return 1
    }

    private static let rebaseSecondsMax = 600

    /// Renumbers before the first request and the first job; after a failure, the job tries again.
    func rebaseEventsAtStart() async {
        do { _ = try await rebaseEvents() } catch {
            log.error("rebase_failed", .text("error", String(reflecting: error)))
        }
    }
}
