import Credentials
import Crypto
import Foundation
import TestSupport
import Testing

/// The checks of a signing certificate before its use: a phone would refuse the signatures of a
/// faulty one.
struct ExamineSignerTests {
    private var now: Int64 { Int64(Date().timeIntervalSince1970) }

    private func faults(
        _ name: String, key: String? = nil, by intermediate: String = "relations"
    ) throws -> [SignerFault] {
        let forge = try PassForge.shared.get()
        let examine = ExamineSigner(
            .passType, under: Issuer(try forge.certificate("root")), at: now)
        switch examine(
            try forge.certificate(name), try forge.key(key ?? name),
            try forge.certificate(intermediate))
        {
        case .good: return []
        case .bad(let faults): return faults
        }
    }

    @Test func `a pass type certificate with its key and issuer is valid`() throws {
        #expect(try faults("pass") == [])
    }

    @Test func `a certificate with another key is refused`() throws {
        #expect(try faults("pass", key: "relations") == [.keyMismatch])
    }

    @Test(arguments: [(false, true), (true, false), (false, false)])
    func `a certificate without one of Apple's two extensions serves another purpose`(
        hasExtension: Bool, hasPurpose: Bool
    ) throws {
        let name = "unmarked-\(hasExtension)-\(hasPurpose)"
        try PassForge.shared.get().issuePass(name, marks: (hasExtension, hasPurpose))
        #expect(try faults(name) == [.wrongPurpose(.passType)])
    }

    @Test func `an extension for another pass type and a missing team are refused`() throws {
        let forge = try PassForge.shared.get()
        try forge.issuePass("mismarked", marked: "pass.example.other")
        #expect(try faults("mismarked") == [.noTypeOrTeam])
        try forge.issuePass("teamless", team: nil)
        #expect(try faults("teamless") == [.noTypeOrTeam])
    }

    @Test func `a wrong intermediate is reported with the name of the real issuer`() throws {
        let found = try faults("pass", by: "others")
        #expect(found == [.wrongIntermediate(issuer: "CN = Relations, OU = G4")])
        #expect(found[0].explanation.contains("CN = Relations, OU = G4"))
    }

    @Test func `neither the certificate itself nor a root is accepted as the intermediate`() throws
    {
        #expect(
            try faults("pass", by: "pass") == [
                .wrongIntermediate(issuer: "CN = Relations, OU = G4")
            ])
        try PassForge.shared.get().issuePass("short", by: "root")
        #expect(try faults("short", by: "root") == [.wrongRoot(issuer: "CN = Root")])
    }

    @Test func `a long pass type is read completely`() throws {
        let type = "pass." + String(repeating: "a", count: 140)
        try PassForge.shared.get().issuePass("long", type: type)
        #expect(try faults("long") == [])
    }

    @Test func `an intermediate under another root is refused`() throws {
        let forge = try PassForge.shared.get()
        try forge.certificates.issue(
            "stranger", "/CN=Stranger", by: nil, extensions: CertificateForge.authority)
        try forge.certificates.issue(
            "impostor", "/CN=Relations/OU=G4", by: "stranger",
            extensions: CertificateForge.authority)
        try forge.issuePass("forged", by: "impostor")
        #expect(try faults("forged", by: "impostor") == [.wrongRoot(issuer: "CN = Stranger")])
    }

    @Test func `an expired or future certificate or intermediate is refused`() throws {
        let forge = try PassForge.shared.get()
        try forge.issuePass("over", from: -40, to: -9.5)
        #expect(try faults("over") == [.expired(daysAgo: 9)])
        try forge.issuePass("early", from: 1, to: 30)
        #expect(try faults("early") == [.notYetValid])
        try forge.certificates.issue(
            "ended", "/CN=Ended", by: "root", extensions: CertificateForge.authority, from: -40,
            to: -1.5)
        try forge.issuePass("survivor", by: "ended", from: -39, to: 30)
        #expect(try faults("survivor", by: "ended") == [.intermediateExpired(daysAgo: 1)])
    }

    @Test func `all faults of a pass signer are reported at once`() throws {
        try PassForge.shared.get().issuePass(
            "wreck", marks: (false, false), from: -40, to: -1.5)
        #expect(
            try faults("wreck", key: "pass", by: "others") == [
                .keyMismatch, .wrongPurpose(.passType),
                .wrongIntermediate(issuer: "CN = Relations, OU = G4"),
                .expired(daysAgo: 1),
            ])
    }

    // A certificate to be stored is checked against the operator's authorities.

    private func examine(_ name: String, key: String? = nil) throws -> ExamineCertificate.Outcome {
        let forge = try PassForge.shared.get()
        let own = try ["root", "relations"].map(forge.certificate)
        let examine = ExamineCertificate(
            kind: .passType, authorities: AppleAuthorities(.none, besides: own), at: now)
        return examine(try forge.certificate(name), try forge.key(key ?? name))
    }

    @Test func `a pass type certificate is accepted with its type and team`() throws {
        guard case .good(let examined) = try examine("pass") else {
            Issue.record("the certificate was refused")
            return
        }
        #expect(examined.identifier == PassForge.passType)
        #expect(examined.teamIdentifier == PassForge.team)
    }

    @Test func `all faults of a certificate to be stored are reported at once`() throws {
        let forge = try PassForge.shared.get()
        try forge.issuePass("stored", team: nil, marks: (true, false), by: "others", to: -1)
        guard case .bad(let faults) = try examine("stored", key: "pass") else {
            Issue.record("the certificate was accepted")
            return
        }
        #expect(faults == [.keyMismatch, .wrongKind, .noPassType, .untrustedIssuer, .expired])
    }
}
