import HTTP
import Merchants
import Passes
import SharedOrders
import Vocabulary

extension Endpoint {
    /// An endpoint of the order whose link the caller has. The answer to a conflict has the current
    /// order, because the caller acted on an outdated state.
    static func shared(
        _ method: HTTP.Method, _ path: String, for access: Access = .participant,
        body: BodyRule? = nil, repeated repetition: Repetition = .keyIgnored,
        _ handler: @escaping Handler
    ) -> Endpoint {
        Endpoint(method, path, for: access, body: body, repeated: repetition) { call in
            do {
                return try await handler(call)
            } catch let refusal as SharedOrderRefusal {
                var problem = Problem(refusal.problem)
                if problem.status == 409, let view = try? await call.view(of: call.sharedOrder) {
                    problem.present = view.bytes(for: call.audience(of: view), call.rounding)
                }
                throw problem
            }
        }
    }
}

/// Authentication for shared orders: the link opens an order, and a credential names the
/// participant.
extension Services {
    /// Answers unknown, revoked and guessed links alike, and counts each against the caller's
    /// limits.
    func openLink(
        _ request: Request, _ parameters: Parameters
    ) async throws -> (token: ShareToken, merchant: Merchant) {
        let address = proxies.clientNetwork(of: request)
        try limits.admitSharer(from: address)
        guard let token = ShareToken(parameters["token"], keys: keys),
            let merchant = try await registry.merchant(token.order.merchant),
            try await sharedOrders.isKnown(token, at: now())
        else {
            try limits.admitAnonymous(from: address)
            throw SharedOrderRefusal.notFound
        }
        return (token, merchant)
    }

    /// - Parameter isParticipant: requires the credential, which a holder of the link may omit.
    func sharer(
        _ request: Request, _ parameters: Parameters, isParticipant: Bool
    ) async throws -> Caller {
        let (token, merchant) = try await openLink(request, parameters)
        guard let text = try bearer(of: request) else {
            guard !isParticipant else { throw Problem.noCredential }
            return .sharer(token, participant: nil, merchant)
        }
        guard let credential = ParticipantCredential(text, keys: keys) else {
            try limits.admitAnonymous(from: proxies.clientNetwork(of: request))
            throw Problem.badCredential
        }
        // The credential is for another order: the caller's screen does not show the one in the
        // path.
        guard credential.order == token.order else { throw SharedOrderRefusal.notParticipant }
        return .sharer(token, participant: credential.participant, merchant)
    }
}

extension Call {
    var sharedOrders: SharedOrderService { services.sharedOrders }

    /// The merchant's rule for rounding taxes.
    var rounding: Rounding { merchant.settings.taxRounding }

    /// The order's link, and the participant if the caller sent a credential.
    var sharer: (token: ShareToken, participant: Int?)? {
        if case .sharer(let token, let participant, _) = caller {
            (token, participant)
        } else {
            nil
        }
    }

    var sharedOrder: SharedOrder.ID {
        get throws {
            guard let sharer else { throw SharedOrderRefusal.notFound }
            return sharer.token.order
        }
    }

    /// The caller's number, in a call that only a participant may make.
    var participant: Int {
        get throws {
            guard let number = sharer?.participant else { throw SharedOrderRefusal.notParticipant }
            return number
        }
    }

    func view(of order: SharedOrder.ID) async throws -> SharedOrderView {
        try await FindSharedOrder(order, now: now)(on: sharedOrders)
    }

    func link(to order: SharedOrder) throws -> ShareToken {
        try ShareToken(
            for: order.id, keyNumber: order.keyNumber, generation: order.generation, keys: keys)
    }

    /// The URL of an order's page, below this server's public address.
    func url(of link: ShareToken) -> String { services.urls().url(ofShared: link.text) }
}
