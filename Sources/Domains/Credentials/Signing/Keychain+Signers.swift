import Crypto
import Merchants
import Vocabulary

/// A pass or order type whose stored certificates cannot sign now, and the reasons.
package struct UnusableSigner: Equatable, Sendable {
    package let typeIdentifier: String
    /// Faults of the most recently stored certificate.
    package let faults: [SignerFault]
}

extension Keychain {
    /// Returns the types for which a merchant has certificates, but no usable one: a certificate
    /// may have expired since it was checked, or the server's authorities may have changed.
    package func unusableSigners(
        of merchant: MerchantNumber, by authorities: AppleAuthorities, at now: Instant
    ) async throws -> [UnusableSigner] {
        let seconds = now.microseconds / 1_000_000
        let signers = try await signers(of: merchant)
        let teams = try await teamsOfTypes(of: merchant)
        let types = Dictionary(grouping: signers, by: \.stored.identifier)
        return types.compactMap { type, signers in
            let all = signers.map { signer -> [SignerFault] in
                if let team = teams[type], team != signer.stored.teamIdentifier {
                    return [.teamMismatch(opened: team)]
                }
                guard
                    let issuer = authorities.intermediate(of: signer.certificate, at: seconds)
                        ?? authorities.issuer(of: signer.certificate)
                else { return [.wrongIntermediate(issuer: signer.certificate.issuerText)] }
                let examine = ExamineSigner(
                    signer.stored.kind.signer ?? .passType, under: nil, at: seconds)
                switch examine(signer.certificate, signer.key, issuer) {
                case .good: return []
                case .bad(let faults): return faults
                }
            }
            guard !all.contains([]), let faults = all.first else { return nil }
            return UnusableSigner(typeIdentifier: type, faults: faults)
        }.sorted { $0.typeIdentifier < $1.typeIdentifier }
    }
}

extension SignerFault {
    /// Name of the fault for the log, without the names that certificates contain.
    package var word: StaticString {
        switch self {
        case .keyMismatch: "other_key"
        case .wrongPurpose: "other_purpose"
        case .noTypeOrTeam: "unnamed"
        case .wrongIntermediate: "no_intermediate"
        case .wrongRoot: "other_root"
        case .teamMismatch: "other_team"
        case .expired: "expired"
        case .notYetValid: "not_yet_valid"
        case .intermediateExpired: "intermediate_expired"
        }
    }
}
