import Checkout
import HTTP
import Idempotency
import JSON
import Merchants
import Postgres
import Vocabulary

/// One authenticated request on its way to a verb.
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

    /// The merchant that the call is for; routes of the operator have none.
    var merchant: Merchant {
        guard let merchant = caller.merchant else {
            preconditionFailure("a route of the operator asked for its merchant")
        }
        return merchant
    }

    func identify() -> UUID128 { services.identify(now) }

    /// The body as a document.
    func document() throws -> Document { try request.document() }

    /// Reads the body's object; whatever is wrong with it is one answer with all of it.
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

    /// The identifier in the path, if it is one of the caller's own things.
    func identifier<Noun: Identified>(_ name: String, of noun: Noun.Type = Noun.self) throws
        -> Identifier<Noun>
    {
        guard let identifier = Identifier<Noun>(parameters[name]),
            identifier.merchant == merchant.number
        else { throw Problem.notFound }
        return identifier
    }

    /// The checkout in the path; a buyer's secret opens its own checkout only.
    func checkout() throws -> Sheet.ID {
        let id: Sheet.ID = try identifier("checkout")
        if case .buyer(let secret, _) = caller, secret.checkout != id { throw Problem.notFound }
        return id
    }

    /// The generation of the client secret, to be compared with the checkout's under its lock.
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
                "one Idempotency-Key of 1 to \(Claim.keyBytesMax) visible ASCII characters is taken"
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
    /// The body as a document.
    func document() throws -> Document {
        do {
            return try Document.parse(body)
        } catch {
            throw Problem(
                400, "invalid_json", "the body is not JSON as it is taken here: \(error)",
                errors: [
                    FieldProblem(
                        pointer: error.pointer ?? "", code: "invalid_json",
                        detail: String(describing: error))
                ])
        }
    }
}
