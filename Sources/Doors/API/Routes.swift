import HTTP

/// All endpoints of the API; a test compares them with openapi.yaml in both directions.
extension Services {
    static let endpoints: [Endpoint] = [
        MerchantEndpoints.all, KeyEndpoints.all, ProcessorEndpoints.all, CertificateEndpoints.all,
        AssociationEndpoints.all, CouponEndpoints.all, PictureEndpoints.all,
        CheckoutEndpoints.all, SheetUpdateEndpoints.all, SheetBalanceEndpoints.all,
        AuthorizeEndpoint.all, PaymentOperationEndpoints.all,
        BalanceEndpoints.all, HoldEndpoints.all, MovementEndpoints.all,
        CustomerEndpoints.all, ContactEndpoints.all,
        PlanEndpoints.all, SubscriptionEndpoints.all, InvoiceEndpoints.all,
        ScheduledPaymentEndpoints.all, ClockEndpoints.all,
        PassTypeEndpoints.all, PassEndpoints.all, OrderEndpoints.all, WalletEndpoints.all,
        SharedOrderEndpoints.all, SharedEndpoints.all,
        WebhookEndpoints.all, DeliveryEndpoints.all, EventEndpoints.all,
        NoticeEndpoints.all, TokenNoticeEndpoints.all,
        FigureEndpoints.all, JobEndpoints.all, SandboxEndpoints.all,
    ].flatMap(\.self)

    package var apiRoutes: [Route] { routes(of: Self.endpoints) }
}
