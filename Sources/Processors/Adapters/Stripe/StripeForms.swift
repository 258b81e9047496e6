import Crypto
import Vocabulary

// What Stripe is told of an authorisation. Source: docs.stripe.com/api/payment_intents and
// /setup_intents; a decrypted token goes as a network token of the wallet's.

extension StripeForm {
    /// A payment, or the verification of a card, that nobody has confirmed: it moves no money.
    init?(creating request: AuthorizationRequest, customer: String?) {
        self = [:]
        if request.amount.minorUnits == 0 {
            self["usage"] = request.keepsCard ? "off_session" : "on_session"
        } else {
            guard let amount = StripeAmount(request.amount) else { return nil }
            self["amount"] = String(amount.units)
            self["currency"] = amount.code
            self["capture_method"] = request.captureNow ? "automatic" : "manual"
            if customer != nil, !request.payment.isKept {
                self["setup_future_usage"] = "off_session"
            }
            self["statement_descriptor_suffix"] = StripeForm.suffix(request.statementName)
            if !request.captureNow {
                self["payment_method_options[card][request_multicapture]"] = "if_available"
                self["payment_method_options[card][request_incremental_authorization]"] =
                    "if_available"
            }
        }
        self["customer"] = customer
        self["payment_method_types[]"] = "card"
        tag(request.key, as: StripeTag.attempt)
    }

    /// What makes it a charge.
    init(confirming card: StripeCard, _ billing: BillingAddress, _ intent: String) {
        self = ["expand[]": StripeIntent.expansion(intent)]
        switch card {
        case .kept(let kept, let later):
            self["payment_method"] = kept.paymentMethod
            // Stripe's words for what networks want said; a verification has no such word.
            if !StripeIntent.isSetup(intent) {
                self["off_session"] = later == .recurring ? "recurring" : "one_off"
            }
        case .networkToken(let token, let cryptogram, let indicator, let lastFour):
            let (month, year) = (token.expires.dropFirst(2).prefix(2), token.expires.prefix(2))
            self["payment_method_data[type]"] = "card"
            for place in ["", "[network_token]"] {
                self["payment_method_data[card]\(place)[exp_month]"] = String(month)
                self["payment_method_data[card]\(place)[exp_year]"] = "20" + year
            }
            self["payment_method_data[card][last4]"] = lastFour
            add("payment_method_data[card][network_token][number]", token.accountNumber)
            self["payment_method_data[card][network_token][tokenization_method]"] = "apple_pay"
            self["payment_method_data[billing_details][address][postal_code]"] = billing.postalCode
            add("payment_method_options[card][network_token][cryptogram]", cryptogram)
            self["payment_method_options[card][network_token][electronic_commerce_indicator]"] =
                indicator.map(Self.twoDigits)
        }
    }

    mutating func tag(_ key: AttemptKey, as name: String) {
        self["metadata[\(name)]"] = key.text
        self["metadata[\(StripeTag.merchant)]"] = String(key.merchant.value)
    }

    /// Tokens may have lost the indicator's leading zero (contracts 5.4).
    private static func twoDigits(_ indicator: String) -> String {
        indicator.utf8.count == 1 ? "0" + indicator : indicator
    }

    /// What a statement shows behind the account's own name, if Stripe takes it: Latin letters, digits and
    /// no marks of its own, with at least one letter. Both have 22 characters with what stands between
    /// them, and the name up to ten (docs.stripe.com/get-started/account/statement-descriptors).
    static func suffix(_ name: String) -> String? {
        let taken = name.unicodeScalars.filter {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                    || " .-&".unicodeScalars.contains($0))
        }
        var suffix = String(String.UnicodeScalarView(taken.drop { $0 == " " }))
            .prefix(suffixLengthMax)
        while suffix.last == " " { suffix.removeLast() }
        return suffix.contains(where: \.isLetter) ? String(suffix) : nil
    }

    private static let suffixLengthMax = 10
}

/// Names under which Stripe keeps our keys with its own things.
enum StripeTag {
    static let attempt = "paysheet_attempt"
    static let merchant = "paysheet_merchant"
    static let refund = "paysheet_refund"
    /// Of a capture: a payment may have several.
    static func capture(_ key: AttemptKey) -> String { settlement("capture", key) }
    static func increment(_ key: AttemptKey) -> String { settlement("increment", key) }

    /// Names of metadata have at most 40 characters; the end of a key is what makes it one.
    private static func settlement(_ kind: String, _ key: AttemptKey) -> String {
        kind.prefix(3) + "_" + key.text.suffix(36)
    }
}
