import Crypto
import JSON
import Vocabulary

extension Personalization {
    /// Writes the sealed form.
    func write(sealedTo writer: inout Writer) {
        writer.object { body in
            for member in Member.allCases {
                guard let text = formData[member] else { continue }
                body.key(dynamic: member.rawValue)
                body.value(text)
            }
            body.member("token", Hex.encode(tokenDigest))
            body.member("at", at.rfc3339)
        }
    }

    init(stored node: Node) throws {
        guard let token = node["token"]?.string.flatMap({ Hex.decode($0) }),
            let at = node["at"]?.string.flatMap({ Instant(rfc3339: $0) })
        else { throw UnreadablePass() }
        var formData: [Member: String] = [:]
        for member in Member.allCases { formData[member] = node[member.rawValue]?.string }
        self.init(formData: formData, tokenDigest: token, at: at)
    }
}
