import Checkout
import Contacts
import HTTP
import JSON
import Merchants
import Vocabulary

/// The whole table of the API: openapi.yaml says the same, and a test compares them both ways.
extension Services {
    package var apiRoutes: [Route] {
        merchantRoutes + associationRoutes + keyRoutes + certificateRoutes + processorRoutes
            + passTypeRoutes + passRoutes + orderRoutes
            + couponRoutes + pictureRoutes
            + balanceRoutes
            + checkoutRoutes + settlingRoutes
            + sheetRoutes
            + customerRoutes + figureRoutes
            + planRoutes + subscriptionRoutes + invoiceRoutes + clockRoutes + laterPaymentRoutes
            + sharedOrderRoutes + sharedRoutes
            + contactRoutes + webhookRoutes + deliveryRoutes + eventRoutes + jobRoutes
            + noticeRoutes + tokenNoticeRoutes + sandboxRoutes + walletRoutes
    }
}

/// The answers to what the HTTP library and the router refuse.
package enum HTTPRefusals {
    package static func answer(_ refusal: HTTP.Refusal, requestID: String) -> Response {
        var problem: Problem
        switch refusal {
        case .malformed(let fault): problem = Problem(400, "malformed_request", fault.rawValue)
        case .notFound: problem = Problem(404, "not_found", "there is no such route")
        case .methodNotAllowed(let allowed):
            let methods = allowed.map(\.rawValue).joined(separator: ", ")
            problem = Problem(405, "method_not_allowed", "this route takes \(methods)")
        case .bodyTooLarge(let limit):
            problem = Problem(413, "body_too_large", "the body may have \(limit) bytes")
        case .unsupportedMediaType:
            problem = Problem(
                415, "unsupported_media_type", "send JSON in UTF-8 as application/json")
        case .tooManyInFlight:
            problem = Problem(503, "overloaded", "too many requests at once; try again")
        case .stopping: problem = Problem(503, "stopping", "this server is stopping")
        case .brokenAnswer:
            problem = Problem(500, "internal_error", "something broke here; quote the Request-Id")
        }
        problem.headers = refusal.headers
        return problem.response(requestID: requestID)
    }
}

extension Merchant {
    /// A message in the buyer's language, in the merchant's own words where it has any.
    func text(_ message: Message, in language: Language) -> String {
        Catalogue.text(message, language, overrides: settings.wordings)
    }
}
