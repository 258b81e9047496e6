import Foundation
import Merchants
import Postgres
import SharedOrders
import TestSupport
import Testing
import Vocabulary

/// The event stream of a shared order while the order changes.
@Suite struct SharedStreamTests {
    /// A stream that is read on a thread of its own, because reading blocks.
    private struct Watch: @unchecked Sendable {
        // Unchecked: only one thread reads at a time.
        let socket: RawSocket

        func apart<Value: Sendable>(
            _ read: @escaping @Sendable (Watch) throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { done in
                Thread.detachNewThread { done.resume(with: Result { try read(self) }) }
            }
        }

        func read() throws -> (id: Int, state: String) {
            var text = ""
            // Comments keep the stream alive, so the limit of a read alone would never end the
            // wait.
            let start = ContinuousClock.now
            while !text.contains("\n\n") || text.hasPrefix(":") {
                guard start.duration(to: .now) < .seconds(60) else {
                    throw RawSocket.Failure.silence
                }
                if text.hasPrefix(":") { text = "" }
                text += try socket.chunk()
            }
            let lines = text.split(separator: "\n").map(String.init)
            let value = { (name: String) in
                lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) } ?? ""
            }
            #expect(value("event: ") == "state")
            return (Int(value("id: ")) ?? 0, value("data: "))
        }
    }

    /// Returns the next event: its number, and the state in it.
    private func event(_ watch: Watch) async throws -> (id: Int, state: String) {
        try await watch.apart { try $0.read() }
    }

    private func watch(_ scene: SharedScene, _ headers: String = "") async throws -> Watch {
        let watch = Watch(socket: try RawSocket(port: try await TestServer.shared.value.port))
        try watch.socket.send("GET \(scene.path)/events HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
        let status = try await watch.apart { try $0.socket.reply().status }
        #expect(status == 200)
        return watch
    }

    @Test func `all viewers get each change, the newest last`() async throws {
        let scene = try await SharedScene.start()
        let (one, other) = (try await watch(scene), try await watch(scene))
        let first = try await event(one)
        #expect(first.id == 1 && first.state.contains(#""status":"open""#))
        _ = try await event(other)
        _ = try await scene.host.cone()
        for socket in [one, other] {
            let seen = try await event(socket)
            #expect(seen.id == 2 && seen.state.contains(#""item":"cone""#))
            #expect(!seen.state.contains("identifiers"))
        }
        #expect(try await scene.host.ask("POST", "/cancel").status == 200)
        #expect(try await event(one).state.contains(#""status":"canceled""#))
    }

    @Test func `viewers get a state that the server could not read at first`() async throws {
        let scene = try await SharedScene.start()
        let order = try #require(SharedOrder.ID(scene.id))
        let watch = try await watch(scene)
        #expect(try await event(watch).id == 1)
        let database = try await TestServer.shared.value.database
        try await database.run(
            """
            UPDATE shared_orders SET version = version + 1, data_key = data_key || '\\x00'::bytea
            WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            """)
        // Two polls, one a second, find the new version while its data key is unreadable.
        try await Task.sleep(for: .milliseconds(2_500))
        try await database.run(
            """
            UPDATE shared_orders SET data_key = substring(data_key FOR length(data_key) - 1)
            WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            """)
        #expect(try await event(watch).id == 2)
    }

    @Test func `a viewer who reconnects gets only the states that they missed`()
        async throws
    {
        let scene = try await SharedScene.start()
        _ = try await scene.host.cone()
        let behind = try await watch(scene, "Last-Event-ID: 1\r\n")
        #expect(try await event(behind).id == 2)
        let abreast = try await watch(scene, "Last-Event-ID: 2\r\n")
        _ = try await scene.host.choose("w", #"{"item":"water"}"#)
        #expect(try await event(abreast).id == 3, "the next event is the first of the stream")
    }

    @Test func `renewing the link ends the streams of the old link`() async throws {
        let scene = try await SharedScene.start()
        let watch = try await watch(scene)
        _ = try await event(watch)
        let renewed = try await scene.shop.ask("POST", "/v1/shared-orders/\(scene.id)/link")
        #expect(renewed.status == 200)
        let last = try await watch.apart { try $0.socket.chunk() }
        #expect(last.isEmpty, "the stream ends without the change")
    }

    @Test func `a change by another server is seen within seconds`() async throws {
        let scene = try await SharedScene.start()
        let socket = try await watch(scene)
        _ = try await event(socket)
        try await TestServer.shared.value.database.run(
            "UPDATE shared_orders SET version = 7 WHERE merchant_id = \(scene.shop.merchant.number)"
        )
        #expect(try await event(socket).id == 7)
    }
}
