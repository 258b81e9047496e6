import HTTP
import Merchants
import Payments

/// Apple's notices about merchant tokens. They need no credential, because the server trusts
/// nothing in them: it asks Apple for the event.
enum TokenNoticeEndpoints {
    /// Apple appends everything after the merchant; the part before is the `tokenNotificationURL`.
    static let all = [
        Endpoint(
            .get, "/v1/apple/{merchant}/notification/merchantToken/{event}", for: .notice
        ) { call in
            // Known, unknown and malformed events get the same answer, so a stranger learns
            // nothing.
            if let merchant = Merchant.number(of: call.parameters["merchant"]),
                let event = TokenEvent.Name(call.parameters["event"])
            {
                let record = RecordTokenNotice(event: event, merchant: merchant, now: call.now)
                guard try await record(on: call.database) else { throw Problem.tooManyWait }
            }
            return Response(status: 200)
        }
    ]
}

extension Problem {
    fileprivate static let tooManyWait = Problem(
        429, "rate_limited",
        "too many merchant token events are waiting for Apple's answer; send this one again later",
        retryAfterSeconds: 60)
}
