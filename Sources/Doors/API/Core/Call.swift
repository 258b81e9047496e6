import Carts
import Checkouts
import HTTP
import Idempotency
import JSON
import Merchants
import Postgres
import Vocabulary

/// One authenticated request, as a route's handler receives it.
final class Call: Sendable {
    let request: Request
    let parameters: Parameters
    let caller: Caller
    let now: Instant
    let services: Services

    init(
        request: Request, parameters: Parameters, caller: Caller, now: Instant, services: Services
    ) {
        self.request = request
        self.parameters = parameters
        self.caller = caller
        self.now = now
        self.services = services
    }

    /// The merchant that the call is for; routes of the operator have no merchant.
    var merchant: Merchant {
        guard let merchant = caller.merchant else {
            preconditionFailure("a route of the operator asked for its merchant")
        }
        return merchant
    }

    /// The time of the call, and the source of its identifiers.
    var moment: Moment { Moment(now, identify: services.identify) }

    func identify() -> UUID128 { services.identify(now) }

    /// The language of the buyer, from `Accept-Language`.
    var language: Language { Language(acceptLanguage: request.headers["Accept-Language"]) }

    /// The input of every verb on one checkout: the caller, the merchant's settings and the time.
    ///
    /// - Parameter checkout: must belong to the caller.
    func context(of checkout: CheckoutSession.ID) -> CheckoutContext {
        CheckoutContext(
            checkout: checkout, generation: generation, merchant: merchant, keys: services.keys,
            requestID: request.id, language: language, moment: moment)
    }

    func document() throws -> Document { try request.document() }

    /// Reads the body's object, or throws one problem that lists every field error.
    func read<T>(_ read: (ObjectReader) throws -> T?) throws -> T {
        try Call.read(try document().root, read)
    }

    static func read<T>(_ node: Node, _ read: (ObjectReader) throws -> T?) throws -> T {
        let problems = Problems()
        guard let fields = ObjectReader(node, problems: problems) else {
            throw Problem.badFields(problems.all)
        }
        let value = try read(fields)
        guard problems.isEmpty, let value else { throw Problem.badFields(problems.all) }
        return value
    }

    /// The identifier in the path; throws not found if it belongs to another merchant.
    func identifier<Noun: Identified>(_ name: String, of noun: Noun.Type = Noun.self) throws
        -> Identifier<Noun>
    {
        guard let identifier = Identifier<Noun>(parameters[name]),
            identifier.merchant == merchant.number
        else { throw Problem.notFound }
        return identifier
    }

    /// The checkout in the path; a buyer's secret opens only its own checkout.
    func checkout() throws -> CheckoutSession.ID {
        let id: CheckoutSession.ID = try identifier("checkout")
        if case .buyer(let secret, _) = caller, secret.checkout != id { throw Problem.notFound }
        return id
    }

    /// `?clientVersion`: the version of Apple Pay JS with which a browser opens the sheet.
    func clientVersion() throws -> Int? {
        guard !request.query.names.isEmpty else { return nil }
        let query = QueryReader(self)
        let version = query.value(
            "clientVersion", detail: "a whole number from 1 to \(CheckoutLimits.clientVersionMax)"
        ) { Int($0).flatMap { (1...Int(CheckoutLimits.clientVersionMax)).contains($0) ? $0 : nil } }
        if version == nil, !request.query.all("clientVersion").isEmpty, query.problems.isEmpty {
            query.note("clientVersion", "duplicate", "send this parameter only once")
        }
        guard query.problems.isEmpty else { throw Problem.badFields(query.problems.all) }
        return version
    }

    /// The generation of the client secret, which is compared with the checkout's once the row is
    /// read; nil for callers without a client secret.
    var generation: Int? {
        if case .buyer(let secret, _) = caller { return secret.generation }
        return nil
    }

    /// The claim of the request's idempotency key, if it has one.
    func claim(_ canonicalBody: () -> [UInt8]) throws -> Claim? {
        let keys = request.headers.all("Idempotency-Key")
        guard let key = keys.first else { return nil }
        guard keys.count == 1, (1...Claim.keyBytesMax).contains(key.utf8.count),
            key.utf8.allSatisfy({ $0 >= 0x21 && $0 <= 0x7E })
        else {
            throw Problem(
                400, "invalid_idempotency_key",
                "send one Idempotency-Key of 1 to \(Claim.keyBytesMax) visible ASCII characters"
            )
        }
        return Claim(
            merchant: caller.merchant?.number.value ?? 0, scope: caller.scope, key: key,
            fingerprint: Claim.fingerprint(
                method: request.method.rawValue, path: request.path,
                canonicalBody: canonicalBody()), at: now.microseconds)
    }
}

extension Request {
    /// Parses the body as JSON.
    func document() throws -> Document {
        do {
            return try Document.parse(body)
        } catch {
            throw Problem(error)
        }
    }
}

extension Problem {
    /// The answer to a body that cannot be parsed.
    init(_ error: JSONSyntaxError) {
        // A NUL in the wrong member is valid JSON.
        let isValid = error.reason == .nul && error.pointer != nil
        self.init(
            400, "invalid_json", isValid ? "\(error)" : "the body is not valid JSON: \(error)",
            errors: [
                FieldProblem(
                    pointer: error.pointer ?? "", code: "invalid_json",
                    detail: String(describing: error))
            ])
    }
}
