import Credentials
import Postgres
import Vocabulary

/// Dependencies for notifying phones of changes.
package struct PushContext: Sendable {
    package let database: Database
    let gateway: PushGateway
    let signer: CredentialsService.Signer
    let now: @Sendable () -> Instant
    /// Called for a merchant's type without a certificate, or with one that Apple refuses, and for
    /// a push that the server gives up.
    let report: @Sendable (PassType.ID, PushFailure) -> Void

    package enum PushFailure: Sendable {
        case noCertificate, certificateRejected, abandoned

        /// Name of the failure for the log.
        package var word: StaticString {
            switch self {
            case .noCertificate: "no_certificate"
            case .certificateRejected: "certificate_not_taken"
            case .abandoned: "given_up"
            }
        }
    }

    package init(
        database: Database, gateway: PushGateway, signer: @escaping CredentialsService.Signer,
        now: @escaping @Sendable () -> Instant,
        report: @escaping @Sendable (PassType.ID, PushFailure) -> Void
    ) {
        self.database = database
        self.gateway = gateway
        self.signer = signer
        self.now = now
        self.report = report
    }
}
