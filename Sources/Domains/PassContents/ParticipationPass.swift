import Crypto
import Passes
import SharedOrders
import Vocabulary

extension IssueParticipantPasses {
    /// Issues a participant's pass as the merchant's server would, of the type that the order
    /// names.
    package static func issuing(
        _ keys: KeyRing, urls: @escaping @Sendable () -> PublicURLs,
        random: @escaping @Sendable () -> (UInt64, UInt64)
    ) -> Issue {
        { type, participation, now, transaction in
            guard let type = PassType.ID(type) else { throw PassesRefusal.notFound }
            let id = Pass.ID(
                merchant: type.merchant, uuid: UUID128.version7(at: now, random: random()))
            let issue = IssuePass(
                id: id, type: type, serialNumber: participation.text, customer: nil,
                subject: ("sharedOrder", participation.text), of: .all(keys), values: PassValues(),
                secrets: (token: PassSecret(random: random()), link: PassSecret(random: random())),
                urls: urls(), keys: keys, now: now)
            return try issue(in: transaction).id.uuid
        }
    }
}
