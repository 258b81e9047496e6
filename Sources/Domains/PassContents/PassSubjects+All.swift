import Balances
import Checkouts
import Crypto
import Customers
import Outbox
import Passes
import Payments
import Postgres
import SharedOrders
import Vocabulary

/// The objects that a pass can represent, and the values of them that the pass shows.
extension PassSubjects {
    /// - Parameter keys: decrypt a buyer's address, on which a price can depend.
    package static func all(_ keys: KeyRing) -> PassSubjects {
        PassSubjects(changedBy: ofBalances.union(ofCheckouts)) { subject, kind, now, transaction in
            switch kind {
            case .pass: try pass(of: subject, now, transaction)
            case .order: try order(of: subject, keys, transaction)
            }
        }
    }

    private static func pass(
        of subject: String, _ now: Instant, _ transaction: Transaction
    ) throws -> Subject? {
        if let id = Balance.ID(subject) {
            guard let balance = try Balance.find(id, in: transaction) else { return nil }
            return Subject(shown: balance.shown(at: now), customer: balance.customer)
        }
        if let participation = Participation(subject) {
            return try FindParticipation(participation)(in: transaction).map {
                Subject(shown: $0.shown, customer: nil)
            }
        }
        guard let id = CheckoutSession.ID(subject), let order = try FindOrder(id)(in: transaction)
        else {
            return nil
        }
        return Subject(shown: order.shown, customer: order.customer?.uuid)
    }

    private static func order(
        of subject: String, _ keys: KeyRing, _ transaction: Transaction
    ) throws -> Subject? {
        guard let id = CheckoutSession.ID(subject),
            let purchase = try FindPurchase(id, keys: keys)(in: transaction)
        else { return nil }
        return Subject(
            shown: purchase.shown, customer: purchase.session.customer?.uuid,
            orderKey: purchase.wasPaid ? purchase.session.derivationKey : nil)
    }

    private static let ofBalances: Set<Event.Kind> = [
        .balanceCredited, .balanceDebited, .balanceHeld, .balanceReleased, .balanceCaptured,
        .balanceFrozen, .balanceUnfrozen, .balanceExpired,
    ]

    private static let ofCheckouts: Set<Event.Kind> = [
        .checkoutAuthorized, .checkoutCaptured, .checkoutCaptureFailed, .checkoutDeclined,
        .checkoutFailed, .checkoutCanceled, .checkoutVoided, .checkoutLateSuccess,
        .checkoutAuthorizationExpired, .refundPending, .refundSucceeded, .refundFailed,
    ]
}

extension Balance {
    /// Shows what the holder can spend, which excludes money held for a payment.
    fileprivate func shown(at now: Instant) -> SubjectValues {
        SubjectValues(
            ["balance": .amount(available)], isVoided: frozen != nil || isExpired(at: now),
            expiresAt: expiresAt)
    }
}

extension FindParticipation.Found {
    /// Shows what the group ordered, and what the holder of the pass paid.
    fileprivate var shown: SubjectValues {
        var fields: [String: SubjectValues.Value] = [
            "title": .text(title), "items": .amount(items), "paid": .amount(paid),
        ]
        fields["reference"] = reference.map { .text($0) }
        fields["endedAt"] = endedAt.map { .text($0.rfc3339) }
        return SubjectValues(fields)
    }
}

extension FindOrder.Order {
    /// Shows the checkout's state and cost; void once it has ended without a payment or was
    /// refunded.
    fileprivate var shown: SubjectValues {
        var fields: [String: SubjectValues.Value] = [
            "status": .text(state.rawValue), "total": .amount(total),
            "refunded": .amount(refunded),
        ]
        fields["reference"] = reference.map { .text($0) }
        return SubjectValues(fields, isVoided: Self.ended.contains(state))
    }

    private static let ended: Set<CheckoutSession.State> = [
        .canceled, .expired, .failed, .refunded,
    ]
}
