import HTTP
import JSON
import Merchants
import Postgres

/// One operation of the API as a value: its address, its callers, the form of its body, and the
/// function that answers it.
///
/// `Services` serves it. Authentication, limits, CORS and problems are the same for all endpoints
/// (`Services+Endpoints.swift`). The functions below make the usual kinds:
///
///     Endpoint.show("/v1/plans/{plan}") { call in … }              // reads
///     Endpoint.once(.post, "/v1/plans") { call, fields in … }      // one transaction, once a key
///     Endpoint.act("/v1/subscriptions/{subscription}/resume") { … }  // the same, without a body
///     Endpoint.change(.patch, "/v1/coupons/{coupon}") { … }        // one transaction, repeatable
///     Endpoint.delete("/v1/plans/{plan}") { … }                    // the same, answered with 204
///     Endpoint(ListEndpoint<Plan>("/v1/plans"))                    // a list with a cursor
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Call) async throws -> Response

    let method: HTTP.Method
    private(set) var path: String
    private(set) var access: Access
    /// Nil for the rule of the method: POST, PUT and PATCH take JSON, GET ignores a body, and so do
    /// a phone's deletions.
    let body: BodyRule?
    let bodyBytesMax: Int
    let repetition: Repetition
    /// The parameters of the query; others are refused.
    private(set) var queryNames: Set<String> = []
    /// The resource that a restricted secret key must have a permission for.
    private var resource: Resource?
    private var handler: Handler

    /// An endpoint of no usual kind.
    init(
        _ method: HTTP.Method, _ path: String, for access: Access, body: BodyRule? = nil,
        bodyBytesMax: Int = Route.bodyBytesMaxDefault,
        repeated repetition: Repetition = .keyIgnored,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.body = method == .delete && access.refusesUnknown ? .any : body
        self.bodyBytesMax = bodyBytesMax
        self.repetition = repetition
        self.handler = handler
    }

    func callAsFunction(_ call: Call) async throws -> Response { try await handler(call) }

    /// The permission that a secret key must have; nil if the endpoint takes no secret key.
    var permission: Permission? {
        guard case .keys(let kinds) = access, let resource,
            !kinds.isDisjoint(with: [.read, .write])
        else { return nil }
        return Permission(resource, kinds.contains(.read) ? .read : .write)
    }

    /// The same endpoint with these parameters of the query.
    func taking(_ queryNames: Set<String>) -> Endpoint {
        var endpoint = self
        endpoint.queryNames = queryNames
        return endpoint
    }

    /// The same endpoint, as a part of a resource; one that has a resource keeps it.
    func of(_ resource: Resource) -> Endpoint {
        var endpoint = self
        endpoint.resource = self.resource ?? resource
        return endpoint
    }

    /// The same endpoint for other callers under another path.
    func moved(to path: String, for access: Access, _ adapt: @escaping Adapter) -> Endpoint {
        var endpoint = self
        (endpoint.path, endpoint.access) = (path, access)
        endpoint.handler = { try await handler(try await adapt($0)) }
        return endpoint
    }

    typealias Adapter = @Sendable (Call) async throws -> Call

    /// The same endpoint, which also acts after each successful call, including replays: the work
    /// is committed by then.
    func afterCommit(_ act: @escaping @Sendable (Call) -> Void) -> Endpoint {
        var endpoint = self
        endpoint.handler = {
            let response = try await handler($0)
            act($0)
            return response
        }
        return endpoint
    }
}

/// The effect of a repeated call with the same Idempotency-Key. A test compares it with the
/// contract, which says which calls take a key.
enum Repetition: Sendable {
    /// The call runs again: it reads, or a second one does no harm.
    case keyIgnored
    /// Work in one transaction, which also stores the answer for the key.
    case oneTransaction
    /// Work around a call to a processor: the first transaction claims the key, and the last one
    /// stores the answer.
    case phases
}

extension Endpoint {
    /// Shows an object.
    static func show<Shown: Writable & Sendable>(
        _ path: String, for access: Access = .reader,
        _ find: @escaping @Sendable (Call) async throws -> Shown
    ) -> Endpoint {
        show(path, for: access, find) { shown, _, writer in shown.write(to: &writer) }
    }

    /// - Parameter write: writes the object as this call's caller sees it.
    static func show<Shown: Sendable>(
        _ path: String, for access: Access = .reader,
        _ find: @escaping @Sendable (Call) async throws -> Shown,
        write: @escaping @Sendable (Shown, Call, inout Writer) -> Void
    ) -> Endpoint {
        Endpoint(.get, path, for: access) { call in
            let shown = try await find(call)
            return Answer { write(shown, call, &$0) }.response
        }
    }

