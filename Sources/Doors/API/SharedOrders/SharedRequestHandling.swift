import HTTP
import Merchants
import SharedOrders
import Vocabulary

/// Authentication for shared orders: the link opens an order, and a credential names the
/// participant.
extension Services {
    /// The callers that a route of a shared order accepts.
    enum Sharer: Sendable {
        /// Anyone who holds the link.
        case anyone
        case participant
    }

    func shared(
        _ method: HTTP.Method, _ template: String, for sharer: Sharer, body: BodyRule? = nil,
        _ handler: @escaping Handler
    ) -> Route {
        Route(method, template, body: body) { request, parameters in
            await self.answer(request, parameters, { try await self.present($0, handler) }) {
                try await self.authenticate(request, parameters, as: sharer)
            }
        }
    }

    /// Adds the current order to a conflict, because the caller acted on an outdated state.
    private func present(_ call: Call, _ handler: Handler) async throws -> Response {
        do {
            return try await handler(call)
        } catch let refusal as SharedOrderRefusal {
            var problem = Problem(refusal.problem)
            guard problem.status == 409, let sharer = call.sharer else { throw problem }
            let find = FindSharedOrder(sharer.token.order, now: call.now)
            if let view = try? await find(on: sharedOrders) {
                problem.present = view.bytes(for: call.audience(of: view), call.rounding)
            }
            throw problem
        }
    }

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

    private func authenticate(
        _ request: Request, _ parameters: Parameters, as sharer: Sharer
    ) async throws -> Caller {
        let (token, merchant) = try await openLink(request, parameters)
        let headers = request.headers.all("Authorization")
        guard let header = headers.first else {
            guard case .anyone = sharer else { throw Problem.noCredential }
            return .sharer(token, participant: nil, merchant)
        }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard headers.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
            let credential = ParticipantCredential(String(parts[1]), keys: keys)
        else {
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
}
