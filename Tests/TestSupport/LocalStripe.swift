import Crypto
import Foundation
import HTTPClient
import JSON
import Processors
import Testing

/// A local Stripe server: localstripe, extended with documented behavior (Tests/stripe/serve.py).
///
/// bin/test chooses the Python; without one the suites that need it are skipped.
package final class LocalStripe: Sendable {
    package static let python = ProcessInfo.processInfo.environment["PAYSHEET_STRIPE_PYTHON"]
    package static let isThere = python != nil
    package static let isAway: Comment =
        "PAYSHEET_STRIPE_PYTHON names no Python with Tests/stripe/requirements.txt"

    package let base: String
    private let client = Client()

    /// Shared by all tests: each has its own merchant.
    package static var shared: LocalStripe {
        get async throws { try await server.value }
    }

    private static let server = Task { try await LocalStripe() }

    private init() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "paysheet-stripe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "stripe/serve.py").path
        // The server ends when the last writer closes the other end, which is when the tests have
        // ended.
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let file = folder.appending(path: "port").path
        _ = Command([try #require(Self.python), script, file]).start(
            input: ends[0], output: folder.appending(path: "log").path)
        close(ends[0])
        try await eventually("localstripe listens") {
            FileManager.default.fileExists(atPath: file)
        }
        let port = try String(contentsOfFile: file, encoding: .utf8)
        base = "http://127.0.0.1:" + port
        try? FileManager.default.removeItem(at: folder)
    }

    package var account: StripeAccount {
        StripeAccount(
            secretKey: Secret(Array("sk_test_localstripe".utf8)), webhookSecrets: [], apiBase: base)
    }

    package func send(_ request: Request, _ limits: Limits) async -> Result<Answer, ClientFault> {
        do throws(ClientFault) {
            return .success(
                try await client.send(request, within: limits, under: .loopbackAllowed))
        } catch {
            return .failure(error)
        }
    }

    /// Reads or sets the script's own configuration, which is not a part of Stripe.
    @discardableResult
    package func config(_ path: String, _ body: String? = nil) async throws -> Node {
        let request = Request(
            body == nil ? .get : .post, base + "/_config/" + path,
            headers: [("Content-Type", "application/json")], body: Array((body ?? "").utf8))
        // The answer lists every request of this process's tests, so it grows over time.
        var limits = Limits()
        limits.answerBytesMax = 64 << 20
        let answer = try await send(request, limits).get()
        try #require(answer.status == 200 && !answer.isCut)
        return try Document.parse(answer.body.isEmpty ? Array("{}".utf8) : answer.body).root
    }

    package enum Fault: String {
        /// The request does not reach Stripe.
        case drop = "\"drop\""
        /// Stripe performs the request, and the connection breaks.
        case lose = "\"lose\""
        /// Stripe performs the request, and the answer is not one of Stripe's.
        case garbage = "\"garbage\""
        case delay = "\"delay\""
        case isLocked = "409"
        case isTooMuch = "429"
        case isForbidden = "403"
        /// Stripe stores the request's result as an error and repeats it.
        case isBroken = "500"
        case isAway = "503"
    }

    /// - Parameter key: a part of the request's idempotency key or of its path.
    package func plan(_ fault: Fault, of key: String, times: Int = 1) async throws {
        try await config(
            "faults",
            """
            {"key": "\(key)", "fault": \(fault.rawValue), "times": \(times)}
            """)
    }

    /// Plans a fault for every request until `heal`: curl repeats a request that breaks on a reused
    /// connection, so a test cannot count the requests.
    package func plan(everyTime fault: Fault, of key: String) async throws {
        try await plan(fault, of: key, times: 1_000)
    }

    package func heal(_ key: String) async throws {
        try await config("heal", "{\"key\": \"\(key)\"}")
    }

    /// Simulates the passage of a day, after which Stripe has deleted its idempotency keys.
    package func forget(_ key: String) async throws {
        try await config("forget", "{\"key\": \"\(key)\"}")
    }
}
