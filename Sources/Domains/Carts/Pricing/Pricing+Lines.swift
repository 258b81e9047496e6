import Merchants
import Vocabulary

extension Pricing {
    /// The sheet's summary: a cart becomes a few lines, explicit lines stay as they are.
    func lines(
        _ goods: Goods, discount: Int64, delivery: Int64, taxation: Taxation
    ) -> [LineItem] {
        var lines: [LineItem] = []
        let add = { (label: String, units: Int64) in
            guard units != 0 else { return }
            lines.append(
                LineItem(
                    label: label, amount: Money(minorUnits: units, currency: request.currency)))
        }
        switch request.cartContent {
        case .items(let items):
            lines.reserveCapacity(5)
            add(labels.subtotal, goods.subtotal)
            if goods.isPending { lines.append(pendingLine(of: items)) }
        case .lines(let given):
            lines.reserveCapacity(given.count + 2)
            lines.append(contentsOf: given)
        }
        add(coupon?.label ?? labels.discount, -discount)
        add(deliveryWord, delivery)
        add(taxLabel(taxation.shares), taxation.added.reduce(0, +))
        return lines
    }

    /// A single item keeps its name; the amount is an estimate that the sheet does not show.
    private func pendingLine(of items: [CartItem]) -> LineItem {
        let pending = items.filter(\.isPending)
        let estimate = pending.reduce(0 as Int64) { min(Money.minorUnitsMax, $0 + ($1.gross ?? 0)) }
        return LineItem(
            label: pending.count == 1 ? pending[0].name : labels.pending,
            amount: Money(minorUnits: estimate, currency: request.currency), kind: .pending)
    }

    private var deliveryWord: String {
        switch request.shippingType {
        case .shipping: labels.shipping
        case .delivery: labels.delivery
        case .storePickup, .servicePickup: labels.pickup
        }
    }

    /// A single tax keeps its own name.
    private func taxLabel(_ shares: [TaxShare]) -> String {
        var label: String?
        for share in shares where share.rate.inclusion == .added && share.amount > 0 {
            if let label, label != share.rate.label { return labels.tax }
            label = share.rate.label
        }
        return label ?? labels.tax
    }
}
