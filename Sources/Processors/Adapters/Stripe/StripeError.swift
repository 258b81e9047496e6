import JSON

/// What Stripe says when it does not do what it was asked for (docs.stripe.com/api/errors).
struct StripeError: Hashable, Sendable {
    let status: Int
    let type: String
    let code: String
    /// The bank's reason, as Stripe words it; of a card's refusal only.
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

    /// A bank's or Stripe's "no" to this card; any other error is about the request.
    var isOfTheCard: Bool { status == 402 }

    var decline: DeclineReason { DeclineReason(stripe: declineCode ?? code) }
}
