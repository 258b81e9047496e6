// Paysheet's API for a merchant's server in Swift, with JSON in and out.
//
//     let paysheet = try PaysheetServer(key: secretKey, url: "https://pay.example.com")
//     let checkout = try await paysheet.post("/v1/checkouts", [
//         "countryCode": "US", "currencyCode": "USD",
//         "items": [["name": "Scarf", "quantity": 1, "unitPrice": "25.00"]],
//     ])
//     for try await refund in paysheet.list("/v1/checkouts/\(checkout.id)/refunds") {
//         print(refund.amount)
//     }
//
// Copy this file and PaysheetJSON.swift into your server; they need no package. Apps use
// Paysheet.swift, because an app must not contain the secret key.

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A call that the server refused. Handle it by `code`, which is stable.
///
/// Errors with the status 0 are no answers: `invalid_key`, `insecure_url`, `invalid_path`,
/// `invalid_idempotency_key`, `invalid_secret`, `invalid_webhook`, and `unreachable`, after which
/// the call may have been carried out or not.
///
/// After `replayed`, the server has carried out this call before, and its replay, the `problem`,
/// omits a secret that no call returns again: create another object with a new Idempotency-Key, or
/// rotate the secret.
public struct PaysheetServerError: Error, Sendable, CustomStringConvertible {
    public var status = 0
    public var code = ""
    public var detail = "the answer is not from Paysheet"
    /// The whole answer, which also has the invalid fields as `errors`, and `requestId`.
    public var problem = PaysheetJSON.null
    /// Seconds to wait before you repeat the call.
    public var retryAfter: Int?

    public var description: String {
        let fields = problem.errors.elements.map { "\n  \($0.pointer): \($0.detail)" }
        return "\(status) \(code): \(detail)" + fields.joined()
    }

    /// True if a repeated call may succeed. A call that is not repeatable must not run twice.
    func passes(isRepeatable: Bool) -> Bool {
        switch (status, code) {
        case (409, "busy"), (409, "idempotency_key_in_flight"), (429, _): true
        case (503, "overloaded"), (503, "stopping"), (503, "too_many_connections"): true
        case (503, "database_unavailable"), (503, "database_busy"): true
        case (503, _), (0, "unreachable"): isRepeatable
        default: false
        }
    }
}

/// The calls of the API with one key. They throw a `PaysheetServerError`.
public struct PaysheetServer: Sendable {
    private var key: PaysheetJSON
    private let url: String
    private let retries: Int

    /// By default it uses `PAYSHEET_SECRET_KEY` and `PAYSHEET_URL` of the environment. On Linux,
    /// calls of http://localhost also go through the proxy of `http_proxy`, unless `no_proxy`
    /// excludes the host.
    ///
    /// - Parameter retries: how often a call is repeated after a fault that may pass.
    public init(
        key: String = ProcessInfo.processInfo.environment["PAYSHEET_SECRET_KEY"] ?? "",
        url: String = ProcessInfo.processInfo.environment["PAYSHEET_URL"] ?? "", retries: Int = 3
    ) throws {
        guard !key.isEmpty else {
            let detail = "the key is missing: pass a secret key, sk_…, or set PAYSHEET_SECRET_KEY"
            throw PaysheetServerError(code: "invalid_key", detail: detail)
        }
        guard !url.isEmpty else {
            let detail = "the URL is missing: pass https://…, or set PAYSHEET_URL"
            throw PaysheetServerError(code: "insecure_url", detail: detail)
        }
        try Self.requireVisible(key)
        let parts = URLComponents(string: url)
        let host = parts?.host ?? ""
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        guard parts?.scheme == "https" && !host.isEmpty || parts?.scheme == "http" && isLocal else {
            let detail = "the URL must begin with https://, because each call sends the key"
            throw PaysheetServerError(code: "insecure_url", detail: detail)
        }
        self.key = .string(key)
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.retries = retries
    }

    /// The same server with another key, such as the `clientSecret` of a checkout for the calls of
    /// its page. With `.null`, calls have no key.
    public func with(key: PaysheetJSON) -> PaysheetServer {
        var other = self
        other.key = key
        return other
    }

    /// The error does not contain the key, because errors are logged.
    private static func requireVisible(_ key: String) throws {
        if key.isVisible { return }
        let detail = "the key has a blank, a line end or a character that is not ASCII"
        throw PaysheetServerError(code: "invalid_key", detail: detail + ": pass the key alone")
    }