    /// Shows the object that a verb reads.
    static func show<Reading: Verb>(
        _ path: String, for access: Access = .reader,
        _ read: @escaping @Sendable (Call) throws -> Reading
    ) -> Endpoint where Reading.Returned: Writable & Sendable {
        show(path, for: access) { call in
            let find = try read(call)
            return try await call.run(find)
        }
    }

    /// Runs a verb in one transaction, once for each idempotency key.
    ///
    /// - Parameter read: reads the verb from the body's object; all problems that it notes are
    ///   answered together.
    static func once<Change: Verb>(
        _ method: HTTP.Method, _ path: String, for access: Access = .writer,
        body: BodyRule? = nil, status: Int = 200,
        _ read: @escaping @Sendable (Call, ObjectReader) throws -> Change?
    ) -> Endpoint where Change.Returned: Writable & Sendable {
        once(method, path, for: access, body: body, read) { returned, _ in
            Answer(status) { returned.write(to: &$0) }
        }
    }

    /// - Parameter answer: makes the answer from the verb's outcome; runs in its transaction.
    static func once<Change: Verb>(
        _ method: HTTP.Method, _ path: String, for access: Access = .writer,
        body: BodyRule? = nil,
        _ read: @escaping @Sendable (Call, ObjectReader) throws -> Change?,
        answer: @escaping @Sendable (Change.Returned, Call) throws -> Answer
    ) -> Endpoint {
        transact(method, path, for: access, body: body) { call, fields in
            guard let work = try read(call, fields) else { return nil }
            return { try answer(try work(in: $0), call) }
        }
    }

    /// Runs work whose answer also depends on the input, such as a new secret, in one transaction,
    /// once for each idempotency key.
    static func transact(
        _ method: HTTP.Method, _ path: String, for access: Access = .writer,
        body: BodyRule? = nil,
        _ read: @escaping @Sendable (Call, ObjectReader) throws -> Work?
    ) -> Endpoint {
        Endpoint(method, path, for: access, body: body, repeated: .oneTransaction) { call in
            let document = try call.document(allowed: body)
            let work = try Call.read(document.root) { try read(call, $0) }
            return try await call.idempotent(call.request.body.isEmpty ? nil : document, work)
        }
    }

    typealias Work = @Sendable (Transaction) throws -> Answer

    /// Runs a verb without input in one transaction, once for each idempotency key.
    static func act<Change: Verb>(
        _ path: String, for access: Access = .writer, status: Int = 200,
        _ make: @escaping @Sendable (Call) throws -> Change
    ) -> Endpoint where Change.Returned: Writable & Sendable {
        act(path, for: access, make) { returned, _ in
            Answer(status) { returned.write(to: &$0) }
        }
    }

    static func act<Change: Verb>(
        _ path: String, for access: Access = .writer,
        _ make: @escaping @Sendable (Call) throws -> Change,
        answer: @escaping @Sendable (Change.Returned, Call) throws -> Answer
    ) -> Endpoint {
        Endpoint(
            .post, path, for: access, body: .any, repeated: .oneTransaction
        ) { call in
            try call.requireNoBody()
            let change = try make(call)
            return try await call.idempotent(nil) { try answer(try change(in: $0), call) }
        }
    }

    /// Runs a verb in one transaction that may be repeated, and answers with the changed object.
    static func change<Change: Verb>(
        _ method: HTTP.Method, _ path: String, for access: Access = .writer,
        _ make: @escaping @Sendable (Call) throws -> Change
    ) -> Endpoint where Change.Returned: Writable & Sendable {
        change(method, path, for: access, make) { returned, _ in
            Answer { returned.write(to: &$0) }
        }
    }

    static func change<Change: Verb>(
        _ method: HTTP.Method, _ path: String, for access: Access = .writer,
        _ make: @escaping @Sendable (Call) throws -> Change,
        answer: @escaping @Sendable (Change.Returned, Call) throws -> Answer
    ) -> Endpoint where Change.Returned: Sendable {
        Endpoint(method, path, for: access) { call in
            let change = try make(call)
            let returned = try await call.run(change)
            return try answer(returned, call).response
        }
    }

    /// Runs a verb in one transaction that may be repeated, and answers 204.
    static func delete<Change: Verb>(
        _ path: String, for access: Access = .writer,
        _ make: @escaping @Sendable (Call) throws -> Change
    ) -> Endpoint {
        Endpoint(.delete, path, for: access) { call in
            let change = try make(call)
            try await call.database.transaction { _ = try change(in: $0) }
            return Response(status: 204)
        }
    }
}
