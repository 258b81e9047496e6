import Crypto
import HTTPClient
import JSON
import Vocabulary

/// Sends requests to Stripe for one merchant.
///
/// A request is retried with its key if that can help: a few times and with short pauses, because a
/// buyer waits.
struct StripeAPI: Sendable {
    let account: StripeAccount
    let environment: StripeEnvironment

    /// Stripe's answer: the requested object, or the reason for the refusal.
    enum Reply: Sendable {
        case done(Node)
        case refused(StripeError)
    }

    /// Sends a change that Stripe makes once for each key. A change that may safely be made twice
    /// has no key: Stripe keeps an answer for a day, even if the answer would be different by now.
    func post(
        _ path: String, _ form: StripeForm, key: String?
    ) async throws(ProcessorFault) -> Reply {
        try await send(.post, path, form.bytes, key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// - Parameter query: with its question mark.
    func get(_ path: String, _ query: String = "") async throws(ProcessorFault) -> Reply {
        try await send(.get, path + query, [], [])
    }

    /// Returns a page of payments with their charges.
    func list(_ query: String) async throws(ProcessorFault) -> Reply {
        try await send(.get, "/v1/payment_intents" + query, [], [], within: Self.listLimits)
    }

    /// Returns the HTTP status of an object's URL, from a single attempt.
    func status(of path: String) async throws(ProcessorFault) -> Int {
        switch await environment.send(request(.get, path, [], []), Self.limits) {
        case .success(let answer): return answer.status
        case .failure(let fault): throw ProcessorFault(fault)
        }
    }

    private func request(
        _ method: Request.Method, _ path: String, _ body: [UInt8],
        _ headers: [(name: String, value: String)]
    ) -> Request {
        let bearer = account.secretKey.withBytes { String(decoding: $0, as: UTF8.self) }
        return Request(
            method, account.apiBase + path,
            headers: headers + [
                ("Authorization", "Bearer " + bearer), ("Stripe-Version", Self.version),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: body)
    }

    private func send(
        _ method: Request.Method, _ path: String, _ body: [UInt8],
        _ headers: [(name: String, value: String)], within limits: Limits = Self.limits
    ) async throws(ProcessorFault) -> Reply {
        let request = request(method, path, body, headers)
        var mayHaveSucceeded = false
        var pauses = Self.pausesMilliseconds.makeIterator()
        while true {
            let result = await environment.send(request, limits)
            let isLast: Bool
            if Self.mayRetry(result), let pause = pauses.next(),
                let wait = pauseMilliseconds(after: result, atLeast: pause)
            {
                isLast = await !isAwake(after: wait)
            } else {
                isLast = true
            }
            do throws(ProcessorFault) {
                let reply = try Self.reply(result)
                if isLast { return reply }
            } catch {
                mayHaveSucceeded = mayHaveSucceeded || error.mayHaveCharged
                // The last request had no effect, but an earlier one may have charged.
                if isLast { throw mayHaveSucceeded && !error.mayHaveCharged ? .answerLost : error }
            }
        }
    }

    /// Returns the pause before the next attempt: Stripe's `Retry-After` (RFC 9110, 10.2.3) if it
    /// is longer than ours. Returns nil if a buyer cannot wait for it: the call then fails at once.
    private func pauseMilliseconds(
        after result: Result<Answer, ClientFault>, atLeast pause: Int64
    ) -> Int64? {
        guard case .success(let answer) = result, [429, 503].contains(answer.status),
            let seconds = RetryAfter.seconds(answer["Retry-After"], at: environment.now())
        else { return pause }
        let wait = max(pause, seconds * 1000)
        return wait <= Self.pauseMillisecondsMax ? wait : nil
    }

    /// Returns true after the pause, or false if the task was canceled during it.
    private func isAwake(after milliseconds: Int64) async -> Bool {
        do {
            try await environment.sleep(milliseconds)
            return true
        } catch {
            return false
        }
    }

    /// True if the same request may get another answer: Stripe was unreachable, the answer was
    /// lost, another request is in progress, or Stripe is overloaded. `Stripe-Should-Retry` takes
    /// precedence.
    private static func mayRetry(_ result: Result<Answer, ClientFault>) -> Bool {
        switch result {
        case .success(let answer):
            switch answer["Stripe-Should-Retry"] {
            case "true": true
            case "false": false
            default: answer.status == 409 || answer.status == 429 || answer.status >= 500
            }
        case .failure(let fault): fault == .unreachable || fault == .broken
        }
    }

    private static func reply(
        _ result: Result<Answer, ClientFault>
    ) throws(ProcessorFault) -> Reply {
        let answer: Answer
        switch result {
        case .success(let given): answer = given
        case .failure(let fault): throw ProcessorFault(fault)
        }
        switch answer.status {
        case 200..<300:
            guard !answer.isCut, let document = try? Document.parse(answer.body) else {
                throw .garbage
            }
            return .done(document.root)
        case 401, 403: throw .rejected
        // Another request with this key, or for this payment, is in progress.
        case 409: throw .timeout
        case 429: throw .unreachable
        case 400..<500:
            let root = (try? Document.parse(answer.body))?.root
            let error = StripeError(status: answer.status, root?["error"])
            if error.type == "idempotency_error" { throw .keyReused }
            return .refused(error)
        case 500...: throw .answerLost
        default: throw .garbage
        }
    }

    /// A buyer waits for twenty seconds in all by default (PAYSHEET_PROCESSOR_MILLISECONDS), and a
    /// request may be retried.
    private static let limits: Limits = {
        var limits = Limits()
        limits.connectMilliseconds = 3_000
        limits.totalMilliseconds = 12_000
        // Enough for a payment with its charge, or a list of a hundred refunds.
        limits.answerBytesMax = 1_048_576
        return limits
    }()

    /// No buyer waits for a list, and a page has up to a hundred payments of some ten kilobytes
    /// each.
    private static let listLimits: Limits = {
        var limits = Self.limits
        limits.totalMilliseconds = 30_000
        limits.answerBytesMax = 8_388_608
        return limits
    }()

    /// Three pauses of this length leave eleven of the buyer's twenty seconds for the requests.
    private static let pauseMillisecondsMax: Int64 = 3_000

    /// Pauses before the retries, in which another request with the same key may finish.
    private static let pausesMilliseconds: [Int64] = [100, 400, 1_000]

    /// The API version whose answers this code reads, independent of the account's default version.
    private static let version = "2024-06-20"
}

/// The adapter's dependencies.
package struct StripeEnvironment: Sendable {
    /// Returns nil for a merchant that has not set up Stripe.
    package var account: @Sendable (MerchantNumber) async throws -> StripeAccount?
    package var send: @Sendable (Request, Limits) async -> Result<Answer, ClientFault>
    package var now: @Sendable () -> Instant
    /// Waits for this number of milliseconds; throws early if its task is canceled.
    package var sleep: @Sendable (Int64) async throws -> Void
    /// Receives internal errors; callers only see a processor's fault.
    package var report: @Sendable (any Error) -> Void

    package init(
        account: @escaping @Sendable (MerchantNumber) async throws -> StripeAccount?,
        send: @escaping @Sendable (Request, Limits) async -> Result<Answer, ClientFault>,
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (Int64) async throws -> Void = {
            try await Task.sleep(for: .milliseconds($0))
        },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.account = account
        self.send = send
        self.now = now
        self.sleep = sleep
        self.report = report
    }
}

extension ProcessorFault {
    fileprivate init(_ fault: ClientFault) {
        switch fault {
        case .badURL, .badHeader, .insecure, .addressNotAllowed, .badIdentity: self = .rejected
        case .nameNotFound, .unreachable, .tls: self = .unreachable
        case .timedOut: self = .timeout
        case .broken, .canceled, .stopped: self = .answerLost
        }
    }
}
