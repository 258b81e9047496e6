import JSON
import Vocabulary

/// Apple's `ApplePayPaymentAuthorizationResult`, the argument of `session.completePayment`.
package struct AuthorizationResult: Sendable {
    package let isSuccess: Bool
    /// Each has an `ApplePayErrorCode` of Contacts. Empty for a decline that the buyer cannot fix
    /// in the sheet; with errors the sheet stays open.
    package let errors: [SheetError]
    package let orderDetails: OrderDetails?

    package init(isSuccess: Bool, errors: [SheetError] = [], orderDetails: OrderDetails? = nil) {
        self.isSuccess = isSuccess
        self.errors = errors
        self.orderDetails = orderDetails
    }

    /// The location of the order for Wallet.
    package struct OrderDetails: Hashable, Sendable, Writable {
        package let orderTypeIdentifier: String
        package let orderIdentifier: String
        /// Uses https except for test merchants.
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

    /// The members only: the route adds `checkout`. A success has no errors, since a sheet with
    /// errors stays open with any status.
    package func write(membersTo writer: inout Writer, clientVersion: Int) {
        guard SheetFeature.updateErrors.isKnown(to: clientVersion) else {
            let status = isSuccess ? .success : LegacyStatus(errors)
            // A plain decline has no error that determines the status.
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
