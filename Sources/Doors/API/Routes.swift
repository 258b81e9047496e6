import HTTP
import Merchants

/// All endpoints of the API; a test compares them with openapi.yaml in both directions.
extension Services {
    static let endpoints: [Endpoint] =
        of(
            .settings, MerchantEndpoints.all, ProcessorEndpoints.all, CertificateEndpoints.all,
            AssociationEndpoints.all, CouponEndpoints.all, PictureEndpoints.all)
        + of(.keys, KeyEndpoints.all)
        + of(
            .payments, CheckoutEndpoints.all, SheetUpdateEndpoints.all, SheetBalanceEndpoints.all,
            AuthorizeEndpoint.all, PaymentOperationEndpoints.all, FigureEndpoints.all,
            SandboxEndpoints.all)
        + of(.balances, BalanceEndpoints.all, HoldEndpoints.all, MovementEndpoints.all)
        + of(.customers, CustomerEndpoints.all, ContactEndpoints.all)
        + of(
            .subscriptions, PlanEndpoints.all, SubscriptionEndpoints.all, InvoiceEndpoints.all,
            ScheduledPaymentEndpoints.all, ClockEndpoints.all)
        + of(.passes, PassTypeEndpoints.all, PassEndpoints.all, OrderEndpoints.all)
        + of(.sharedOrders, SharedOrderEndpoints.all)
        + of(.webhooks, WebhookEndpoints.all, DeliveryEndpoints.all, EventEndpoints.all)
        + [
            SharedEndpoints.all, WalletEndpoints.all, NoticeEndpoints.all, TokenNoticeEndpoints.all,
            JobEndpoints.all,
        ].flatMap(\.self)

    /// Endpoints that a secret key needs a permission for this resource to call.
    private static func of(_ resource: Resource, _ lists: [Endpoint]...) -> [Endpoint] {
        lists.joined().map { $0.of(resource) }
    }

    package var apiRoutes: [Route] { routes(of: Self.endpoints) }
}
