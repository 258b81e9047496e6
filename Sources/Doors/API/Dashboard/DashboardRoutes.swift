import HTTP

/// The dashboard: static pages, a session, and the part of the API that the pages use.
extension Services {
    package var dashboardRoutes: [Route] {
        PageFile.folder("pages/dashboard", at: "/dashboard") + routes(of: SessionEndpoints.all)
            + apiRoutes.filter {
                Self.dashboardAPIRoutes.contains("\($0.method.rawValue) \($0.template)")
            }
            .map { $0.below(Self.dashboardRoot) }
    }

    static let dashboardRoot = "/dashboard"

    /// The routes that a session may call below `/dashboard`, where its cookie replaces a key: only
    /// those that a page of the dashboard uses. Elsewhere the cookie is ignored.
    static let dashboardAPIRoutes: Set<String> = [
        "GET /v1/figures",
        "GET /v1/checkouts", "POST /v1/checkouts", "GET /v1/checkouts/{checkout}",
        "GET /v1/checkouts/{checkout}/timeline", "POST /v1/checkouts/{checkout}/cancel",
        "POST /v1/checkouts/{checkout}/capture", "POST /v1/checkouts/{checkout}/void",
        "POST /v1/checkouts/{checkout}/refunds",
        "GET /v1/customers", "GET /v1/customers/{customer}/export",
        "GET /v1/subscriptions", "GET /v1/subscriptions/{subscription}",
        "GET /v1/subscriptions/{subscription}/upcoming",
        "POST /v1/subscriptions/{subscription}/pause",
        "POST /v1/subscriptions/{subscription}/resume",
        "POST /v1/subscriptions/{subscription}/cancel",
        "GET /v1/invoices", "POST /v1/invoices/{invoice}/retry",
        "POST /v1/invoices/{invoice}/void",
        "GET /v1/balances", "POST /v1/balances", "POST /v1/balances/lookup",
        "GET /v1/balances/{balance}", "GET /v1/balances/{balance}/entries",
        "POST /v1/balances/{balance}/credits", "POST /v1/balances/{balance}/debits",
        "POST /v1/balances/{balance}/freeze", "POST /v1/balances/{balance}/unfreeze",
        "GET /v1/coupons", "POST /v1/coupons", "DELETE /v1/coupons/{coupon}",
        "GET /v1/pass-types", "GET /v1/pass-types/{passType}/log",
        "GET /v1/webhook-endpoints", "POST /v1/webhook-endpoints",
        "GET /v1/webhook-endpoints/{endpoint}", "PATCH /v1/webhook-endpoints/{endpoint}",
        "DELETE /v1/webhook-endpoints/{endpoint}",
        "POST /v1/webhook-endpoints/{endpoint}/rotate-secret",
        "GET /v1/webhook-endpoints/{endpoint}/deliveries",
        "GET /v1/webhook-endpoints/{endpoint}/deliveries/{event}",
        "POST /v1/webhook-endpoints/{endpoint}/deliveries/{event}/redeliver",
        "GET /v1/events/{event}",
        "GET /v1/keys", "POST /v1/keys", "POST /v1/keys/{key}/rotate", "DELETE /v1/keys/{key}",
        "GET /v1/merchant", "PATCH /v1/merchant",
    ]
}
