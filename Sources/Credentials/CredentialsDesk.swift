import Merchants
import Postgres
import Processors
import Vocabulary

/// Where merchants' certificates are judged and their buyers' tokens opened.
package struct CredentialsDesk: Sendable {
    package let keychain: Keychain
    /// Apple's; nobody else is believed where there is money.
    private let live: AppleAuthorities
    /// Besides, the operator's own, for test merchants.
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

    /// In whose name a merchant's passes or orders of a type are signed at the moment; nothing when no certificate is valid.
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

    /// Tells of each merchant's pass and order types that nobody can sign at the moment.
    ///
    /// - Parameter merchant: by its number; nothing when it is gone.
    package func examineSigners(
        on database: Database, at now: Instant,
        merchant: (MerchantNumber) async throws -> Merchant?,
        tell: (MerchantNumber, UnfitSigner) -> Void
    ) async throws {
        for row in try await database.run(MerchantCertificate.merchantsWithWalletTypes) {
            let number: MerchantNumber = try row.get("merchant_id")
            guard let merchant = try await merchant(number) else { continue }
            let authorities = merchant.live ? live : test
            for unfit in try await keychain.unfitSigners(of: number, by: authorities, at: now) {
                tell(number, unfit)
            }
        }
    }

    /// Why a token was not opened.
    package enum Refusal: Error, Hashable, Sendable {
        /// The server was given no root of Apple's to believe.
        case notSupported
        case fault(TokenFault)
    }

    /// Verifies and decrypts a token for its merchant; its age is looked at where it is to pay.
    package func open(
        _ token: PaymentToken, of merchant: Merchant, at now: Instant
    ) async throws -> OpenedToken {
        guard let trust = (merchant.live ? live : test).tokens else { throw Refusal.notSupported }
        let keys = try await keychain.processingKeys(
            of: merchant.number, named: token.publicKeyHash)
        do throws(TokenFault) {
            return try OpenToken(trust: trust)(
                token, with: keys, at: now.microseconds / 1_000_000)
        } catch { throw Refusal.fault(error) }
    }
}
