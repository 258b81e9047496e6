import Postgres
import Vocabulary

/// Applies a change that its buyer has agreed to in a sheet, exactly as it was quoted.
struct ConfirmChange: Sendable {
    let enrolment: Enrolment
    let now: Instant
    let identify: @Sendable (Instant) -> UUID128

    init(
        _ enrolment: Enrolment, at now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.enrolment = enrolment
        self.now = now
        self.identify = identify
    }

    func callAsFunction(in transaction: Transaction) throws {}
}
