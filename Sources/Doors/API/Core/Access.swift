import HTTP
import Merchants
import SharedOrders
import Vocabulary

/// The callers that an endpoint accepts. They also decide the limits that count its calls.
enum Access: Sendable {
    /// A holder of one of these keys.
    case keys(KeyKinds)
    /// A holder of a shared order's link.
    case link
    /// A participant of a shared order, who also sends their own credential.
    case participant
    /// A phone with passes or orders. The endpoint checks its token, because Apple's contract
    /// answers a wrong one in its own way.
    case phone
    /// A processor or Apple that sends a notice. The server trusts nothing in it.
    case notice
    /// Anyone, without a credential.
    case anyone
    /// A page of the dashboard, before or after it has signed in.
    case dashboard
    /// A visitor of the demo, whose shop belongs to the test merchant of this name.
    case shop(String)

    static let reader = Access.keys([.read, .write])
    static let writer = Access.keys(.write)
    static let buyer = Access.keys(.buyer)
    static let operatorKey = Access.keys(.operatorKey)

    /// True if pages of other origins may call, so that browsers ask first.
    var isForBrowsers: Bool {
        switch self {
        case .keys(let kinds): !kinds.isDisjoint(with: [.buyer, .page])
        case .link, .participant: true
        case .phone, .notice, .anyone, .dashboard, .shop: false
        }
    }

    /// True if the endpoint refuses unknown parameters of the query, and members of a deletion's
    /// body. Those of phones, processors and pages that follow a link are for others to define.
    var refusesUnknown: Bool {
        switch self {
        case .keys, .link, .participant, .dashboard, .shop: true
        case .phone, .notice, .anyone: false
        }
    }

    /// True if a page of another origin may read that it was refused: a buyer or the page's
    /// developer needs the reason.
    var showsRefusals: Bool {
        switch self {
        case .keys, .link, .participant: true
        case .phone, .notice, .anyone, .dashboard, .shop: false
        }
    }
}

/// The kinds of keys that an endpoint takes.
struct KeyKinds: OptionSet, Sendable {
    let rawValue: Int

    static let operatorKey = KeyKinds(rawValue: 1)
    static let read = KeyKinds(rawValue: 2)
    static let write = KeyKinds(rawValue: 4)
    static let page = KeyKinds(rawValue: 8)
    static let buyer = KeyKinds(rawValue: 16)

    /// The prefixes of the keys, for the answer to a caller with another key.
    var prefixes: String {
        var prefixes: [String] = []
        if contains(.operatorKey) { prefixes.append("op_") }
        if !isDisjoint(with: [.read, .write]) { prefixes.append("sk_") }
        if contains(.page) { prefixes.append("pk_") }
        if contains(.buyer) { prefixes.append("cs_") }
        return prefixes.joined(separator: " or ")
    }
}

extension Services {
    /// Authenticates and counts the caller of an endpoint.
    func authenticate(
        _ request: Request, _ parameters: Parameters, of endpoint: Endpoint
    ) async throws -> Caller {
        switch endpoint.access {
        case .keys(let kinds):
            return try await authenticate(request, for: kinds, permission: endpoint.permission)
        case .link: return try await sharer(request, parameters, isParticipant: false)
        case .participant: return try await sharer(request, parameters, isParticipant: true)
        case .phone: try limits.admitPhone(from: proxies.clientNetwork(of: request))
        case .notice:
            try limits.admitNotice(
                from: proxies.clientNetwork(of: request), to: parameters["merchant"])
        case .anyone: try limits.admitAnonymous(from: proxies.clientNetwork(of: request))
        case .dashboard: try SameOriginCheck.require(request)
        case .shop(let name): return try await shop(name, request)
        }
        return .anonymous
    }

    /// The demo's shop calls as its own server would, which holds the merchant's key.
    private func shop(_ name: String, _ request: Request) async throws -> Caller {
        // A page of another site may not open checkouts here in its visitors' names.
        if let origin = request.headers["Origin"],
            !Origins.isOwn(origin, host: request.headers["Host"])
        {
            throw Problem.originNotAllowed
        }
        guard let merchant = try await FindTestMerchant(name: name)(on: database) else {
            throw Problem.notFound
        }
        return .demo(merchant)
    }
}
