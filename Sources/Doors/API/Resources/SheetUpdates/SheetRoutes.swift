import Carts
import Checkouts
import Contacts
import Customers
import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes for sheet updates. Each answer is the argument of the matching `session.complete…()`.
extension Services {
    var sheetRoutes: [Route] {
        let updates: [(String, Handler)] = [
            ("shipping-contact", shippingContact), ("shipping-method", shippingMethod),
            ("payment-method", paymentMethod), ("coupon-code", couponCode),
        ]
        let routes = updates.flatMap { name, handler in
            let template = "/v1/checkouts/{checkout}/\(name)"
            return [
                route(.post, template, for: .buyer, handler), preflight(template, methods: "POST"),
            ]
        }
        return merchantSessionRoutes + routes + sheetBalanceRoutes + authorizeRoutes
    }

    @Sendable private func shippingContact(_ call: Call) async throws -> Response {
        let contact = try call.read { fields in
            let contact = fields.object("shippingContact", required: true)
                .map(Contact.init(reading:))
            fields.refuseUnknown()
            return contact
        }
        return try await update(.shippingContact, call) { context in
            SelectShippingContact(context: context, contact: contact)
        }
    }

    @Sendable private func shippingMethod(_ call: Call) async throws -> Response {
        let method = try call.read { fields in
            let method = fields.object("shippingMethod", required: true)?
                .string("identifier", maxLength: 128, required: true)
            fields.refuseUnknown()
            return method
        }
        return try await update(.shippingMethod, call) { context in
            SelectShippingMethod(context: context, method: method)
        }
    }

    @Sendable private func paymentMethod(_ call: Call) async throws -> Response {
        let (kind, billing) = try call.read { fields -> (String?, Contact?)? in
            let method = fields.object("paymentMethod", required: true)
            let kind = method?.string("type", maxLength: 32)
            let billing = method?.object("billingContact").map(Contact.init(reading:))
            fields.refuseUnknown()
            return (kind, billing)
        }
        return try await update(.paymentMethod, call) { context in
            SelectPaymentMethod(context: context, kind: kind, billing: billing)
        }
    }

    @Sendable private func couponCode(_ call: Call) async throws -> Response {
        let text = try call.read { fields in
            let text = fields.string("couponCode", maxLength: 256, required: true)
            fields.refuseUnknown()
            return text
        }
        return try await update(.couponCode, call) { context in
            ChangeCouponCode(context: context, text: text)
        }
    }

    private func update(
        _ kind: SheetUpdate.Kind, _ call: Call, _ verb: (CheckoutContext) -> some SheetUpdateVerb
    ) async throws -> Response {
        try await update(kind, call) { try await verb($0)(on: database) }
    }

    func update(
        _ kind: SheetUpdate.Kind, _ call: Call,
        _ ask: (CheckoutContext) async throws -> SheetUpdateOutcome
    ) async throws -> Response {
        let clientVersion = try call.clientVersion()
        let answer = try await registry.retryingOnSettingsChange(call.context(), ask)
        return Answer { writer in
            writer.object { body in
                SheetUpdate(
                    kind, answer.session.request.rendered(for: clientVersion), price: answer.price,
                    totalLabel: call.merchant.statementName,
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
    /// The context of a sheet update.
    func context() throws -> CheckoutContext {
        var context = context(of: try checkout())
        context.clientVersion = try clientVersion()
        return context
    }

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
