// Paysheet for an app: sends the events of PassKit's sheet to the server, and returns the answers
// as PassKit's types.
//
// Copy this file into your app; it needs nothing else. On systems without PassKit it only has the
// mapping of answers, which is tested there.

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One error in an answer, with the members of `ApplePayError` on the web.
public struct PaysheetError: Codable, Hashable, Sendable {
    public let code: String
    public let contactField: String?
    public let message: String
    public let messageCode: String?

    public init(
        code: String, contactField: String? = nil, message: String, messageCode: String? = nil
    ) {
        self.code = code
        self.contactField = contactField
        self.message = message
        self.messageCode = messageCode
    }
}

/// A PassKit error, before it becomes one of PassKit's own types.
public enum PaysheetNativeError: Hashable, Sendable {
    /// `paymentContactInvalidError(withContactField:localizedDescription:)`: the raw value of a
    /// `PKContactField`.
    case contact(String)
    /// `paymentShippingAddressInvalidError(withKey:localizedDescription:)`: a key of
    /// `CNPostalAddress`.
    case shippingAddress(String)
    /// `paymentBillingAddressInvalidError(withKey:localizedDescription:)`.
    case billingAddress(String)
    case addressUnserviceable
    case couponCodeInvalid
    case couponCodeExpired
    /// An error without a field in the sheet.
    case unknown

    public init(_ error: PaysheetError) {
        switch error.code {
        case "shippingContactInvalid":
            self =
                Self.postalKey(error.contactField).map(Self.shippingAddress)
                ?? Self.contactField(error.contactField).map(Self.contact)
                ?? .contact("postalAddress")
        case "billingContactInvalid":
            // PassKit has no other billing error: an error that names no part of the address is
            // shown at the street.
            self = .billingAddress(Self.postalKey(error.contactField) ?? "street")
        case "addressUnserviceable": self = .addressUnserviceable
        case "couponCodeInvalid": self = .couponCodeInvalid
        case "couponCodeExpired": self = .couponCodeExpired
        default: self = .unknown
        }
    }

    /// The value of Contacts' constant for a part of an address: `CNPostalAddressStreetKey` is
    /// `street`.
    public static func postalKey(_ contactField: String?) -> String? {
        switch contactField {
        case "addressLines": "street"
        case "subLocality": "subLocality"
        case "locality": "city"
        case "subAdministrativeArea": "subAdministrativeArea"
        case "administrativeArea": "state"
        case "postalCode": "postalCode"
        case "country": "country"
        case "countryCode": "ISOCountryCode"
        default: nil
        }
    }

    /// The raw value of the `PKContactField` for a web field, which has the same name; nil for a
    /// part of an address.
    public static func contactField(_ contactField: String?) -> String? {
        switch contactField {
        case "postalAddress", "name", "phoneticName", "phoneNumber", "emailAddress": contactField
        default: nil
        }
    }
}

/// A line of the sheet; a pending one has no amount.
public struct PaysheetItem: Codable, Hashable, Sendable {
    public let label: String
    public let amount: String?
    public let type: String?

    public var isPending: Bool { type == "pending" }
    /// The exact amount for PassKit, never converted from a floating-point number; 0 for a pending
    /// line.
    public let decimal: Decimal

    private enum CodingKeys: CodingKey {
        case label, amount, type
    }

    /// An unreadable amount is an error, never 0.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        label = try values.decode(String.self, forKey: .label)
        amount = try values.decodeIfPresent(String.self, forKey: .amount)
        type = try values.decodeIfPresent(String.self, forKey: .type)
        if type == "pending" {
            decimal = 0
            return
        }
        guard let amount, amount.allSatisfy({ "-.0123456789".contains($0) }),
            let exact = Decimal(string: amount, locale: Locale(identifier: "en_US_POSIX"))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .amount, in: values, debugDescription: "this is no amount")
        }
        decimal = exact
    }
}

public struct PaysheetShippingMethod: Codable, Hashable, Sendable {
    public let identifier: String
    public let label: String
    public let detail: String
    public let amount: String
}

