import Crypto
import HTTPClient
import Observability
import Outbox
import Postgres

extension World {
    /// Events on their way to merchants' servers, over the network.
    static func webhooks(
        from database: Database, _ keys: KeyRing, through client: Client, _ log: Log
    ) -> DeliverWebhooks {
        DeliverWebhooks(
            database: database, keys: keys,
            outside: DeliverWebhooks.Outside(
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
}
