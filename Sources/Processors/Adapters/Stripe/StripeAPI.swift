import Crypto
import HTTPClient
import JSON
import Vocabulary

/// Asks Stripe for one merchant: a request is repeated with its key where that can help, a few times
/// and soon, because a buyer waits.
struct StripeAPI: Sendable {
    let account: StripeAccount
    let outside: StripeOutside

    /// What Stripe says, whether it is what was asked for or why not.
    enum Reply: Sendable {
        case done(Node)
        case refused(StripeError)
    }

    /// Changes something, once for each key; without one what may as well be done again: Stripe keeps
    /// an answer for a day, also one that would be another by now.
    func post(
        _ path: String, _ form: StripeForm, key: String?
    ) async throws(ProcessorFault) -> Reply {
        try await ask(.post, path, form.bytes, key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// - Parameter query: with its question mark.
    func get(_ path: String, _ query: String = "") async throws(ProcessorFault) -> Reply {
        try await ask(.get, path + query, [], [])
    }

    /// A page of payments with their charges.
    func list(_ query: String) async throws(ProcessorFault) -> Reply {
        try await ask(.get, "/v1/payment_intents" + query, [], [], within: Self.listLimits)
    }

    /// The status of an answer to whether something is there; asked once.
    func status(of path: String) async throws(ProcessorFault) -> Int {
        switch await outside.send(request(.get, path, [], []), Self.limits) {
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

    private func ask(
        _ method: Request.Method, _ path: String, _ body: [UInt8],
        _ headers: [(name: String, value: String)], within limits: Limits = Self.limits
    ) async throws(ProcessorFault) -> Reply {
        let request = request(method, path, body, headers)
        var mayBeDone = false
        var pauses = Self.pausesMilliseconds.makeIterator()
        while true {
            let result = await outside.send(request, limits)
            let isLast: Bool
            if Self.isWorthAnother(result), let pause = pauses.next() {
                isLast = await !isAwake(after: pause)
            } else {
                isLast = true
            }
            do throws(ProcessorFault) {
                let reply = try Self.reply(result)
                if isLast { return reply }
            } catch {
                mayBeDone = mayBeDone || error.mayHaveCharged
                // The last one did nothing, but one before it may have.
                if isLast { throw mayBeDone && !error.mayHaveCharged ? .answerLost : error }
            }
        }
    }

    /// Whether a pause has passed, and nobody has cancelled meanwhile.
    private func isAwake(after milliseconds: Int64) async -> Bool {
        do {
            try await outside.sleep(milliseconds)
            return true
        } catch {
            return false
        }
    }

    /// Whether the same request may get another answer: nobody was reached, an answer was lost, somebody
    /// else is at it, or Stripe has too much to do. Its own word on it counts more.
    private static func isWorthAnother(_ result: Result<Answer, ClientFault>) -> Bool {
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
        // Another request with this key, or with this payment, is being worked at.
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

    /// A buyer waits for twenty seconds in all, and a request may be repeated.
    private static let limits: Limits = {
        var limits = Limits()
        limits.connectMilliseconds = 3_000
        limits.totalMilliseconds = 12_000
        // A payment with its charge, a hundred refunds in a list.
        limits.answerBytesMax = 1_048_576
        return limits
    }()

    /// Nobody waits for a list, and a hundred payments of some ten kilobytes each have to come through.
    private static let listLimits: Limits = {
        var limits = Self.limits
        limits.totalMilliseconds = 30_000
        limits.answerBytesMax = 8_388_608
        return limits
    }()

    /// Before a request is sent again: long enough for another one with the same key to end.
    private static let pausesMilliseconds: [Int64] = [100, 400, 1_000]

    /// The form of answers that is read here, whatever the merchant's account has by default.
    private static let version = "2024-06-20"
}

/// What the adapter needs of the world.
package struct StripeOutside: Sendable {
    /// Nothing for a merchant that has not set Stripe up.
    package var account: @Sendable (MerchantNumber) async throws -> StripeAccount?
    package var send: @Sendable (Request, Limits) async -> Result<Answer, ClientFault>
    package var now: @Sendable () -> Instant
    /// Waits so many milliseconds; ends early, by throwing, when its task is cancelled.
    package var sleep: @Sendable (Int64) async throws -> Void
    /// Told of faults of our own; callers see a processor's fault only.
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
