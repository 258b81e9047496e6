import Contacts
import Merchants
import Processors
import Vocabulary

// The errors of a sheet beside those of a contact.

extension FieldError {
    /// Nothing is delivered to this address.
    package static let unserviceable = FieldError(
        code: .addressUnserviceable, message: .shippingNoMethod)

    /// The coupon is not usable with the buyer's choices.
    static let couponNotUsable = FieldError(code: .couponCodeInvalid, message: .couponUnknown)

    /// The outcome of the payment is not known yet.
    package static let stillChecking = FieldError(code: .unknown, message: .paymentChecking)

    /// The payment was approved too late, and its charge is voided.
    package static let canceled = FieldError(code: .unknown, message: .paymentCanceled)

    /// The processor could not be asked; nothing was charged.
    static let processorUnavailable = FieldError(code: .unknown, message: .paymentUnavailable)

    /// The full address costs more than the redacted one. The error points at the redacted part,
    /// because the sheet sends an update when the buyer edits it.
    package static func priceIncreased(
        _ total: Money, _ role: Role, at place: Destination?, required: Set<RequiredField>
    ) -> FieldError {
        .fixable(
            role, place?.postalCode == nil ? .postalAddress : .postalCode,
            .priceChanged(to: total), at: .full, required: required)
    }

    /// The error of a coupon; nil if it is valid.
    package init?(coupon validity: CouponValidity) {
        switch validity {
        case .valid: return nil
        case .unknown, .notYet: self.init(code: .couponCodeInvalid, message: .couponUnknown)
        case .expired: self.init(code: .couponCodeExpired, message: .couponExpired)
        case .exhausted: self.init(code: .couponCodeExpired, message: .couponExhausted)
        case .usedByBuyer: self.init(code: .couponCodeInvalid, message: .couponAlreadyUsed)
        case .belowMinimum(let minimum):
            self.init(code: .couponCodeInvalid, message: .couponBelowMinimum(minimum))
        }
    }

    /// The errors of a decline: one on a field that the buyer can fix, or none.
    ///
    /// - Parameter decline: nil if neither a bank nor a rule declined, as when the processor could
    ///   not be asked.
    package static func declined(_ decline: Decline?, required: Set<RequiredField>) -> [FieldError]
    {
        guard let decline else { return [.processorUnavailable] }
        guard case .bank(let reason) = decline,
            case .correctBillingContact(let field) = reason.remedy
        else { return [] }
        return [
            .fixable(.billing, field.contactField, field.message, at: .full, required: required)
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
