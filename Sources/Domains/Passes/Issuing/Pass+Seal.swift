import Crypto
import JSON
import Vocabulary

extension Pass {
    /// The data key of one pass; seals the pass's values under its identifier.
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

        func seal(_ privateData: PrivateData) -> [UInt8] {
            let plain = Writer.write { writer in
                writer.member("token", privateData.token.text)
                writer.member("link", ifPresent: privateData.link?.secret.text)
                privateData.values.write(membersTo: &writer)
                writer.member("shown", ifPresent: privateData.shown)
                if let personalization = privateData.personalization {
                    writer.key("personalization")
                    personalization.write(sealedTo: &writer)
                }
                if privateData.signUps > 0 { writer.member("signUps", privateData.signUps) }
            }
            return SealedSecret.seal(plain, with: key, context: context)
        }

        func open(_ sealed: [UInt8]) throws -> PrivateData {
            let plain = try SealedSecret.open(sealed, with: key, context: context)
            let root = try Document.parse(plain, takesNUL: true).root
            guard let token = root["token"]?.string.flatMap({ PassSecret($0) }) else {
                throw UnreadablePass()
            }
            return PrivateData(
                values: PassValues(stored: root),
                shown: try root["shown"].map(SubjectValues.init(stored:)), token: token,
                link: root["link"]?.string.flatMap { PassSecret($0) }.map { PassLink(to: id, $0) },
                personalization: try root["personalization"].map(Personalization.init(stored:)),
                signUps: Int(root["signUps"]?.int64 ?? 0))
        }

        private var context: [UInt8] { Array("pass \(id.text)".utf8) }
    }
}
