import Balances
import Vocabulary

/// The shop's offers: each scene is one request to `POST /v1/checkouts`.
enum DemoScene: String, CaseIterable, Sendable {
    case toast, cart, ride, donation, card, invoice, club

    struct Choice {
        /// The chosen tip; a value that the page does not offer counts as no tip.
        let tip: String?
        /// The gift card that receives the money.
        let balance: Identifier<Balance>?
        /// A new member's plan, and their own test clock.
        var membership: DemoMembership?
    }

    func checkout(_ choice: Choice) -> String {
        switch self {
        case .toast:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-toast",
             "items": [{"name": "Avocado toast", "quantity": 1, "unitPrice": "9.50"}],
             "requiredShippingContactFields": ["email"]}
            """
        case .cart:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-cart", "supportsCouponCode": true,
             "items": [{"name": "Avocado toast", "quantity": 2, "unitPrice": "9.50"},
                       {"name": "Granola", "quantity": 1, "unitPrice": "7.00"},
                       {"name": "Jar of honey", "quantity": 1, "unitPrice": "12.00"}],
             "requiredShippingContactFields": ["postalAddress", "name", "email", "phone"],
             "requiredBillingContactFields": ["postalAddress"], "shippingType": "delivery"}
            """
        case .ride:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-ride",
             "lineItems": [{"label": "Fare", "type": "pending"}\(DemoScene.line(tip: choice.tip))],
             "authorizationAmount": "20.00", "maximumAmount": "30.00", "captureMethod": "manual",
             "requiredShippingContactFields": ["phone"]}
            """
        case .donation:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-donation",
             "lineItems": [{"label": "Trees for the orchard", "amount": "5.00"}]}
            """
        case .invoice:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-invoice",
             "items": [{"name": "Breakfast for the office", "quantity": 12, "unitPrice": "9.50"},
                       {"name": "Bread basket", "quantity": 1, "unitPrice": "6.00"}],
             "requiredShippingContactFields": ["email"]}
            """
        case .club:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-club"
             \(choice.membership?.members ?? ""), "requiredShippingContactFields": ["name", "email"]}
            """
        case .card:
            """
            {"countryCode": "US", "currencyCode": "USD", "reference": "demo-card",
             "lineItems": [{"label": "Gift card", "amount": "10.00"\(DemoScene.credit(choice.balance))}]}
            """
        }
    }

    private static func credit(_ balance: Identifier<Balance>?) -> String {
        balance.map { ", \"creditsBalance\": \"\($0.text)\"" } ?? ""
    }

    private static func line(tip: String?) -> String {
        guard let tip, ["2.00", "4.00"].contains(tip) else { return "" }
        return ", {\"label\": \"Tip\", \"amount\": \"\(tip)\"}"
    }
}
