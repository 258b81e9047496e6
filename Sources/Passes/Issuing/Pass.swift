import Crypto
import JSON
import Merchants
import Vocabulary

/// What one buyer has of a pass type, in their Wallet or soon.
package struct Pass: Sendable, Identified {
    package static let identifierPrefix = "pas"
    package typealias ID = Identifier<Pass>

    package let id: ID
    package let type: PassType.ID
    /// As Apple knows the type.
    package let typeIdentifier: String
    /// By which phones ask for it; never changes.
    package let serialNumber: String
    /// What belongs to the buyer; nothing once they were erased.
    package internal(set) var held: Held?
    /// The text of the customer's identifier.
    package internal(set) var customer: UUID128?
    package internal(set) var relevantAt: Instant?
    package internal(set) var voidedAt: Instant?
    /// How many phones have it.
    package let devices: Int
    /// Of its last change.
    package internal(set) var tag: Int64
    /// In whole seconds; each change has a later one.
    package internal(set) var modifiedAt: Instant
    package let createdAt: Instant
    package let erasedAt: Instant?
    /// What Wallet would show otherwise than whoever issued or changed it just now has meant.
    package internal(set) var warnings: [FieldProblem] = []

    /// What is sealed with the pass's own key.
    package struct Held: Sendable {
        package internal(set) var values: PassValues
        /// What a phone shows; never changes.
        package let token: PassSecret
        /// What opens the download; nothing when it was revoked.
        package internal(set) var link: PassLink?
    }

    package static let serialLengthMax = 255

    /// Nothing when phones could not write it into an address, or people could not read it.
    package static func isSerialNumber(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0 == " " || $0.isVisible && !$0.properties.isWhitespace
            }
    }

    /// The whole second after what was, and not before now: HTTP's dates have no parts of seconds.
    static func modified(after last: Instant?, at now: Instant) -> Instant {
        let present = now.microseconds / 1_000_000
        return Instant(
            seconds: max(present, last.map { $0.microseconds / 1_000_000 + 1 } ?? present))
    }
}

/// The address by which a buyer gets a pass: whoever has it has the pass.
package struct PassLink: Sendable {
    package let pass: Pass.ID
    let secret: PassSecret

    init(to pass: Pass.ID, _ secret: PassSecret) {
        self.pass = pass
        self.secret = secret
    }

    /// What stands in an address; nothing when it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, let pass = Pass.ID("\(parts[0])_\(parts[1])"),
            let secret = PassSecret(String(parts[2]))
        else { return nil }
        self.init(to: pass, secret)
    }

    package var text: String { "\(pass.text)_\(secret.text)" }
}

extension Pass {
    /// The key of one pass, and what it is sealed as.
    struct Seal {
        private let key: DataKey
        private let id: ID

        static func make(for id: ID, keys: KeyRing) -> (Seal, wrapped: [UInt8]) {
            let key = DataKey()
            return (Seal(key: key, id: id), keys.wrap(key, context: Array(id.text.utf8)))
        }

        static func open(_ wrapped: [UInt8], of id: ID, keys: KeyRing) throws -> Seal {
            Seal(key: try keys.unwrap(wrapped, context: Array(id.text.utf8)), id: id)
        }

        private init(key: DataKey, id: ID) { (self.key, self.id) = (key, id) }

        func seal(_ held: Held) -> [UInt8] {
            let plain = Writer.write { writer in
                writer.member("token", held.token.text)
                writer.member("link", ifPresent: held.link?.secret.text)
                held.values.write(membersTo: &writer)
            }
            return SealedSecret.seal(plain, with: key, context: context)
        }

        func open(_ sealed: [UInt8]) throws -> Held {
            let plain = try SealedSecret.open(sealed, with: key, context: context)
            let root = try Document.parse(plain).root
            guard let token = root["token"]?.string.flatMap({ PassSecret($0) }) else {
                throw UnreadablePass()
            }
            return Held(
                values: PassValues(stored: root), token: token,
                link: root["link"]?.string.flatMap { PassSecret($0) }.map { PassLink(to: id, $0) })
        }

        private var context: [UInt8] { Array("pass \(id.text)".utf8) }
    }
}