/// An answer to one of the sheet's events.
public struct PaysheetUpdate: Codable, Hashable, Sendable {
    public let newTotal: PaysheetItem
    public let newLineItems: [PaysheetItem]?
    public let newShippingMethods: [PaysheetShippingMethod]?
    public let errors: [PaysheetError]?
    public let checkout: PaysheetState

    /// PassKit's summary items: the lines, and last the grand total.
    public var summaryItems: [PaysheetItem] { (newLineItems ?? []) + [newTotal] }
}

/// The result of a payment: `status` 0 is success.
public struct PaysheetResult: Codable, Hashable, Sendable {
    public let status: Int
    public let errors: [PaysheetError]?
    /// The order's location for Wallet; nil if its merchant has no order type.
    public let orderDetails: PaysheetOrder?
    public let checkout: PaysheetState
}

/// The data with which Wallet tracks an order: `PKPaymentOrderDetails`.
public struct PaysheetOrder: Codable, Hashable, Sendable {
    public let orderTypeIdentifier: String
    public let orderIdentifier: String
    public let webServiceURL: URL
    public let authenticationToken: String
}

/// The checkout's state, which the server adds to each answer.
public struct PaysheetState: Codable, Hashable, Sendable {
    public struct Decline: Codable, Hashable, Sendable {
        public let code: String
        public let message: String
    }

    public let status: String
    public let version: Int
    public let total: String?
    public let decline: Decline?
}

/// The reason why a call was refused or failed.
public struct PaysheetProblem: Error, Codable, Hashable, Sendable {
    public let code: String
    public let detail: String?
    public let status: Int
}

/// One checkout at the server, identified by its client secret.
public actor PaysheetCheckout {
    private let url: URL
    private let secret: String
    private let session: URLSession
    private var version: Int?

    /// - the URL of Paysheet, as `https://pay.example.com`.
    /// - `cs_…`, which your own server received when it created the checkout.
    public init?(server: URL, clientSecret: String, session: URLSession = .shared) {
        let parts = clientSecret.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "cs",
            !parts[1].isEmpty,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || (97...122).contains($0) })
        else { return nil }
        url = server.appendingPathComponent("v1/checkouts/chk_\(parts[1])")
        secret = clientSecret
        self.session = session
    }

    /// Sends one of the sheet's events: `shipping-contact`, `shipping-method`, `payment-method`,
    /// `coupon-code`.
    public func ask(_ question: String, _ body: [String: any Sendable]) async throws
        -> PaysheetUpdate
    {
        let update: PaysheetUpdate = try await insist(question, body, key: nil)
        version = update.checkout.version
        return update
    }

    /// Pays once, despite retries: every retry has the same key.
    ///
    /// - Parameter payment: `token`, and the contacts, as on the web.
    public func authorize(_ payment: [String: any Sendable]) async throws -> PaysheetResult {
        var body: [String: any Sendable] = ["payment": payment]
        body["version"] = version
        let key = UUID().uuidString
        let result: PaysheetResult = try await insist("authorize", body, key: key)
        version = result.checkout.version
        return result
    }

    /// The sheet waits 30 seconds, and all calls for one event together must end before.
    private static let secondsMax: TimeInterval = 29

    /// Retries after a lost connection or a server error: a repeated call gives the same answer.
    private func insist<Answer: Decodable>(
        _ path: String, _ body: [String: any Sendable], key: String?
    ) async throws -> Answer {
        let end = Date().addingTimeInterval(Self.secondsMax)
        var pause: TimeInterval = 1
        while true {
            do {
                return try await call(path, body, key: key, seconds: end.timeIntervalSinceNow)
            } catch let problem as PaysheetProblem
                where problem.status < 500 && problem.code != "attempt_in_progress"
            {
                throw problem
            } catch {
                guard end.timeIntervalSinceNow > pause + 1, !(error is CancellationError) else {
                    throw error
                }
                try await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))
                pause *= 2
            }
        }
    }

    private func call<Answer: Decodable>(
        _ path: String, _ body: [String: any Sendable], key: String?, seconds: TimeInterval
    ) async throws -> Answer {
        var request = URLRequest(url: url.appendingPathComponent(path), timeoutInterval: seconds)
        request.httpMethod = "POST"
        request.setValue("Bearer \(secret)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(Locale.preferredLanguages.first, forHTTPHeaderField: "Accept-Language")
        request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            throw (try? JSONDecoder().decode(PaysheetProblem.self, from: data))
                ?? PaysheetProblem(code: "unreadable_answer", detail: nil, status: status)
        }
        return try JSONDecoder().decode(Answer.self, from: data)
    }
}

