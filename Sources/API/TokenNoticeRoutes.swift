import Checkout
import HTTP
import Merchants
import Vocabulary

/// Apple's calls about merchant tokens. They need no credential, because nothing of them is believed: Apple itself is
/// asked what they are about.
extension Services {
    /// Apple writes all behind the merchant; that is the `tokenNotificationURL`.
    var tokenNoticeRoutes: [Route] {
        [
            Route(.get, "/v1/apple/{merchant}/notification/merchantToken/{event}") {
                request, parameters in
                do {
                    try await self.hearTokenNotice(request, parameters)
                    return Response(status: 200)
                } catch {
                    return self.problem(for: error, request.id).response(requestID: request.id)
                }
            }
        ]
    }

    /// A stranger learns nothing: what is known, what is not and what is no event at all have one answer.
    private func hearTokenNotice(_ request: Request, _ parameters: Parameters) async throws {
        try limits.admitNotice(from: proxies.visitor(of: request), to: parameters["merchant"])
        guard let merchant = Merchant.number(of: parameters["merchant"]),
            let event = TokenEvent.Name(parameters["event"])
        else { return }
        let hear = HearTokenNotice(event: event, merchant: merchant, now: now())
        guard try await hear(on: database) else { throw Problem.tooManyWait }
    }
}

extension Problem {
    fileprivate static let tooManyWait = Problem(
        429, "rate_limited", "too many of these wait for Apple's answer; give it again later",
        retryAfterSeconds: 60)
}
