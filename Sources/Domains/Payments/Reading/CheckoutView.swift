import Carts
import Checkouts
import Contacts
import Customers
import JSON
import Merchants
import Processors
import Vocabulary

/// A checkout as the merchant's server or the buyer's browser sees it.
package struct CheckoutView: Sendable {
    private let found: FindCheckout.Outcome
    private let merchant: Merchant
    private let language: Language
    private let clientVersion: Int?

    /// - Parameter clientVersion: the browser's version of Apple Pay JS; nil renders the
    ///   merchant's.
    package init(
        _ found: FindCheckout.Outcome, merchant: Merchant, language: Language,
        clientVersion: Int? = nil
    ) {
        self.found = found
        self.merchant = merchant
        self.language = language
        self.clientVersion = clientVersion
    }

    private var session: CheckoutSession { found.session }
    private var request: CheckoutRequest { found.session.request }

    package func write(forServerTo writer: inout Writer, at now: Instant, secret: String?) {
        writer.object { body in
            body.member("clientSecret", ifPresent: secret)
            session.write(listedMembersTo: &body, of: merchant, at: now)
            request.write(restTo: &body)
            body.member("couponCode", ifPresent: session.choice.coupon?.code.folded)
            body.member("shippingMethod", ifPresent: session.choice.method)
            session.write(tendersTo: &body)
            body.object("breakdown") { found.price.write(breakdownTo: &$0) }
            if let attempt = found.attempt, attempt.state == .authorized {
                body.object("payment") { attempt.write(paymentTo: &$0) }
            }
            write(lastAttemptTo: &body)
            if session.authorized > 0 {
                body.array("captures", found.movements.captures) { $0.write(to: &$1) }
                body.array("refunds", found.movements.refunds) { $0.write(to: &$1) }
                body.array("disputes", found.movements.disputes) { $0.write(to: &$1) }
            }
            found.contacts.write(membersTo: &body)
            write(paymentRequestTo: &body)
        }
    }

    package func write(forBrowserTo writer: inout Writer, at now: Instant) {
        writer.object { write(browserMembersTo: &$0, at: now) }
    }

    package func write(browserMembersTo body: inout Writer, at now: Instant) {
        body.member("id", session.id.text)
        body.member("live", merchant.live)
        session.write(stateTo: &body, at: now)
        write(lastAttemptTo: &body)
        body.member("expiresAt", session.expiresAt)
        request.write(cartTo: &body)
        write(paymentRequestTo: &body)
    }

    /// Writes the payment request. If the browser's payment sheet would not show every charge,
    /// writes only the version that does.
    private func write(paymentRequestTo writer: inout Writer) {
        let rendered = request.rendered(for: clientVersion)
        let minimum = request.minimumClientVersion(showing: found.price.total)
        if clientVersion != nil, rendered.clientVersion < minimum {
            writer.member("minimumClientVersion", minimum)
            return
        }
        writer.key("paymentRequest")
        PaymentRequest(
            rendered, price: found.price, totalLabel: merchant.statementName,
            couponCode: session.choice.coupon?.code.folded
        ).write(to: &writer, prefill: found.prefill)
    }

    private func write(lastAttemptTo writer: inout Writer) {
        guard let attempt = found.attempt, !session.state.isPaid else { return }
        attempt.write(declineTo: &writer, of: merchant, in: language)
        attempt.write(endTo: &writer, of: merchant, in: language)
    }
}

extension ListedCheckout {
    /// A row of a list: with the card and the decline, so that the list needs no call for each row.
    package func write(
        membersTo writer: inout Writer, of merchant: Merchant, in language: Language,
        at now: Instant
    ) {
        session.write(listedMembersTo: &writer, of: merchant, at: now)
        guard let attempt else { return }
        if let card = attempt.card, !card.lastFour.isEmpty {
            writer.object("card") {
                $0.member("network", card.network)
                $0.member("lastFour", card.lastFour)
            }
        }
        if attempt.state == .authorized {
            writer.member("captureBefore", ifPresent: attempt.captureBefore)
        }
        if !session.state.isPaid {
            attempt.write(declineTo: &writer, of: merchant, in: language)
            attempt.write(endTo: &writer, of: merchant, in: language)
        }
    }
}

