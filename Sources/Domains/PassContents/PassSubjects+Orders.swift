import Carts
import Checkouts
import JSON
import Passes
import Payments
import Processors
import Vocabulary

/// A purchase as Wallet shows it: Apple's members of order.json (docs/rules/apple.md#8.2).
extension FindPurchase.Purchase {
    var shown: SubjectValues {
        var members: [String: SubjectValues.Value] = [
            "createdAt": .text(Self.text(of: paidAt)),
            "status": .text(isOver ? "cancelled" : "open"),
            "lineItems": .list(items, write), "payment": .object(write(paymentTo:)),
        ]
        members["orderNumber"] = session.request.reference
            .flatMap { $0.isEmpty ? nil : .text($0) }
        if let kind = fulfillment {
            members["fulfillments"] = .list([kind], write)
        }
        return SubjectValues(members)
    }

    /// True if the purchase has an order. A voided payment has one too, because its buyer has seen
    /// it.
    var wasPaid: Bool { session.state.isPaid || session.authorized > 0 }

    /// In whole seconds, like the order's date of change, which must never be earlier than this.
    private static func text(of date: Instant) -> String {
        Instant(seconds: date.microseconds / 1_000_000).rfc3339
    }

    private var paidAt: Instant { attempt?.startedAt ?? session.createdAt }

    /// True once the buyer can receive nothing more of it.
    private var isOver: Bool {
        switch session.state {
        case .open, .authorizing, .authorized, .captured: false
        case .refunded, .canceled, .expired, .failed: true
        }
    }

    private var currency: Currency { session.total.currency }

    private struct Item {
        let title: String
        let quantity: Int64
        let price: Int64
        let sku: String?
        let isDelivered: Bool
    }

    private var items: [Item] {
        switch session.request.cartContent {
        case .items(let items):
            items.map {
                Item(
                    title: $0.name, quantity: $0.quantity,
                    price: $0.isPending ? 0 : $0.gross ?? $0.unitPrice.minorUnits, sku: $0.sku,
                    isDelivered: $0.requiresShipping)
            }
        case .lines(let lines):
            lines.filter { $0.isImmediate && $0.amount.minorUnits > 0 }.map {
                Item(
                    title: $0.label, quantity: 1, price: $0.amount.minorUnits, sku: nil,
                    isDelivered: true)
            }
        }
    }

    private func write(_ item: Item, to list: inout Writer) {
        list.object { entry in
            entry.member("title", item.title)
            entry.member("quantity", item.quantity)
            if item.price > 0 { write(item.price, as: "price", to: &entry) }
            entry.member("sku", ifPresent: item.sku)
        }
    }

    private func write(_ minorUnits: Int64, as name: StaticString, to writer: inout Writer) {
        writer.object(name) {
            $0.member("amount", Money(minorUnits: minorUnits, currency: currency).decimal)
            $0.member("currency", currency.code)
        }
    }
}

/// The tenders and the refunds of the order.
extension FindPurchase.Purchase {
    private func write(paymentTo payment: inout Writer) {
        write(total, as: "total", to: &payment)
        payment.member("status", status)
        let lines = price.lines.filter(\.isImmediate).map { ($0.label, $0.amount.minorUnits) }
        let rest = total < owed ? [("Not charged", total - owed)] : []
        payment.array("summaryItems", lines + rest) { line, list in
            list.object {
                $0.member("label", line.0)
                write(line.1, as: "value", to: &$0)
            }
        }
        payment.array("transactions", transactions, write)
    }

    private var owed: Int64 { session.total.minorUnits + session.tendered }

    /// The amount owed, or the captured amount once no more will be captured.
    private var total: Int64 {
        switch session.state {
        case .captured, .refunded: session.captured > 0 ? min(session.captured, owed) : owed
        case .open, .authorizing, .authorized, .canceled, .expired, .failed: owed
        }
    }

    /// Apple has deprecated this member but still requires it.
    private var status: String {
        switch session.state {
        case .open, .authorizing: "pending"
        case .authorized: "authorized"
        case .captured: "paid"
        case .refunded: "refunded"
        case .canceled, .expired: "voided"
        case .failed: "declined"
        }
    }

