import JSON
import Vocabulary

/// Apple's `ApplePayPaymentAuthorizationResult`: what `session.completePayment` takes.
package struct AuthorizationResult: Sendable {
    package let isSuccess: Bool
    /// Empty for a decline that nothing in the sheet can mend; with errors the sheet stays open.
    package let errors: [SheetError]
    package let orderDetails: OrderDetails?

    package init(isSuccess: Bool, errors: [SheetError] = [], orderDetails: OrderDetails? = nil) {
        self.isSuccess = isSuccess
        self.errors = errors
        self.orderDetails = orderDetails
    }

    /// Where Wallet finds the order.
    package struct OrderDetails: Hashable, Sendable, Writable {
        package let orderTypeIdentifier: String
        package let orderIdentifier: String
        /// By https but for test merchants.
        package let webServiceURL: String
        package let authenticationToken: String

        package init(
            orderTypeIdentifier: String, orderIdentifier: String, webServiceURL: String,
            authenticationToken: String
        ) {
            self.orderTypeIdentifier = orderTypeIdentifier
            self.orderIdentifier = orderIdentifier
            self.webServiceURL = webServiceURL
            self.authenticationToken = authenticationToken
        }

        package func write(to writer: inout Writer) {
            writer.object {
                $0.member("orderTypeIdentifier", orderTypeIdentifier)
                $0.member("orderIdentifier", orderIdentifier)
                $0.member("webServiceURL", webServiceURL)
                $0.member("authenticationToken", authenticationToken)
            }
        }
    }

    /// The members only: the door adds `checkout`. A success never carries errors, since a sheet with
    /// errors stays open whatever the status.
    package func write(membersTo writer: inout Writer, clientVersion: Int) {
        guard SheetFeature.updateErrors.isKnown(to: clientVersion) else {
            let status = isSuccess ? .success : LegacyStatus(errors)
            // A plain decline has no error to speak for it.
            writer.member("status", (!isSuccess && status == .success ? .failure : status).rawValue)
            return
        }
        writer.member("status", isSuccess ? 0 : 1)
        writer.array("errors", isSuccess ? [] : errors) { $0.write(to: &$1) }
        if isSuccess, SheetFeature.orderDetails.isKnown(to: clientVersion) {
            writer.member("orderDetails", ifPresent: orderDetails)
        }
    }
}
