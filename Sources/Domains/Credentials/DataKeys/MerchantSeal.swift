import Crypto
import Postgres
import Vocabulary

/// Seals a merchant's secrets with the merchant's data key, which the server's master key wraps.
package struct MerchantSeal: Sendable {
    private let key: DataKey

    init(_ key: DataKey) { self.key = key }

    init(unwrapping wrapped: [UInt8], of merchant: MerchantNumber, keys: KeyRing) throws {
        key = try keys.unwrap(wrapped, context: Self.context(merchant))
    }

    /// Returns the merchant's seal, creating its data key if needed. Locks the data key's row.
    static func locked(
        of merchant: MerchantNumber, keys: KeyRing, in transaction: Transaction
    ) throws -> MerchantSeal {
        let fresh = DataKey()
        try transaction.enqueue(
            insert(
                wrapped: keys.wrap(fresh, context: context(merchant)), number: keys.currentNumber,
                of: merchant))
        guard let row = try transaction.run(lock(merchant)).first else {
            throw CredentialsRefusal.notFound
        }
        return try MerchantSeal(unwrapping: row.get("data_key"), of: merchant, keys: keys)
    }

    /// - Parameter name: the kind and owner of the secret, so that no sealed value can replace
    ///   another.
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
