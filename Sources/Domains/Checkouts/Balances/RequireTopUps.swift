import Balances
import Carts
import Merchants
import Postgres
import Vocabulary

/// A line whose balance cannot be topped up.
package struct TopUpRefusal: Error, Equatable, Sendable {
    /// Its index in the cart, or among the explicit lines.
    package let index: Int
    package let isOfCart: Bool
    package let reason: Reason

    package enum Reason: Sendable {
        /// The merchant has no such balance.
        case unknown
        case otherCurrency
        case expired
    }
}

extension CheckoutRequest {
    /// Refuses top-ups that could not be booked after the payment: a buyer who pays must get them.
    package func requireTopUps(
        of merchant: MerchantNumber, at now: Instant, in transaction: Transaction
    ) throws {
        for (index, id) in cartContent.credited.enumerated() {
            guard let id else { continue }
            let balance =
                id.merchant == merchant ? try Balance.find(id, in: transaction) : nil
            let reason: TopUpRefusal.Reason? =
                switch balance?.refusal(
                    crediting: Money(minorUnits: 1, currency: currency), at: now)
                {
                case _ where balance == nil: .unknown
                case .otherCurrency: .otherCurrency
                case .expired: .expired
                default: nil
                }
            if let reason {
                throw TopUpRefusal(index: index, isOfCart: cartContent.isCart, reason: reason)
            }
        }
    }
}

extension TopUpRefusal: Refusal {
    package var problem: ProblemDetails {
        let detail =
            switch reason {
            case .unknown: "the balance does not exist"
            case .otherCurrency: "the balance's currency differs from the checkout's"
            case .expired: "the balance has expired"
            }
        return .invalid("/\(isOfCart ? "items" : "lineItems")/\(index)/creditsBalance", detail)
    }
}
