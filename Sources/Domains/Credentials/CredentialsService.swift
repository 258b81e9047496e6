import Merchants
import Postgres
import Processors
import Vocabulary

/// Verifies merchants' certificates and opens their buyers' payment tokens.
package struct CredentialsService: Sendable {
    package let keychain: Keychain
    /// Apple's authorities: the only ones trusted for real payments.
    private let live: AppleAuthorities
    /// Apple's and the operator's own authorities, for test merchants.
    private let test: AppleAuthorities

    package init(keychain: Keychain, live: AppleAuthorities, test: AppleAuthorities? = nil) {
        self.keychain = keychain
        self.live = live
        self.test = test ?? live
    }

    package func authorities(for merchant: Merchant) throws(CredentialsRefusal) -> AppleAuthorities
    {
        let authorities = merchant.live ? live : test
        guard !authorities.isEmpty else { throw .noAuthorities }
        return authorities
    }

    /// Returns the identity that signs a merchant's passes or orders of a type now, or nil if no
    /// certificate is valid.
    package typealias Signer = @Sendable (MerchantNumber, String) async throws -> SigningIdentity?

    package func signer(
        of registry: Registry, now: @escaping @Sendable () -> Instant
    ) -> Signer {
        { number, type in
            guard let merchant = try await registry.merchant(number) else { return nil }
            return try await keychain.signer(
                of: number, for: type, by: authorities(for: merchant), at: now())
        }
    }

    /// Reports each merchant's pass and order types whose certificates cannot sign now.
    ///
    /// - Parameter merchant: returns a merchant by its number, or nil if it no longer exists.
    package func examineSigners(
        on database: Database, at now: Instant,
        merchant: (MerchantNumber) async throws -> Merchant?,
        report: (MerchantNumber, UnusableSigner) -> Void
    ) async throws {
        for row in try await database.run(MerchantCertificate.merchantsWithWalletTypes) {
            let number: MerchantNumber = try row.get("merchant_id")
            guard let merchant = try await merchant(number) else { continue }
            let authorities = merchant.live ? live : test
            for unusable in try await keychain.unusableSigners(of: number, by: authorities, at: now)
            {
                report(number, unusable)
            }
        }
    }

    /// Verifies and decrypts a token for its merchant. Does not check its age: a caller that
    /// charges uses `DecryptedToken.requireFresh`.
    package func open(
        _ token: PaymentToken, of merchant: Merchant, at now: Instant
    ) async throws -> DecryptedToken {
        guard let trust = (merchant.live ? live : test).tokens else {
            throw TokenRefusal.notSupported
        }
        let keys = try await keychain.processingKeys(
            of: merchant.number, named: token.publicKeyHash)
        do throws(TokenFault) {
            return try DecryptToken(trust: trust)(
                token, with: keys, at: now.microseconds / 1_000_000)
        } catch { throw TokenRefusal.fault(error) }
    }
}

/// The reason why a token was not opened.
package enum TokenRefusal: Refusal, Hashable {
    /// The server has no Apple root to trust.
    case notSupported
    case fault(TokenFault)

    package var problem: ProblemDetails {
        switch self {
        case .notSupported:
            .invalid(
                "/payment/token/paymentData",
                "the server has no Apple root certificate: its operator must set "
                    + "PAYSHEET_APPLE_CERTIFICATES", code: "token_not_supported")
        case .fault(let fault): fault.problem
        }
    }
}
