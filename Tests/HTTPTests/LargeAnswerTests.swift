import Foundation
import HTTP
import TestSupport
import Testing

/// Answers that are sent from where they lie, while clients come and go.
@Suite(.serialized) struct LargeAnswerTests {
    /// More than sockets hold, and so much that it is unmapped as soon as nobody has it.
    private static let bytes = 40 << 20

    /// Each request's body is made anew.
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

    @Test func `a large answer arrives whole beside clients that hang up in the middle`()
        async throws
    {
        let begun = Journal<Int>()
        // What adorns it makes another body, which nobody but the answer holds.
        let adorn: @Sendable (Request, inout Response) -> Void = { _, response in
            response.body[0] = 255
        }
        try await Site.run([Self.large(begun)], adorn: adorn) { site in
            let port = site.port
            var sockets: [RawSocket] = []
            for number in 0..<6 {
                let socket = try RawSocket(port: port)
                try socket.send(Self.request(number))
                sockets.append(socket)
            }
            _ = try await begun.wait(for: 6)
            // Each is on its way; half of them are gone, and nobody has read anything yet.
            for socket in sockets[3...] { socket.vanish() }
            for (number, socket) in sockets[..<3].enumerated() {
                var expected = Self.body(number)
                expected[0] = 255
                let isWhole = try socket.reply().body == expected
                #expect(isWhole, "\(number)")
            }
        }
    }

    @Test func `what was lent to clients that are gone is given back`() async throws {
        let begun = Journal<Int>()
        try await Site.run([Self.large(begun)]) { site in
            let port = site.port
            let before = try Self.resident()
            for number in 1...30 {
                let socket = try RawSocket(port: port)
                try socket.send(Self.request(number))
                _ = try await begun.wait(for: number)
                // So that some of it is on its way.
                try await Task.sleep(for: .milliseconds(20))
                socket.vanish()
            }
            // Gone is noticed a moment later; all of them together have 1,200 MiB.
            try await eventually("all bodies are gone") { try Self.resident() - before < 200 << 20 }
        }
    }

    /// Bytes of memory that this process has.
    private static func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
    }
}
