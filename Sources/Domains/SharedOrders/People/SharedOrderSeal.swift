import Crypto
import Vocabulary

/// The unwrapped data key of one order, which seals its participants' names.
struct SharedOrderSeal: Sendable {
    private let key: DataKey
    private let context: [UInt8]

    /// Creates a data key for a new order, and its wrapped form.
    static func make(for order: SharedOrder.ID, keys: KeyRing) -> (Self, wrapped: [UInt8]) {
        let key = DataKey()
        let context = Array(order.text.utf8)
        return (Self(key: key, context: context), keys.wrap(key, context: context))
    }

    private init(key: DataKey, context: [UInt8]) {
        self.key = key
        self.context = context
    }

    /// Returns nil if the key was destroyed.
    init?(_ wrapped: [UInt8]?, of order: SharedOrder.ID, keys: KeyRing) throws {
        guard let wrapped else { return nil }
        let context = Array(order.text.utf8)
        self.init(key: try keys.unwrap(wrapped, context: context), context: context)
    }

    func seal(name: String) -> [UInt8] { key.seal(Array(name.utf8), context: context) }

    func name(_ sealed: [UInt8]?) throws -> String? {
        guard let sealed else { return nil }
        return String(decoding: try key.open(sealed, context: context), as: UTF8.self)
    }
}
