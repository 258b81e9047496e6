import Credentials
import Postgres
import Vocabulary

/// With what phones are told of changes.
package struct PushDesk: Sendable {
    package let database: Database
    let gateway: PushGateway
    let signer: CredentialsDesk.Signer
    let now: @Sendable () -> Instant
    /// Told of a merchant's type whose certificate Apple does not take, or that has none.
    let report: @Sendable (PassType.ID, Trouble) -> Void

    package enum Trouble: Sendable {
        case noCertificate, notTaken, givenUp

        /// For the log.
        package var word: StaticString {
            switch self {
            case .noCertificate: "no_certificate"
            case .notTaken: "certificate_not_taken"
            case .givenUp: "given_up"
            }
        }
    }

    package init(
        database: Database, gateway: PushGateway, signer: @escaping CredentialsDesk.Signer,
        now: @escaping @Sendable () -> Instant,
        report: @escaping @Sendable (PassType.ID, Trouble) -> Void
    ) {
        self.database = database
        self.gateway = gateway
        self.signer = signer
        self.now = now
        self.report = report
    }
}
