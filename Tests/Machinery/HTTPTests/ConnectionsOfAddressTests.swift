import HTTP
import TestSupport
import Testing

@Suite struct ConnectionsOfAddressTests {
    @Test func `connections beyond an address's limit are refused and closed`()
        async throws
    {
        var settings = Settings()
        settings.connectionsOfAddressMax = 3
        settings.exemptsLoopback = false
        settings.beyondLimitMilliseconds = 200
        try await Site.run(settings: settings) { site in
            let port = site.port
            let refused = try await offPool {
                let held = try (0..<3).map { _ in try RawSocket(port: port) }
                for socket in held {
                    try socket.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                    try socket.expect("now")
                }
                let more = try RawSocket(port: port)
                try more.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try more.rest()
                // The server closes a connection that sends nothing.
                let silent = try RawSocket(port: port)
                #expect(try silent.rest() == "")
                withExtendedLifetime(held) {}
                return answer
            }
            #expect(refused.hasPrefix("HTTP/1.1 503 "))
            #expect(refused.contains("\r\nRetry-After: 1\r\n"))
            #expect(refused.contains("\r\nRequest-Id: "))
            // By now the server has closed them.
            try await eventually("the address may connect again") {
                try await site.client.send("GET", "/now").status == 200
            }
        }
    }
}
