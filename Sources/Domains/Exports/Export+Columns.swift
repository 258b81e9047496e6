import Balances
import Checkouts
import Customers
import Payments
import Subscriptions
import Vocabulary

extension Export.Kind {
    /// The columns, in the order of CSV.
    package var columns: [ExportColumn] {
        switch self {
        case .payments: Self.ofPayments
        case .captures:
            Self.ofOperations(
                Capture.self,
                .state("status", of: Capture.State.self, from: "state") { $0.shown })
                + [.amount("increment", from: "increment")]
        case .refunds:
            Self.ofOperations(
                Refund.self, .state("status", of: Refund.State.self, from: "state") { $0.shown })
                + [
                    .amount("creditAmount", from: "credit"),
                    .identifier("creditBalance", of: Balance.self, from: "credit_balance"),
                    .text("reason", from: "reason"),
                ]
        case .disputes: Self.ofDisputes
        case .balances: Self.ofBalances
        case .invoices: Self.ofInvoices
        case .ledger: Self.ofLedger
        }
    }

    private static let ofPayments: [ExportColumn] = [
        .identifier("checkout", of: CheckoutSession.self, from: "checkout_id"),
        .time("createdAt", from: "created_at"), .word("status", from: "state"),
        .word("currencyCode", from: "currency"), .amount("total", from: "total"),
        .amount("authorizedAmount", from: "authorized"),
        .amount("capturedAmount", from: "captured"), .amount("refundedAmount", from: "refunded"),
        .amount("disputedAmount", from: "disputed"), .amount("balanceAmount", from: "tendered"),
        .word("processor", from: "processor"),
        .text("processorReference", from: "processor_reference"),
        .text("network", from: "network"), .word("lastFour", from: "last_four"),
        .word("issuingCountry", from: "issuing_country"), .text("reference", from: "reference"),
        .identifier("customer", of: Customer.self, from: "customer_id"),
    ]

    /// Captures and refunds have these columns in common.
    private static func ofOperations<Noun: Identified>(
        _ noun: Noun.Type, _ status: ExportColumn
    ) -> [ExportColumn] {
        [
            .identifier("id", of: noun, from: "id"),
            .identifier("checkout", of: CheckoutSession.self, from: "checkout_id"),
            .time("createdAt", from: "started_at"), .time("endedAt", from: "ended_at"),
            status, .word("currencyCode", from: "currency"),
            .amount("amount", from: "amount"), .amount("cardAmount", from: "card"),
            .text("processorReference", from: "reference"), .word("failure", from: "failure"),
        ]
    }

    private static let ofDisputes: [ExportColumn] = [
        .identifier("id", of: Dispute.self, from: "dispute_id"),
        .identifier("checkout", of: CheckoutSession.self, from: "checkout_id"),
        .time("openedAt", from: "opened_at"), .time("endedAt", from: "ended_at"),
        .word("status", from: "state"), .word("currencyCode", from: "currency"),
        .amount("amount", from: "amount"), .text("reason", from: "reason"),
        .text("processorReference", from: "reference"),
    ]

    private static let ofBalances: [ExportColumn] = [
        .identifier("id", of: Balance.self, from: "balance_id"), .word("kind", from: "kind"),
        .time("createdAt", from: "created_at"), .time("expiresAt", from: "expires_at"),
        .time("expiredAt", from: "expired_at"), .time("frozenAt", from: "frozen_at"),
        .word("currencyCode", from: "currency"), .amount("amount", from: "amount"),
        .amount("held", from: "held"), .text("reference", from: "reference"),
        .identifier("customer", of: Customer.self, from: "customer_id"),
    ]

    private static let ofInvoices: [ExportColumn] = [
        .identifier("id", of: Invoice.self, from: "invoice_id"),
        .identifier("subscription", of: Subscription.self, from: "subscription_id"),
        .time("createdAt", from: "created_at"), .time("periodStart", from: "period_start"),
        .time("periodEnd", from: "period_end"), .time("endedAt", from: "ended_at"),
        .word("status", from: "state"), .word("currencyCode", from: "currency"),
        .amount("amount", from: "amount"),
        .identifier("checkout", of: CheckoutSession.self, from: "checkout_id"),
    ]

    private static let ofLedger: [ExportColumn] = [
        .identifier("id", of: Transfer.self, from: "transfer_id"), .word("part", from: "part"),
        .time("at", from: "at"), .word("kind", from: "kind"),
        .word("fromAccount", from: "from_system"),
        .identifier("fromBalance", of: Balance.self, from: "from_balance"),
        .word("toAccount", from: "to_system"),
        .identifier("toBalance", of: Balance.self, from: "to_balance"),
        .word("currencyCode", from: "currency"), .amount("amount", from: "amount"),
        .identifier("checkout", of: CheckoutSession.self, from: "checkout_id"),
        .text("reference", from: "reference"),
    ]
}