#if canImport(PassKit)
    import Contacts
    import PassKit

    extension PaysheetError {
        /// The error for PassKit's sheet, at its field.
        public var native: any Error {
            switch PaysheetNativeError(self) {
            case .contact(let field):
                PKPaymentRequest.paymentContactInvalidError(
                    withContactField: PKContactField(rawValue: field), localizedDescription: message
                )
            case .shippingAddress(let key):
                PKPaymentRequest.paymentShippingAddressInvalidError(
                    withKey: key, localizedDescription: message)
            case .billingAddress(let key):
                PKPaymentRequest.paymentBillingAddressInvalidError(
                    withKey: key, localizedDescription: message)
            case .addressUnserviceable:
                PKPaymentRequest.paymentShippingAddressUnserviceableError(
                    withLocalizedDescription: message)
            case .couponCodeInvalid:
                if #available(iOS 15, macOS 12, watchOS 8, *) {
                    PKPaymentRequest.paymentCouponCodeInvalidError(localizedDescription: message)
                } else {
                    unknown
                }
            case .couponCodeExpired:
                if #available(iOS 15, macOS 12, watchOS 8, *) {
                    PKPaymentRequest.paymentCouponCodeExpiredError(localizedDescription: message)
                } else {
                    unknown
                }
            case .unknown: unknown
            }
        }

        private var unknown: any Error {
            NSError(
                domain: PKPaymentErrorDomain, code: PKPaymentError.unknownError.rawValue,
                userInfo: [NSLocalizedDescriptionKey: message])
        }
    }

    extension PaysheetItem {
        public var native: PKPaymentSummaryItem {
            PKPaymentSummaryItem(
                label: label, amount: decimal as NSDecimalNumber,
                type: isPending ? .pending : .final)
        }
    }

    extension PaysheetShippingMethod {
        public var native: PKShippingMethod {
            let amount = Decimal(string: amount, locale: Locale(identifier: "en_US_POSIX")) ?? 0
            let method = PKShippingMethod(label: label, amount: amount as NSDecimalNumber)
            method.identifier = identifier
            method.detail = detail
            return method
        }
    }

    extension PaysheetUpdate {
        public var shippingContactUpdate: PKPaymentRequestShippingContactUpdate {
            PKPaymentRequestShippingContactUpdate(
                errors: (errors ?? []).map(\.native),
                paymentSummaryItems: summaryItems.map(\.native),
                shippingMethods: (newShippingMethods ?? []).map(\.native))
        }

        public var shippingMethodUpdate: PKPaymentRequestShippingMethodUpdate {
            PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: summaryItems.map(\.native))
        }

        public var paymentMethodUpdate: PKPaymentRequestPaymentMethodUpdate {
            PKPaymentRequestPaymentMethodUpdate(
                errors: (errors ?? []).map(\.native),
                paymentSummaryItems: summaryItems.map(\.native))
        }

        @available(iOS 15, macOS 12, watchOS 8, *)
        public var couponCodeUpdate: PKPaymentRequestCouponCodeUpdate {
            PKPaymentRequestCouponCodeUpdate(
                errors: (errors ?? []).map(\.native),
                paymentSummaryItems: summaryItems.map(\.native),
                shippingMethods: (newShippingMethods ?? []).map(\.native))
        }
    }

    extension PaysheetResult {
        public var authorizationResult: PKPaymentAuthorizationResult {
            let result = PKPaymentAuthorizationResult(
                status: status == 0 ? .success : .failure, errors: (errors ?? []).map(\.native))
            if #available(iOS 16, macOS 13, watchOS 9, *), let order = orderDetails {
                result.orderDetails = PKPaymentOrderDetails(
                    orderTypeIdentifier: order.orderTypeIdentifier,
                    orderIdentifier: order.orderIdentifier, webServiceURL: order.webServiceURL,
                    authenticationToken: order.authenticationToken)
            }
            return result
        }
    }
#endif
