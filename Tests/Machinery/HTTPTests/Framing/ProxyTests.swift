import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

enum Proxy: String, CaseIterable, Sendable {
    case nginx, haproxy

    var path: String { "/usr/sbin/\(rawValue)" }

    static let areThere = allCases.allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0.path)
    }
}

/// Two servers behind a proxy. A proxy marks a server as down if it closes a connection without an
/// answer, so one client could take down the fleet for all.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Proxy.areThere, "nginx or haproxy is missing"))
struct ProxyTests {
    /// A port that is free right now.
    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isBound else { throw RawSocket.Failure.system("bind", errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func settings(
        _ proxy: Proxy, in folder: String, at port: UInt16, servers: [UInt16]
    ) -> String {
        switch proxy {
        case .nginx:
            let upstreams = servers.map { "server 127.0.0.1:\($0);" }.joined(separator: " ")
            return """
                daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/errors;
                events {}
                http {
                    access_log off;
                    client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy;
                    fastcgi_temp_path \(folder)/f; uwsgi_temp_path \(folder)/u; scgi_temp_path \(folder)/s;
                    large_client_header_buffers 4 128k;
                    upstream fleet { \(upstreams) keepalive 8; }
                    server {
                        listen 127.0.0.1:\(port);
                        location / {
                            proxy_pass http://fleet; proxy_http_version 1.1;
                            proxy_set_header Connection ""; proxy_set_header Host shop.example;
                        }
                    }
                }
                """
        case .haproxy:
            let upstreams = servers.map {
                "    server s\($0) 127.0.0.1:\($0) check observe layer7 error-limit 1 on-error mark-down"
            }.joined(separator: "\n")
            return """
                global
                    maxconn 100
                    tune.bufsize 131072
                defaults
                    mode http
                    timeout connect 2s
                    timeout client 10s
                    timeout server 10s
                    retries 0
                frontend door
                    bind 127.0.0.1:\(port)
                    default_backend fleet
                backend fleet
                \(upstreams)

                """
        }
    }

    @Test(arguments: Proxy.allCases)
    func `requests with refused heads leave both servers behind a proxy in service`(proxy: Proxy)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "paysheet-\(proxy.rawValue)-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sites = try [Site(Site.routes), Site(Site.routes)]
        let port = try Self.freePort()
        let file = folder + "/settings"
        try Self.settings(proxy, in: folder, at: port, servers: sites.map(\.port))
            .write(toFile: file, atomically: true, encoding: .utf8)
        let words: [String] =
            switch proxy {
            case .nginx: [proxy.path, "-c", file, "-p", folder]
            case .haproxy: [proxy.path, "-db", "-f", file]
            }
        let process = Command(words).start(input: nil, output: folder + "/output")
        defer {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        let client = HTTPClient(port: port)
        try await eventually("\(proxy) listens", within: .seconds(60)) {
            (try? await client.send("GET", "/now"))?.status == 200
        }
        let many = Array(repeating: "a=1", count: 500).joined(separator: "&")
        let long = String(repeating: "x", count: 60_000)
        for (path, headers, status) in [
            ("/now?\(many)", [], 414), ("/now?\(many)&\(many)&\(many)", [], 414),
            ("/now?a=\(long)", [], 414), ("/now", [("X", long)], 431),
            ("/now?\(many)", [("X", long)], 431),
        ] as [(String, [(String, String)], Int)] {
            for _ in 0..<4 {
                let reply = try await client.send("GET", path, headers: headers)
                #expect(
                    reply.status == status || reply.status == 400 && status == 431,
                    "\(path.prefix(20))")
                #expect(reply["Request-Id"] != nil || reply.status == 400)
            }
            for _ in 0..<4 {
                #expect(
                    try await client.send("GET", "/now").status == 200, "after \(path.prefix(20))")
            }
        }
        for site in sites {
            #expect(
                site.exchanges.all.contains { $0.status == 414 }, "both servers got the request")
            await site.close()
        }
    }
}
