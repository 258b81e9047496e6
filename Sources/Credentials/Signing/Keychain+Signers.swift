import Crypto
import Merchants
import Vocabulary

/// A pass or order type of a merchant's whose packages nobody can sign at the moment, and why.
package struct UnfitSigner: Equatable, Sendable {
    package let typeIdentifier: String
    /// Of the certificate that was stored last.
    package let faults: [SignerFault]
}

extension Keychain {
    /// The pass and order types of a merchant for which no stored certificate will do: what was examined when it was stored may be over since, or the
    /// server has been given other authorities.
    package func unfitSigners(
        of merchant: MerchantNumber, by authorities: AppleAuthorities, at now: Instant
    ) async throws -> [UnfitSigner] {
        let seconds = now.microseconds / 1_000_000
        let signers = try await signers(of: merchant)
        let teams = try await teamsOfTypes(of: merchant)
        let types = Dictionary(grouping: signers, by: \.stored.identifier)
        return types.compactMap { type, signers in
            let all = signers.map { signer -> [SignerFault] in
                if let team = teams[type], team != signer.stored.teamIdentifier {
                    return [.otherTeam(opened: team)]
                }
                guard
                    let issuer = authorities.intermediate(of: signer.certificate, at: seconds)
                        ?? authorities.issuer(of: signer.certificate)
                else { return [.otherIntermediate(issuer: signer.certificate.issuerText)] }
                let examine = ExamineSigner(
                    signer.stored.kind.signer ?? .passType, under: nil, at: seconds)
                switch examine(signer.certificate, signer.key, issuer) {
                case .good: return []
                case .bad(let faults): return faults
                }
            }
            guard !all.contains([]), let faults = all.first else { return nil }
            return UnfitSigner(typeIdentifier: type, faults: faults)
        }.sorted { $0.typeIdentifier < $1.typeIdentifier }
    }
}

extension SignerFault {
    /// For the log, where no name of a certificate belongs.
    package var word: StaticString {
        switch self {
        case .otherKey: "other_key"
        case .otherPurpose: "other_purpose"
        case .unnamed: "unnamed"
        case .otherIntermediate: "no_intermediate"
        case .otherRoot: "other_root"
        case .otherTeam: "other_team"
        case .expired: "expired"
        case .notYetValid: "not_yet_valid"
        case .intermediateExpired: "intermediate_expired"
        }
    }
}
