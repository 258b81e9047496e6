import JSON

/// Stripe's error for a request that it did not carry out (docs.stripe.com/api/errors).
struct StripeError: Hashable, Sendable {
    let status: Int
    let type: String
    let code: String
    /// The bank's reason in Stripe's terms; only for a declined card.
    let declineCode: String?

    init(status: Int, type: String = "", code: String = "", declineCode: String? = nil) {
        self.status = status
        self.type = type
        self.code = code
        self.declineCode = declineCode
    }

    init(status: Int, _ error: Node?) {
        self.init(
            status: status, type: error?["type"]?.string ?? "", code: error?["code"]?.string ?? "",
            declineCode: error?["decline_code"]?.string)
    }

    /// True if the bank or Stripe declined the card; any other error is about the request.
    var isCardError: Bool { status == 402 }

    var decline: DeclineReason { DeclineReason(stripe: declineCode ?? code) }
}
