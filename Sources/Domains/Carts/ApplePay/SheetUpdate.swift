import Contacts
import JSON
import Merchants
import Vocabulary

/// The answer to one of the sheet's events, the argument of `session.complete…`.
///
/// It always repeats lines, methods and later payments, because an update without them empties the
/// sheet. A client of version 1 or 2 gets the old `status` in place of `errors`.
package struct SheetUpdate: Sendable {
    package let kind: Kind
    package let request: CheckoutRequest
    /// The last valid price if there are errors.
    package let price: Price
    package let totalLabel: String
    /// The most important error first.
    package let errors: [SheetError]

    /// The sheet's event, or our own update about balances.
    package enum Kind: String, CaseIterable, Sendable {
        case shippingContact, shippingMethod, paymentMethod, couponCode, balances
    }

    package init(
        _ kind: Kind, _ request: CheckoutRequest, price: Price, totalLabel: String,
        errors: [SheetError] = []
    ) {
        self.kind = kind
        self.request = request
        self.price = price
        self.totalLabel = totalLabel
        self.errors = errors
    }

    /// The members only: the route adds `checkout`, which Apple ignores.
    package func write(membersTo writer: inout Writer) {
        if !request.knows(.updateErrors) {
            // An old sheet is canceled by any other status of a shipping method.
            let status = kind == .shippingMethod ? .success : LegacyStatus(errors)
            writer.member("status", status.rawValue)
        }
        writer.total("newTotal", price, label: totalLabel)
        writer.array("newLineItems", request.knownLines(of: price)) { $0.write(to: &$1) }
        writer.shippingMethods("newShippingMethods", of: request, price, ifEmpty: true)
        writer.laterPayments(of: request, named: .update)
        // A shipping method has no errors in Apple's dictionary.
        if kind != .shippingMethod, request.knows(.updateErrors) {
            writer.array("errors", errors) { $0.write(to: &$1) }
        }
    }
}
