import Vocabulary

/// A payment processor as a value of closures, so that a test overrides the one call it expects.
///
/// A caller may repeat each call with the same key. Every call has limits of its own, but a caller
/// with a deadline uses `authorize(_:within:on:)`.
package struct Processor: Sendable {
    /// The name that is stored with the attempt, such as `sandbox`.
    package var name: String

    /// Authorizes or captures an amount once per key. A repeated key gets the first outcome.
    package var authorize:
        @Sendable (AuthorizationRequest) async throws(ProcessorFault) -> AuthorizationOutcome

    /// Returns the processor's current outcome for an attempt; nil means "not yet, or never".
    package var find: @Sendable (AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome?

    /// Closes an attempt whose time is over. Returns its outcome, or nil if it did not charge.
    /// After nil it never will: the processor refuses a later `authorize` with the key as `closed`.
    package var close: @Sendable (AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome?

    /// Voids the authorization of an attempt, or refunds what it captured at once. Repeating it
    /// changes nothing.
    package var void: @Sendable (AttemptKey) async throws(ProcessorFault) -> VoidOutcome

    package var capture: @Sendable (CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome

    package var increment:
        @Sendable (IncrementRequest) async throws(ProcessorFault) -> IncrementOutcome

    package var refund: @Sendable (RefundRequest) async throws(ProcessorFault) -> RefundOutcome

    /// Looks up a dispute by the processor's own identifier.
    package var dispute:
        @Sendable (MerchantNumber, String) async throws(ProcessorFault) -> DisputeReport?

    /// Lists the processor's own records of a period, page by page, for reconciliation with ours.
    package var records: @Sendable (RecordsRequest) async throws(ProcessorFault) -> RecordsPage

    package init(
        name: String,
        authorize:
            @escaping @Sendable (AuthorizationRequest) async throws(ProcessorFault)
            -> AuthorizationOutcome,
        find:
            @escaping @Sendable (AttemptKey) async throws(ProcessorFault)
            -> AuthorizationOutcome?,
        close:
            @escaping @Sendable (AttemptKey) async throws(ProcessorFault)
            -> AuthorizationOutcome?,
        void: @escaping @Sendable (AttemptKey) async throws(ProcessorFault) -> VoidOutcome,
        capture:
            @escaping @Sendable (CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome,
        increment:
            @escaping @Sendable (IncrementRequest) async throws(ProcessorFault)
            -> IncrementOutcome,
        refund:
            @escaping @Sendable (RefundRequest) async throws(ProcessorFault) -> RefundOutcome,
        dispute:
            @escaping @Sendable (MerchantNumber, String) async throws(ProcessorFault)
            -> DisputeReport?,
        records:
            @escaping @Sendable (RecordsRequest) async throws(ProcessorFault) -> RecordsPage
    ) {
        self.name = name
        self.authorize = authorize
        self.find = find
        self.close = close
        self.void = void
        self.capture = capture
        self.increment = increment
        self.refund = refund
        self.dispute = dispute
        self.records = records
    }
}

/// The result of a void.
package enum VoidOutcome: Hashable, Sendable {
    /// The attempt has no authorized money any more, because of this call or an earlier one.
    case voided
    /// The attempt never authorized money: it is unknown, declined or closed.
    case nothingToVoid
}

extension Processor {
    /// A processor whose every call fails the test: the value from which a test starts.
    package static let unimplemented = Processor(
        name: "unimplemented",
        authorize: { _ in fatalError("the test did not expect authorize") },
        find: { _ in fatalError("the test did not expect find") },
        close: { _ in fatalError("the test did not expect close") },
        void: { _ in fatalError("the test did not expect void") },
        capture: { _ in fatalError("the test did not expect capture") },
        increment: { _ in fatalError("the test did not expect increment") },
        refund: { _ in fatalError("the test did not expect refund") },
        dispute: { _, _ in fatalError("the test did not expect dispute") },
        records: { _ in fatalError("the test did not expect records") })
}
