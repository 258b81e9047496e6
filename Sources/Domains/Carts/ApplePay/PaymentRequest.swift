import Contacts
import JSON
import Merchants
import Vocabulary

/// An `ApplePayPaymentRequest`, ready for `new ApplePaySession(clientVersion, …)`.
///
/// It contains only members that the client's version of Apple Pay JS knows. The contacts come
/// last, so that the answer to the first call continues where the stored answer, which omits them,
/// ends.
package struct PaymentRequest: Sendable {
    package let request: CheckoutRequest
    package let price: Price
    /// The merchant's name on the card statement.
    package let totalLabel: String
    /// The code entered before the sheet opened, if it was valid.
    package var couponCode: String?

    package init(
        _ request: CheckoutRequest, price: Price, totalLabel: String, couponCode: String? = nil
    ) {
        self.request = request
        self.price = price
        self.totalLabel = totalLabel
        self.couponCode = couponCode
    }

    package func write(to writer: inout Writer, prefill: Prefill? = nil) {
        writer.object { write(membersTo: &$0, prefill: prefill) }
    }

    package func write(membersTo writer: inout Writer, prefill: Prefill? = nil) {
        writer.member("countryCode", request.countryCode)
        writer.member("currencyCode", request.currency)
        writer.array("merchantCapabilities", request.merchantCapabilities) {
            $1.value($0.rawValue)
        }
        writer.array("supportedNetworks", request.knownNetworks) { $1.value($0.rawValue) }
        writer.total("total", price, label: totalLabel)
        let lines = request.knownLines(of: price)
        if !lines.isEmpty { writer.array("lineItems", lines) { $0.write(to: &$1) } }
        writeShipping(to: &writer)
        writeFeatures(to: &writer)
        writer.laterPayments(of: request, named: .opening)
        if let prefill { prefill.write(membersTo: &writer) }
    }

    private func writeShipping(to writer: inout Writer) {
        writer.member(
            "requiredShippingContactFields",
            request.requestableFields(request.requiredShippingContactFields))
        writer.member(
            "requiredBillingContactFields",
            request.requestableFields(request.requiredBillingContactFields))
        writer.member("shippingType", request.shippingType.rawValue)
        if let mode = request.shippingContactEditingMode, request.knows(.editingMode) {
            writer.member("shippingContactEditingMode", mode.rawValue)
        }
        writer.shippingMethods("shippingMethods", of: request, price, ifEmpty: false)
    }

    private func writeFeatures(to writer: inout Writer) {
        if !request.supportedCountries.isEmpty, request.knows(.supportedCountries) {
            writer.array("supportedCountries", request.supportedCountries) { $0.write(to: &$1) }
        }
        if request.supportsCouponCode, request.knows(.couponCode) {
            writer.member("supportsCouponCode", true)
            writer.member("couponCode", couponCode ?? "")
        }
        writer.member("applicationData", ifPresent: request.applicationData)
        if request.knows(.merchantCategory) {
            writer.member("merchantCategoryCode", ifPresent: request.merchantCategoryCode)
        }
    }
}

extension CheckoutRequest {
    /// An older client would show a later charge as one of today.
    func knownLines(of price: Price) -> [LineItem] {
        knows(.laterPayments) ? price.lines : price.lines.filter(\.isImmediate)
    }
}

/// The member names of later payments: in a new request, and repeated in an update.
enum LaterPaymentNames {
    case opening, update
}

extension Writer {
    /// WebKit checks the amount of a pending total like that of a final one.
    mutating func total(_ key: StaticString, _ price: Price, label: String) {
        object(key) {
            $0.member("label", label)
            $0.member("amount", price.total)
            $0.member("type", price.isPending ? "pending" : "final")
        }
    }

    mutating func shippingMethods(
        _ key: StaticString, of request: CheckoutRequest, _ price: Price, ifEmpty: Bool
    ) {
        guard ifEmpty || !price.methods.isEmpty else { return }
        let withDates = request.knows(.deliveryDates)
        array(key, price.methods) { $0.write(to: &$1, withDates: withDates) }
    }

    mutating func laterPayments(of request: CheckoutRequest, named names: LaterPaymentNames) {
        guard request.knows(.laterPayments) else { return }
        let opening = names == .opening
        member(
            opening ? "recurringPaymentRequest" : "newRecurringPaymentRequest",
            ifPresent: request.recurring)
        member(
            opening ? "automaticReloadPaymentRequest" : "newAutomaticReloadPaymentRequest",
            ifPresent: request.automaticReload)
        member(
            opening ? "deferredPaymentRequest" : "newDeferredPaymentRequest",
            ifPresent: request.deferred)
        if !request.tokenContexts.isEmpty {
            array(opening ? "multiTokenContexts" : "newMultiTokenContexts", request.tokenContexts) {
                $0.write(to: &$1)
            }
        }
    }
}
