import Crypto
import Foundation
import HTTPClient
import JSON
import Postgres
import Synchronization
import TestSupport
import Testing
import Vocabulary

@testable import Processors

/// The adapter on the tests' database and a local Stripe, with a merchant of its own.
struct StripeFixture: Sendable {
    let database: Database
    let server: LocalStripe
    let merchant: MerchantNumber
    let processor: Processor
    let stripe: Stripe
    let errors = Journal<String>()

    private static let fixtures = Atomic<Int64>(0)

    init() async throws {
        database = try await TestDatabase.shared
        server = try await LocalStripe.shared
        merchant = MerchantNumber(5_000_000 + Self.fixtures.add(10, ordering: .relaxed).newValue)
        let (server, errors) = (server, errors)
        let environment = StripeEnvironment(
            account: { _ in server.account }, send: { await server.send($0, $1) },
            now: { Instant(seconds: Int64(Date().timeIntervalSince1970)) },
            report: { errors.add(String(reflecting: $0)) })
        stripe = Stripe(database: database, environment: environment)
        processor = .stripe(database, environment)
    }

    /// Test card numbers. A check after all tests (bin/lib/planted.py) searches logs and rows for
    /// the first.
    static let approved = "4111111111111111"
    static let declined = "4000000000000341"
    static let mustAuthenticate = "4000002500003155"

    static let card = CardDisplay(network: "Visa", lastFour: "4242")

    /// A decrypted Apple Pay token.
    static func token(
        _ number: String = approved, _ name: String = "token", indicator: String? = "7",
        merchantToken: String? = nil, card: CardDisplay = card
    ) throws -> PaymentInstrument {
        let indicator = indicator.map { #","eciIndicator":"\#($0)""# } ?? ""
        let merchantToken = merchantToken.map { #""merchantTokenIdentifier":"\#($0)","# } ?? ""
        let payload = """
            {"applicationPrimaryAccountNumber":"\(number)","applicationExpirationDate":"311231",
             "currencyCode":"840","transactionAmount":1001,\(merchantToken)
             "paymentDataType":"3DSecure",
             "paymentData":{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM="\(indicator)}}
            """
        return .opened(
            DecryptedToken(
                try envelope(number + name),
                try TokenPayload(reading: Document.parse(Array(payload.utf8)).root), signed: 0),
            card: card)
    }

    /// An encrypted token. After the decryption only its transaction identifier is used, which is
    /// derived from the name here.
    private static func envelope(_ name: String) throws -> PaymentToken {
        let bytes = Base64.standard.encode(Array("nothing".utf8))
        let hash = Base64.standard.encode(SHA256.hash("key"))
        let json = """
            {"version":"EC_v1","data":"\(bytes)","signature":"\(bytes)","header":{
             "ephemeralPublicKey":"\(bytes)","publicKeyHash":"\(hash)",
             "transactionId":"\(Hex.encode(SHA256.hash(name)))"}}
            """
        return try PaymentToken(reading: Document.parse(Array(json.utf8)).root)
    }

    func key(_ name: String) -> AttemptKey { AttemptKey(merchant: merchant, text: "att_\(name)") }

    func request(
        _ name: String, minorUnits: Int64 = 1000, payment: PaymentInstrument? = nil,
        captureNow: Bool = false, savesCard: Bool = false
    ) throws -> AuthorizationRequest {
        AuthorizationRequest(
            key: key(name), amount: usd(minorUnits), statementName: "Toast & Jam",
            payment: try payment ?? Self.token(),
            billing: BillingAddress(postalCode: "95014", hasAddressLines: true),
            captureNow: captureNow, savesCard: savesCard)
    }

    func usd(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: Currency("USD")!)
    }

    /// Stripe's idempotency key for a step of an attempt.
    func step(_ key: AttemptKey, _ step: String) -> String { key.idempotencyKey(step) }

    /// The number of authorized or captured charges for a key, counted at Stripe.
    func charges(_ key: AttemptKey) async throws -> Int {
        Int(try #require(try await counted(key)["count"]?.int64))
    }

    func record(_ key: AttemptKey) async throws -> RecordedMoney {
        let known = try await counted(key)
        return RecordedMoney(
            held: try #require(known["held"]?.int64), taken: try #require(known["taken"]?.int64),
            refunded: try #require(known["refunded"]?.int64))
    }

    private func counted(_ key: AttemptKey) async throws -> Node {
        try await server.config("charges?merchant=\(key.merchant.value)&attempt=\(key.text)")
    }
}
