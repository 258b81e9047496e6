import Foundation
import Glibc
import TestSupport
import Testing

/// `paysheet device`: simulated phones for tests.
@Suite(.timeLimit(.minutes(5))) struct DeviceCommandTests {
    private func service() async throws -> String {
        "http://127.0.0.1:\(try await TestServer.shared.value.port)"
    }

    /// The pass's download link, on this machine.
    private func link(of held: HeldByPhone) async throws -> String {
        let shown = try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)")
        let url = try #require(shown.string("url"))
        return try await service() + url.dropFirst("https://pay.example".count)
    }

    private func devices(of held: HeldByPhone) async throws -> Int? {
        try await held.scene.shop.ask("GET", "/v1/passes/\(held.id)").number("devices")
    }

    @Test func `phones add a pass, show a pushed change, and delete the pass`() async throws {
        let held = try await PassScene.open().held()
        let server = try await service() + "/passkit"
        let link = try await link(of: held)
        try await withFolder { folder in
            var ends: [CInt] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let output = folder + "/said"
            let process = Command(
                [
                    "timeout", "60", Command.paysheet, "device", link, "--server", server,
                    "--pushes", "--count", "2",
                ]
            ).start(input: ends[0], output: output)
            _ = close(ends[0])
            let lines = { RunningServer.text(of: output).split(separator: "\n").map(String.init) }
            try await eventually("the phone has the pass") { lines().count == 1 }
            #expect(lines() == ["2 phones have the pass \(held.serial)"])
            #expect(try await devices(of: held) == 2)
            #expect(try await held.change(#""fields":{"name":"Ada"}"#).status == 200)
            for line in [try await held.tokens()[0] + "\n", "\n"] {
                _ = write(ends[1], line, line.utf8.count)
            }
            try await eventually("the phones show the new name") {
                lines().contains("Ada") && lines().contains("1 other phones received the new pass")
            }
            _ = close(ends[1])
            let status = try await offPool {
                var status: CInt = 0
                while waitpid(process, &status, 0) < 0 && errno == EINTR {}
                return status
            }
            #expect(status == 0, "\(lines())")
            #expect(lines().filter { $0 == "Ada" }.count == 1)
            // Two calls when the pass is added, one that finds no change, one for the push to one
            // phone, two for the push to all, two at the end.
            #expect(lines().contains { $0.hasPrefix("Get serial numbers: 8 calls, p50 ") })
            #expect(lines().contains { $0.hasPrefix("Unregister: 2 calls, p50 ") })
            #expect(try await devices(of: held) == 0)
            let said = RunningServer.text(of: output)
            #expect(!said.contains(held.token), "the output does not contain the phone's token")
        }
    }

    @Test func `a phone follows an order and finds no fault with this server`() async throws {
        let order = try await OrderScene.open().paid()
        let server = try await service() + "/orders"
        let package = try await order.fetch().http.body
        try await withFolder { folder in
            let file = folder + "/toast.order"
            try Data(package).write(to: URL(filePath: file))
            let phone = RunningCommand(
                ["device", file, "--server", server, "--polls", "30", "--every", "1"], in: folder)
            let first = try await phone.lines(1)
            #expect(first == ["a phone has the order \(order.identifier)"])
            let shipped = try await order.change(
                #"{"fulfillments":[{"fulfillmentIdentifier":"1","fulfillmentType":"shipping","status":"onTheWay","trackingNumber":"X1"}]}"#
            )
            #expect(shipped.number("devices") == 1)
            try await eventually("the phone shows the change") {
                phone.lines.contains("fulfillments.1: onTheWay X1")
            }
            try await phone.stop()
            #expect(phone.lines.contains { $0.hasPrefix("Unregister: 1 calls") })
            #expect(!phone.lines.joined().contains(order.token))
        }
        #expect(try await order.updates().status == 204)
    }

    @Test func `a stopped phone unregisters its pass first`() async throws {
        let held = try await PassScene.open().held()
        let server = try await service() + "/passkit"
        let link = try await link(of: held)
        try await withFolder { folder in
            let phone = RunningCommand(
                ["device", link, "--server", server, "--polls", "2", "--every", "3600"],
                in: folder)
            _ = try await phone.lines(1)
            #expect(try await devices(of: held) == 1)
            try await phone.stop()
            #expect(phone.lines.contains { $0.hasPrefix("Unregister: 1 calls") })
        }
        #expect(try await devices(of: held) == 0)
    }

    @Test func `twelve phones find no fault with this server and leave no registration behind`()
        async throws
    {
        let held = try await PassScene.open().held()
        let server = try await service() + "/passkit"
        let link = try await link(of: held)
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(
                    of: ["device", link, "--server", server, "--count", "12"],
                    on: "host=/nowhere", in: folder)
            }
            #expect(ended.status == 0, "\(ended.text)")
            #expect(ended.lines.first == "12 phones have the pass \(held.serial)")
            #expect(ended.lines.contains { $0.hasPrefix("Register: 13 calls, p50 ") })
            #expect(ended.lines.contains { $0.hasPrefix("Unregister: 12 calls, p50 ") })
        }
        #expect(try await devices(of: held) == 0)
        let log = try await held.scene.shop.ask("GET", "/v1/pass-types/\(held.scene.type)/log")
        #expect(log.count("data") == 0, "\(log.text)")
    }

    private static let everywhere = [
        ("Register", "Unexpected response code 200 for a new phone"),
        ("Get pass", "Unexpected response code 404"), ("Get pass", "Unexpected response code 500"),
        ("Get pass", "The server accepts a wrong token"),
        ("Get pass", "Invalid response: the media type is not application/vnd.apple.pkpass"),
        ("Unregister", "Unexpected response code 204"),
    ]

    @Test(arguments: [
        ("lists", [("Get serial numbers", "Invalid response: lastUpdated is not a string")]),
        (
            "dates",
            [
                ("Get pass", "The pass was sent again although it has not changed since its date"),
                ("Get pass", "Last-Modified changed, but the pass did not"),
                ("Unregister", "The pass is still in the list"),
            ]
        ),
    ])
    func `a server's faults are printed and sent to its log endpoint`(
        how: String, more: [(String, String)]
    ) async throws {
        let held = try await PassScene.open().held()
        let package = try await held.fetch()
        try await withFolder { folder in
            let file = folder + "/pass.pkpass"
            try Data(package.http.body).write(to: URL(filePath: file))
            try held.serial.write(toFile: folder + "/serial", atomically: true, encoding: .utf8)
            let broken = try await FakeServer(
                "phone/broken.py", in: URL(filePath: folder), [how])
            let ended = try await offPool {
                RunningServer.end(
                    of: ["device", file, "--server", "http://127.0.0.1:\(broken.port)"],
                    on: "host=/nowhere", in: folder)
            }
            #expect(ended.status == 1)
            let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
            for (task, what) in Self.everywhere + more {
                for text in [ended.text, log] {
                    #expect(
                        text.split(separator: "\n").contains {
                            $0.hasPrefix(task + " task") && $0.contains("error: \(what)")
                        }, "\(task): \(what)")
                }
            }
            #expect(!log.contains(held.token) && !ended.text.contains(held.token))
        }
    }

    @Test(arguments: [
        (["device"], "usage: paysheet device PASS"),
        (["device", "a", "b"], "usage: paysheet device PASS"),
        (["device", "a", "--count", "0"], "--count must be a number from 1 to 10000"),
        (["device", "a", "--polls", "1", "--pushes"], "either --polls or --pushes"),
        (["device", "a", "--server", "ftp://x"], "--server"),
        (["device", "/nowhere"], "No such file"),
        // A port on which no server listens.
        (["device", "http://127.0.0.1:1/pass"], "no response from this URL: unreachable"),
        // Without TLS, only this machine is allowed.
        (["device", "http://192.0.2.1/pass"], "no response from this URL: address_not_allowed"),
    ])
    func `wrong arguments, or a pass that cannot be read, print the reason`(
        words: [String], said: String
    )
        async throws
    {
        try await withFolder { folder in
            let ended = try await offPool {
                RunningServer.end(of: words, on: "host=/nowhere", in: folder)
            }
            #expect(
                ended.status
                    == (words.last?.contains("nowhere") == true
                        || words.last?.hasPrefix("http:") == true ? 1 : 2))
            #expect(ended.text.contains(said), "\(ended.text)")
        }
    }
}
