import Carts
import Checkouts
import Contacts
import Customers
import HTTP
import JSON
import Merchants
import Payments
import Postgres
import Vocabulary

/// Sheet updates. Each answer is the argument of the matching `session.complete…()`.
enum SheetUpdateEndpoints {
    static let all: [Endpoint] = [
        update("shipping-contact", .shippingContact) { fields in
            let contact = fields.object("shippingContact", required: true)
                .map(Contact.init(reading:))
            fields.refuseUnknown()
            return contact.map { contact in
                { SelectShippingContact(context: $0, contact: contact) }
            }
        },
        update("shipping-method", .shippingMethod) { fields in
            let method = fields.object("shippingMethod", required: true)?
                .string("identifier", maxLength: 128, required: true)
            fields.refuseUnknown()
            return method.map { method in
                { SelectShippingMethod(context: $0, method: method) }
            }
        },
        update("payment-method", .paymentMethod) { fields in
            let method = fields.object("paymentMethod", required: true)
            let kind = method?.string("type", maxLength: 32)
            let billing = method?.object("billingContact").map(Contact.init(reading:))
            fields.refuseUnknown()
            return { SelectPaymentMethod(context: $0, kind: kind, billing: billing) }
        },
        update("coupon-code", .couponCode) { fields in
            let text = fields.string("couponCode", maxLength: 256, required: true)
            fields.refuseUnknown()
            return text.map { text in { ChangeCouponCode(context: $0, text: text) } }
        },
    ]

    /// - Parameter read: reads the verb, which is made with the context of each try.
    private static func update<Update: SheetUpdateVerb>(
        _ name: String, _ kind: SheetUpdate.Kind,
        _ read: @escaping @Sendable (ObjectReader) -> ((CheckoutContext) -> Update)?
    ) -> Endpoint {
        Endpoint(.post, "/v1/checkouts/{checkout}/" + name, for: .buyer) { call in
            let verb = try call.read(read)
            return try await answer(kind, call) { try await verb($0)(on: call.database) }
        }
        .taking(CheckoutEndpoints.clientVersion)
    }

    /// Runs an update in the context of the call, and answers with the new state of the sheet.
    static func answer(
        _ kind: SheetUpdate.Kind, _ call: Call,
        _ update: (CheckoutContext) async throws -> SheetUpdateOutcome
    ) async throws -> Response {
        let context = try call.context()
        let answer = try await call.registry.retryingOnSettingsChange(context, update)
        return Answer { writer in
            writer.object { body in
                SheetUpdate(
                    kind, answer.session.request.rendered(for: context.clientVersion),
                    price: answer.price, totalLabel: call.merchant.statementName,
                    errors: answer.errors.map { call.sheetError($0) }
                ).write(membersTo: &body)
                body.object("checkout") {
                    answer.session.write(stateTo: &$0, at: call.now)
                    call.write(besidesOf: answer, to: kind, in: &$0)
                }
            }
        }.response
    }
}

extension Call {
    /// Writes the parts of the outcome that Apple's dictionaries have no place for; the page can
    /// show them beside the payment sheet.
    fileprivate func write(
        besidesOf answer: SheetUpdateOutcome, to kind: SheetUpdate.Kind, in writer: inout Writer
    ) {
        if kind == .shippingMethod, !answer.errors.isEmpty {
            writer.array("errors", answer.errors.map(sheetError)) { $0.write(to: &$1) }
        }
        answer.balance?.write(to: &writer)
        if let dropped = answer.dropped {
            writer.object("droppedCoupon") {
                $0.member("couponCode", dropped.code.folded)
                sheetError(dropped.error).write(membersTo: &$0)
            }
        }
    }

    func sheetError(_ error: FieldError) -> SheetError {
        SheetError(error, in: language, overrides: merchant.settings.messageOverrides)
    }
}
