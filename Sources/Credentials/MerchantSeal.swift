import Crypto
import Postgres
import Vocabulary

/// Seals what a merchant entrusts, with a data key of its own that the server's master key wraps.
package struct MerchantSeal: Sendable {
    private let key: DataKey

    init(_ key: DataKey) { self.key = key }

    init(unwrapping wrapped: [UInt8], of merchant: MerchantNumber, keys: KeyRing) throws {
        key = try keys.unwrap(wrapped, context: Self.context(merchant))
    }

    /// The merchant's, made if there is none yet; its row is locked from here on.
    static func locked(
        of merchant: MerchantNumber, keys: KeyRing, in transaction: Transaction
    ) throws -> MerchantSeal {
        let fresh = DataKey()
        try transaction.later(
            insert(
                wrapped: keys.wrap(fresh, context: context(merchant)), number: keys.currentNumber,
                of: merchant))
        guard let row = try transaction.run(lock(merchant)).first else {
            throw CredentialsRefusal.notFound
        }
        return try MerchantSeal(unwrapping: row.get("data_key"), of: merchant, keys: keys)
    }

    /// - Parameter name: what it is and of what, so that nothing sealed can stand in for another.
    func seal(_ secret: Secret, as name: String) -> [UInt8] {
        var plain = secret.withBytes { Array($0) }
        defer { plain.wipe() }
        return SealedSecret.seal(plain, with: key, context: Array(name.utf8))
    }

    func open(_ sealed: [UInt8], as name: String) throws -> Secret {
        var plain = try SealedSecret.open(sealed, with: key, context: Array(name.utf8))
        return Secret(wiping: &plain)
    }

    static func context(_ merchant: MerchantNumber) -> [UInt8] {
        Array("merchant \(merchant.value)".utf8)
    }
}
