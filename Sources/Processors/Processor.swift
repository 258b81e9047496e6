import Vocabulary

/// Whoever charges cards: a value of closures, so that a test overrides the one call it expects.
///
/// Each call may be repeated with the same key. None waits longer than its own limits, but a
/// caller that has a deadline uses `authorize(_:within:on:)`.
package struct Processor: Sendable {
    /// What the attempt's row calls it: `sandbox`.
    package var name: String

    /// Holds or takes an amount once per key, and answers a repeated key with the first outcome.
    package var authorize:
        @Sendable (AuthorizationRequest) async throws(ProcessorFault) -> AuthorizationOutcome

    /// What the processor knows about an attempt now; nothing means "not yet, or never".
    package var find: @Sendable (AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome?

    /// Ends an attempt whose time is over: what it came to, or nothing when it did not charge, and
    /// then never will, because a later `authorize` with its key is refused with `closed`.
    package var close: @Sendable (AttemptKey) async throws(ProcessorFault) -> AuthorizationOutcome?

    /// Gives back all that an attempt holds or has taken. Repeating it changes nothing.
    package var void: @Sendable (AttemptKey) async throws(ProcessorFault) -> VoidOutcome

    package var capture: @Sendable (CaptureRequest) async throws(ProcessorFault) -> CaptureOutcome

    package var increment:
        @Sendable (IncrementRequest) async throws(ProcessorFault) -> IncrementOutcome

    package var refund: @Sendable (RefundRequest) async throws(ProcessorFault) -> RefundOutcome

    /// What the processor knows of a dispute, by its own name for it.
    package var dispute:
        @Sendable (MerchantNumber, String) async throws(ProcessorFault) -> DisputeReport?

    /// What the processor's own books have of a span of time, a page at a time: what ours are compared
    /// with.
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

/// What a void came to.
package enum VoidOutcome: Hashable, Sendable {
    /// Nothing is held any more, by this call or an earlier one.
    case voided
    /// The attempt never held anything: unknown, declined or closed.
    case nothingHeld
}

extension Processor {
    /// Every call is a mistake: the value that a test starts from.
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
