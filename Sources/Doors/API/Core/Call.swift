import Crypto
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// One authenticated request, as an endpoint receives it.
final class Call: Sendable {
    let request: Request
    let parameters: Parameters
    /// The parameters of the query that the endpoint takes.
    let queryNames: Set<String>
    let caller: Caller
    let now: Instant
    let services: Services

    init(
        request: Request, parameters: Parameters, queryNames: Set<String> = [], caller: Caller,
        now: Instant, services: Services
    ) {
        self.request = request
        self.parameters = parameters
        self.queryNames = queryNames
        self.caller = caller
        self.now = now
        self.services = services
    }

    /// The merchant that the call is for. Calls of the operator have none, nor have those without a
    /// credential.
    var merchant: Merchant {
        guard let merchant = caller.merchant else {
            preconditionFailure("a call without a merchant asked for it")
        }
        return merchant
    }

    /// The time of the call, and the source of its identifiers.
    var moment: Moment { Moment(now, identify: services.identify) }

    var database: Database { services.database }
    var keys: KeyRing { services.keys }
    var registry: Registry { services.registry }

    /// Runs a verb in a transaction of its own.
    func run<Work: Verb>(_ work: Work) async throws -> Work.Returned
    where Work.Returned: Sendable {
        try await database.transaction { try work(in: $0) }
    }

    /// A new identifier, which sorts by the time of the call.
    func identify() -> UUID128 { services.identify(now) }

    /// A new identifier of the caller's merchant.
    func newID<Noun: Identified>() -> Identifier<Noun> {
        Identifier(merchant: merchant.number, uuid: identify())
    }

    /// The language of the buyer, from `Accept-Language`.
    var language: Language { Language(acceptLanguage: request.headers["Accept-Language"]) }

    func document() throws -> Document { try request.document() }

    /// The body as a document. Where the rule allows a call without one, that is an empty object.
    func document(allowed rule: BodyRule?) throws -> Document {
        switch rule {
        case .any?, .jsonOptional?, HTTP.BodyRule.none?:
            request.body.isEmpty ? try Document.parse(Array("{}".utf8)) : try document()
        case .json?, nil: try document()
        }
    }

    /// Requires no body or an empty object: any member would ask for something that the endpoint
    /// does not do.
    func requireNoBody() throws {
        guard !request.body.isEmpty else { return }
        _ = try read { fields in
            fields.refuseUnknown()
            return true
        }
    }

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
        guard let identifier: Identifier<Noun> = own(parameters[name]) else {
            throw Problem.notFound
        }
        return identifier
    }

    /// Parses the identifier of an object that belongs to the caller's merchant.
    func own<Noun: Identified>(_ text: String) -> Identifier<Noun>? {
        Identifier(text).flatMap { $0.merchant == merchant.number ? $0 : nil }
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