extension CheckoutSession {
    /// The members that a list shows.
    package func write(
        listedMembersTo writer: inout Writer, of merchant: Merchant, at now: Instant
    ) {
        write(summaryTo: &writer, at: now)
        writer.member("live", merchant.live)
        write(amountsTo: &writer)
        if disputed > 0 {
            writer.member("disputedAmount", Money(minorUnits: disputed, currency: total.currency))
        }
        writer.member("attempts", attempts)
        writer.member("reference", ifPresent: request.reference)
        writer.member("customer", ifPresent: customer?.text)
        writer.member("createdAt", createdAt)
        writer.member("updatedAt", changedAt)
        writer.member("expiresAt", expiresAt)
    }

    /// Writes the members that a sheet update can change, for the browser's view of the checkout
    /// and for our own member `checkout` in answers to sheet updates.
    package func write(stateTo writer: inout Writer, at now: Instant) {
        write(statusTo: &writer, at: now)
        writer.member("couponCode", ifPresent: choice.coupon?.code.folded)
        writer.member("shippingMethod", ifPresent: choice.method)
        write(tendersTo: &writer)
    }
}

extension Price {
    fileprivate func write(breakdownTo writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: total.currency).decimal }
        writer.member("subtotal", subtotal)
        writer.member("discount", discount)
        writer.member("delivery", delivery)
        writer.member("tax", decimal(parts.reduce(deliveryPart.tax) { $0 + $1.tax }))
        writer.member(
            "includedTax",
            decimal(parts.reduce(deliveryPart.includedTax) { $0 + $1.includedTax }))
    }
}

extension Attempt {
    fileprivate func write(paymentTo writer: inout Writer) {
        writer.member("amount", amount)
        writer.member("processor", processor)
        writer.member("reference", reference ?? "")
        writer.member("network", ifPresent: nonEmpty(card?.network))
        writer.member("lastFour", ifPresent: nonEmpty(card?.lastFour))
        writer.member("issuingCountry", ifPresent: issuingCountry)
        writer.member("captureBefore", ifPresent: captureBefore)
        writer.member("authorizedAt", endedAt ?? startedAt)
    }

    private func nonEmpty(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }

    /// The outcome of the attempt for the buyer, which may be unknown; a waiting page reads it
    /// to continue.
    fileprivate func write(endTo writer: inout Writer, of merchant: Merchant, in language: Language)
    {
        guard let (code, message) = end else { return }
        writer.object("lastAttempt") {
            $0.member("code", code)
            $0.member("message", merchant.text(message, in: language))
        }
    }

    private var end: (code: String, message: Message)? {
        switch state {
        case .authorized: nil
        case .started, .unknown: ("checking", .paymentChecking)
        // Until the void has succeeded, the buyer may still be charged.
        case .voiding where decline == nil: ("checking", .paymentChecking)
        case .declined, .voiding, .voided:
            if let decline {
                (decline.publicCode, declineMessage(decline))
            } else if state == .declined {
                ("not_charged", .paymentUnavailable)
            } else {
                ("voided", .paymentCanceled)
            }
        }
    }

    private func declineMessage(_ decline: Decline) -> Message {
        decline.message(issuedIn: issuingCountry.flatMap(Country.init))
    }

    /// Writes the reason why a bank or a rule declined the attempt, if one did.
    package func write(declineTo writer: inout Writer, of merchant: Merchant, in language: Language)
    {
        guard let decline else { return }
        writer.object("decline") {
            $0.member("code", decline.publicCode)
            $0.member("message", merchant.text(declineMessage(decline), in: language))
        }
    }
}
