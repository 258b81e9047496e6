import HTTP
import Merchants
import Payments
import Vocabulary

/// Routes for Apple's notices about merchant tokens. They need no credential, because the server
/// trusts nothing in them: it asks Apple for the event.
extension Services {
    /// Apple appends everything after the merchant; the part before is the `tokenNotificationURL`.
    var tokenNoticeRoutes: [Route] {
        [
            Route(.get, "/v1/apple/{merchant}/notification/merchantToken/{event}") {
                request, parameters in
                do {
                    try await self.receiveTokenNotice(request, parameters)
                    return Response(status: 200)
                } catch {
                    return self.problem(for: error, request.id).response(requestID: request.id)
                }
            }
        ]
    }

    /// Handles a notice. Known, unknown and malformed events get the same answer, so a stranger
    /// learns nothing.
    private func receiveTokenNotice(_ request: Request, _ parameters: Parameters) async throws {
        try limits.admitNotice(from: proxies.clientNetwork(of: request), to: parameters["merchant"])
        guard let merchant = Merchant.number(of: parameters["merchant"]),
            let event = TokenEvent.Name(parameters["event"])
        else { return }
        let record = RecordTokenNotice(event: event, merchant: merchant, now: now())
        guard try await record(on: database) else { throw Problem.tooManyWait }
    }
}

extension Problem {
    fileprivate static let tooManyWait = Problem(
        429, "rate_limited",
        "too many merchant token events are waiting for Apple's answer; send this one again later",
        retryAfterSeconds: 60)
}