    private struct Transaction {
        let amount: Int64
        let createdAt: Instant
        let method: String
        let status: String
        let kind: String
    }

    private var transactions: [Transaction] {
        let charge = attempt.map {
            Transaction(
                amount: $0.captured > 0 ? $0.captured : $0.amount.minorUnits,
                createdAt: $0.startedAt, method: card,
                status: purchase(hasCaptured: $0.captured > 0),
                kind: "purchase")
        }
        let balances = tenders.map {
            Transaction(
                amount: $0.amount, createdAt: paidAt, method: $0.label,
                status: purchase(hasCaptured: session.captured > 0), kind: "purchase")
        }
        return (charge.map { [$0] } ?? []) + balances + refunds.map(transaction)
    }

    private func purchase(hasCaptured: Bool) -> String {
        if hasCaptured { return "completed" }
        return isOver ? "cancelled" : "approved"
    }

    private func transaction(of refund: Refund) -> Transaction {
        let status =
            switch refund.state {
            case .started, .unknown, .pending: "pending"
            case .succeeded: "completed"
            case .failed: "failed"
            }
        return Transaction(
            amount: refund.amount.minorUnits, createdAt: refund.startedAt,
            method: refund.toCard > 0 ? card : tenders.first?.label ?? "Store credit",
            status: status, kind: "refund")
    }

    /// The card's name, as Apple's payment sheet writes it.
    private var card: String {
        guard let card = attempt?.card, !card.network.isEmpty else { return "Card" }
        return card.lastFour.isEmpty ? card.network : "\(card.network) \(card.lastFour)"
    }

    private func write(_ transaction: Transaction, to list: inout Writer) {
        list.object { entry in
            write(transaction.amount, as: "amount", to: &entry)
            entry.member("createdAt", Self.text(of: transaction.createdAt))
            entry.object("paymentMethod") { $0.member("displayName", transaction.method) }
            entry.member("status", transaction.status)
            entry.member("transactionType", transaction.kind)
        }
    }
}

/// The delivery or pickup of the goods, until the merchant adds details.
extension FindPurchase.Purchase {
    private enum Fulfillment { case shipping, delivery, pickup }

    private var fulfillment: Fulfillment? {
        if session.request.shippingType.isPickup { return .pickup }
        guard session.request.isDelivered else { return nil }
        return session.request.shippingType == .delivery ? .delivery : .shipping
    }

    private func write(_ fulfillment: Fulfillment, to list: inout Writer) {
        list.object { entry in
            entry.member("fulfillmentIdentifier", "1")
            entry.member("fulfillmentType", fulfillment == .pickup ? "pickup" : "shipping")
            entry.member("status", isOver ? "cancelled" : "open")
            let window = price.chosen?.dates
            switch fulfillment {
            case .pickup:
                entry.member("displayName", price.chosen?.label ?? "Pickup")
                entry.member("pickupAt", ifPresent: window.map { Self.moment(of: $0.start) })
                entry.member("pickupWindowDuration", ifPresent: window.flatMap(Self.duration))
            case .shipping, .delivery:
                entry.member("shippingType", fulfillment == .delivery ? "delivery" : "shipping")
                entry.member(
                    "estimatedDeliveryAt", ifPresent: window.map { Self.moment(of: $0.start) })
                entry.member(
                    "estimatedDeliveryWindowDuration", ifPresent: window.flatMap(Self.duration))
            }
            entry.array("lineItems", items.filter(\.isDelivered), write)
        }
    }

    /// A day without an hour becomes noon, which is the same day nearly everywhere.
    private static func moment(of date: DateComponents) -> String {
        let hours = date.hours ?? 12
        let seconds = date.date.daysSince1970 * 86_400 + Int64(hours) * 3_600
        return Instant(seconds: seconds).rfc3339
    }

    private static func duration(of window: DateComponentsRange) -> String? {
        let hours = { (date: DateComponents) in
            date.date.daysSince1970 * 24 + Int64(date.hours ?? 0)
        }
        let span = hours(window.end) - hours(window.start)
        guard span > 0 else { return nil }
        return span % 24 == 0 ? "P\(span / 24)D" : "PT\(span)H"
    }
}