    public func get(_ path: PaysheetPath) async throws -> PaysheetJSON {
        try await json("GET", path)
    }
    /// Returns the bytes of a file, such as a pass.
    public func download(_ path: PaysheetPath) async throws -> Data {
        try await send("GET", path).0
    }
    /// - Parameter after: the entry before the first one, such as the last event that you stored.
    public func list(_ path: PaysheetPath, after: PaysheetJSON? = nil) -> PaysheetList {
        PaysheetList(server: self, path: path, cursor: after)
    }
    /// - Parameter idempotencyKey: the server carries out calls with the same key once. Give one of
    ///   your own if your process may end before it stores the answer, and nil if the call accepts
    ///   none (docs/api/idempotency.md) and must not run twice.
    @discardableResult
    public func post(
        _ path: PaysheetPath, _ body: PaysheetJSON? = nil,
        idempotencyKey: String? = UUID().uuidString
    ) async throws -> PaysheetJSON {
        try await json("POST", path, body, idempotencyKey)
    }
    @discardableResult
    public func patch(_ path: PaysheetPath, _ body: PaysheetJSON) async throws -> PaysheetJSON {
        try await json("PATCH", path, body)
    }
    @discardableResult
    public func put(_ path: PaysheetPath, _ body: PaysheetJSON) async throws -> PaysheetJSON {
        try await json("PUT", path, body)
    }
    public func delete(_ path: PaysheetPath) async throws { _ = try await send("DELETE", path) }

    private func json(
        _ method: String, _ path: PaysheetPath, _ body: PaysheetJSON? = nil, _ once: String? = nil
    ) async throws -> PaysheetJSON {
        let (data, http) = try await send(method, path, body, once)
        if data.isEmpty { return .null }
        guard let answer = try? JSONDecoder().decode(PaysheetJSON.self, from: data) else {
            throw PaysheetServerError(status: 200)
        }
        if http?.value(forHTTPHeaderField: "Idempotent-Replayed") != nil,
            let member = Self.omitted(from: answer, to: path, body ?? .null)
        {
            let detail = "a replay of \(answer.id) omits its \(member), which no call returns again"
            throw PaysheetServerError(
                status: http?.statusCode ?? 0, code: "replayed", detail: detail, problem: answer)
        }
        return answer
    }

    /// The member that only the first answer to a call contains, if this replay lacks it.
    private static func omitted(
        from answer: PaysheetJSON, to path: PaysheetPath, _ body: PaysheetJSON
    ) -> String? {
        let parts = path.text.split(separator: "/")
        let member: String? =
            switch (parts.count, parts.last) {
            case (2, "merchants"): "secretKey"
            case (2, "keys"), (2, "webhook-endpoints"): "secret"
            case (4, "rotate"), (4, "rotate-secret"): "secret"
            // The server generates a code only for a gift card, and only if the call gives none.
            case (2, "balances") where answer.kind == "gift_card" && body.code == .null: "code"
            default: nil
            }
        return member.flatMap { answer[$0] == .null ? $0 : nil }
    }

    private func send(
        _ method: String, _ path: PaysheetPath, _ body: PaysheetJSON? = nil, _ once: String? = nil
    ) async throws -> (Data, HTTPURLResponse?) {
        guard path.isValid, let url = URL(string: url + path.text) else {
            throw PaysheetServerError(code: "invalid_path", detail: path.text)
        }
        var request = URLRequest(url: url, timeoutInterval: Self.secondsMax)
        request.httpMethod = method
        request.httpBody = try body.map(JSONEncoder().encode)
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if key != .null {
            try Self.requireVisible("\(key)")
            request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        }
        if let once, !once.isVisible || once.utf8.count > 255 {
            let detail = "the Idempotency-Key must have 1 to 255 visible ASCII characters"
            throw PaysheetServerError(code: "invalid_idempotency_key", detail: detail)
        }
        request.setValue(once, forHTTPHeaderField: "Idempotency-Key")
        let isRepeatable = once != nil || method != "POST"
        var isLost = false
        var attempt = 0
        while true {
            do {
                return try await answer(to: request)
            } catch let error as PaysheetServerError {
                // Only the first answer was lost.
                if isLost && method == "DELETE" && error.status == 404 {
                    return (Data(), nil)
                }
                guard attempt < retries, error.passes(isRepeatable: isRepeatable) else {
                    throw error
                }
                isLost = isLost || error.status == 0
                let pause = Double.random(in: 0.5...1) * pow(2, Double(attempt))
                let seconds = min(error.retryAfter.map(Double.init) ?? pause, Self.pauseMax)
                try await Task.sleep(nanoseconds: UInt64(max(0, seconds) * 1e9))
                attempt += 1
            }
        }
    }

