import Foundation
import HTTP
import TestSupport
import Testing

/// Answers that are sent without a copy while clients come and go.
@Suite(.serialized) struct LargeAnswerTests {
    /// More than sockets hold, and large enough to be unmapped on release.
    private static let bytes = 40 << 20

    /// The body is allocated for each request.
    private static func large(_ begun: Journal<Int>) -> Route {
        Route(.get, "/large/{number}") { _, parameters in
            let number = Int(parameters["number"]) ?? 0
            begun.add(number)
            return Response(status: 200, body: body(number))
        }
    }

    private static func body(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number), count: bytes)
    }

    private static func request(_ number: Int) -> String {
        "GET /large/\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    @Test func `a large answer arrives complete while other clients hang up in the middle`()
        async throws
    {
        let begun = Journal<Int>()
        // The hook replaces the body with one that only the answer retains.
        let decorate: @Sendable (Request, inout Response) -> Void = { _, response in
            response.body[0] = 255
        }
        try await Site.run([Self.large(begun)], decorate: decorate) { site in
            let port = site.port
            var sockets: [RawSocket] = []
            for number in 0..<6 {
                let socket = try RawSocket(port: port)
                try socket.send(Self.request(number))
                sockets.append(socket)
            }
            _ = try await begun.wait(for: 6)
            // The server is sending to all of them; half have hung up, and none has read yet.
            for socket in sockets[3...] { socket.vanish() }
            for (number, socket) in sockets[..<3].enumerated() {
                var expected = Self.body(number)
                expected[0] = 255
                let isWhole = try socket.reply().body == expected
                #expect(isWhole, "\(number)")
            }
        }
    }

    @Test func `the memory of response bodies for vanished clients is released`() async throws {
        let begun = Journal<Int>()
        try await Site.run([Self.large(begun)]) { site in
            let port = site.port
            let before = try Self.resident()
            for number in 1...30 {
                let socket = try RawSocket(port: port)
                try socket.send(Self.request(number))
                _ = try await begun.wait(for: number)
                // Let the server begin to send.
                try await Task.sleep(for: .milliseconds(20))
                socket.vanish()
            }
            // The server notices the loss a moment later; all bodies together take 1,200 MiB.
            try await eventually("all bodies are released") {
                try Self.resident() - before < 200 << 20
            }
        }
    }

    /// Resident memory of this process in bytes.
    private static func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
    }
}
