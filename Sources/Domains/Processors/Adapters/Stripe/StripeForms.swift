import Crypto
import Vocabulary

// Parameters of an authorization. Source: docs.stripe.com/api/payment_intents and /setup_intents; a
// decrypted token is sent as the wallet's network token.

extension StripeForm {
    /// Creates a payment or a card verification without confirming it, so that it moves no money.
    init?(creating request: AuthorizationRequest, customer: String?) {
        self = [:]
        if request.amount.minorUnits == 0 {
            self["usage"] = request.savesCard ? "off_session" : "on_session"
        } else {
            guard let amount = StripeAmount(request.amount) else { return nil }
            self["amount"] = String(amount.units)
            self["currency"] = amount.code
            self["capture_method"] = request.captureNow ? "automatic" : "manual"
            if customer != nil, !request.payment.isSavedCard {
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

    /// Confirms the payment, which makes it a charge.
    init(confirming card: StripeCard, _ billing: BillingAddress, _ intent: String) {
        self = ["expand[]": StripeIntent.expansion(intent)]
        switch card {
        case .savedCard(let savedCard, let later):
            self["payment_method"] = savedCard.paymentMethod
            // Stripe's words for the networks' classification; a verification has no such word.
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

    /// Some tokens lack the indicator's leading zero (docs/rules/apple.md#5.4).
    private static func twoDigits(_ indicator: String) -> String {
        indicator.utf8.count == 1 ? "0" + indicator : indicator
    }

    /// The part of the statement after the account's own name; nil if no letter remains.
    ///
    /// Stripe accepts Latin letters, digits and some punctuation, with at least one letter. Both
    /// parts have 22 characters including the separator, and the account's name has up to ten of
    /// them (docs.stripe.com/get-started/account/statement-descriptors).
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

/// Metadata names under which Stripe stores our keys with its objects.
enum StripeTag {
    static let attempt = "paysheet_attempt"
    static let merchant = "paysheet_merchant"
    static let refund = "paysheet_refund"
    /// A capture has a name of its own, because a payment may have several.
    static func capture(_ key: AttemptKey) -> String { operation("capture", key) }
    static func increment(_ key: AttemptKey) -> String { operation("increment", key) }

    /// Metadata names have at most 40 characters; the end of a key distinguishes it.
    private static func operation(_ kind: String, _ key: AttemptKey) -> String {
        kind.prefix(3) + "_" + key.text.suffix(36)
    }
}
