import Contacts
import Merchants
import Processors
import Vocabulary

// What the sheet tells the buyer, beyond what is wrong with a contact.

extension FieldError {
    /// Nothing is delivered to this address.
    package static let unserviceable = FieldError(
        code: .addressUnserviceable, message: .shippingNoMethod)

    /// The coupon does not go with what was chosen.
    static let couponNotUsable = FieldError(code: .couponCodeInvalid, message: .couponUnknown)

    /// The outcome of the payment is being found out.
    static let stillChecking = FieldError(code: .unknown, message: .paymentChecking)

    /// The processor could not be asked; nothing was charged.
    static let processorUnavailable = FieldError(code: .unknown, message: .paymentUnavailable)

    /// The full address costs more than the redacted one did. The error stands at the part that
    /// was redacted, because touching it is what makes the sheet ask again.
    static func dearer(
        _ total: Money, at place: Destination?, required: Set<RequiredField>
    ) -> FieldError {
        .mendable(
            .shipping, place?.postalCode == nil ? .postalAddress : .postalCode,
            .priceChanged(to: total), at: .full, required: required)
    }

    /// What is wrong with a coupon; nothing when it is good.
    init?(coupon judgement: CouponJudgement) {
        switch judgement {
        case .valid: return nil
        case .unknown, .notYet: self.init(code: .couponCodeInvalid, message: .couponUnknown)
        case .expired: self.init(code: .couponCodeExpired, message: .couponExpired)
        case .exhausted: self.init(code: .couponCodeExpired, message: .couponExhausted)
        case .usedByBuyer: self.init(code: .couponCodeInvalid, message: .couponAlreadyUsed)
        case .belowMinimum(let minimum):
            self.init(code: .couponCodeInvalid, message: .couponBelowMinimum(minimum))
        }
    }

    /// What a decline says: an error on a field that the buyer can mend, or nothing.
    ///
    /// - Parameter decline: nothing when the processor could not be asked.
    static func declined(_ decline: Decline?, required: Set<RequiredField>) -> [FieldError] {
        guard let decline else { return [.processorUnavailable] }
        guard case .bank(let reason) = decline,
            case .mendBillingContact(let field) = reason.remedy
        else { return [] }
        return [
            .mendable(.billing, field.contactField, field.message, at: .full, required: required)
        ].filter { $0.contactField != nil }
    }
}

extension BillingField {
    var contactField: ContactField {
        switch self {
        case .name: .name
        case .postalAddress: .postalAddress
        case .addressLines: .addressLines
        case .locality: .locality
        case .administrativeArea: .administrativeArea
        case .postalCode: .postalCode
        case .country: .country
        }
    }

    var message: Message {
        switch self {
        case .name: .billingName
        case .postalAddress: .billingPostalAddress
        case .addressLines: .billingAddressLines
        case .locality: .billingLocality
        case .administrativeArea: .billingAdministrativeArea
        case .postalCode: .billingPostalCode
        case .country: .billingCountry
        }
    }
}