    private func answer(
        to request: URLRequest
    ) async throws -> (Data, HTTPURLResponse?) {
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await Self.session.data(for: request)
        } catch {
            try Task.checkCancellation()
            throw PaysheetServerError(code: "unreachable", detail: error.localizedDescription)
        }
        let http = response as? HTTPURLResponse
        var error = PaysheetServerError(status: http?.statusCode ?? 0)
        if (200..<300).contains(error.status) { return (data, http) }
        error.retryAfter = http?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
        if http?.mimeType == "application/problem+json",
            let problem = try? JSONDecoder().decode(PaysheetJSON.self, from: data)
        {
            error.problem = problem
            error.code = problem.code == .null ? "" : "\(problem.code)"
            error.detail = "\(problem.detail)"
        }
        throw error
    }

    /// A payment takes at most 30 seconds.
    private static let secondsMax: TimeInterval = 40
    private static let pauseMax: TimeInterval = 30
    private static let session = URLSession(
        configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)

    /// A redirect would send the key to another host.
    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }

    /// Verifies a webhook by its raw body and returns its event (standardwebhooks.com).
    ///
    /// Foundation has no HMAC on Linux. Pass the one of CryptoKit or swift-crypto:
    ///
    ///     let event = try PaysheetServer.verifyWebhook(body, headers: headers, secret: secret) {
    ///         HMAC<SHA256>.isValidAuthenticationCode(
    ///             $0, authenticating: $1, using: SymmetricKey(data: $2))
    ///     }
    ///
    /// - Parameters:
    ///   - secret: the secret of the webhook endpoint, `whsec_…`.
    ///   - tolerance: the most seconds between its timestamp and now.
    ///   - isValid: true if the first argument is the HMAC-SHA256 of the second with the key, the
    ///     third. It must compare in constant time.
    /// - Throws: an error with the code `invalid_webhook` if the request has no valid signature,
    ///   and `invalid_secret` if the secret is not the one of an endpoint.
    public static func verifyWebhook(
        _ body: Data, headers: [String: String], secret: String, tolerance: TimeInterval = 300,
        isValid: (_ code: Data, _ message: Data, _ key: Data) throws -> Bool
    ) throws -> PaysheetJSON {
        func invalid(_ detail: String) -> PaysheetServerError {
            PaysheetServerError(code: "invalid_webhook", detail: detail)
        }
        // Foundation decodes "" to an empty key, with which an outsider could sign events.
        let base64 = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
        guard let key = Data(base64Encoded: base64), key.count >= 24 else {
            let detail = "secret must be the whole secret of the webhook endpoint, whsec_…"
            throw PaysheetServerError(code: "invalid_secret", detail: detail)
        }
        let given = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
        let timestamp = given["webhook-timestamp"] ?? ""
        guard let identifier = given["webhook-id"], !identifier.isEmpty,
            timestamp.allSatisfy({ "0123456789".contains($0) }), let sentAt = Int(timestamp)
        else { throw invalid("a header of the signature is missing or malformed") }
        guard abs(Date().timeIntervalSince1970 - Double(sentAt)) <= tolerance else {
            throw invalid("the timestamp is too far from now")
        }
        let message = Data("\(identifier).\(timestamp).".utf8) + body
        let codes = (given["webhook-signature"] ?? "").split(separator: " ")
            .filter { $0.hasPrefix("v1,") }
            .compactMap { Data(base64Encoded: String($0.dropFirst(3))) }
        guard try codes.contains(where: { try isValid($0, message, key) }) else {
            throw invalid("the signature does not match")
        }
        return try JSONDecoder().decode(PaysheetJSON.self, from: body)
    }
}

extension String {
    /// True if the text is not empty, and has only visible characters of ASCII.
    fileprivate var isVisible: Bool {
        !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
