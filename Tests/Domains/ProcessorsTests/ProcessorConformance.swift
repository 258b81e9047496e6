import Processors
import Testing
import Vocabulary

/// The requirements on every processor adapter.
struct ProcessorConformance: Sendable {
    let processor: Processor
    let merchant: MerchantNumber
    let approving: PaymentInstrument
    let declining: PaymentInstrument
    /// - Returns: the number of charges for a key, counted on the processor's side.
    let charges: @Sendable (AttemptKey) async throws -> Int

    /// Runs all checks, one property after the other.
    func run() async throws {
        try await approvesTheRequestedAmount()
        try await declines()
        try await repeatsItsAnswer()
        try await chargesOnceForManyCalls()
        try await refusesAReusedKey()
        try await separatesMerchants()
        try await verifiesACard()
        try await findsNoUnknownCharge()
        try await closesPermanently()
        try await closesWithTheKnownOutcome()
        try await voidsOnce()
        try await voidsNothing()
    }

    private func request(
        _ name: String, minorUnits: Int64 = 10_129, currency: String = "USD",
        payment: PaymentInstrument? = nil, captureNow: Bool = false
    ) throws -> AuthorizationRequest {
        AuthorizationRequest(
            key: AttemptKey(merchant: merchant, text: "att_\(name)"),
            amount: Money(minorUnits: minorUnits, currency: try #require(Currency(currency))),
            statementName: "Shop", payment: payment ?? approving, captureNow: captureNow)
    }

    private func approval(_ outcome: AuthorizationOutcome?) throws -> Approval {
        guard case .approved(let approval) = outcome else {
            throw Unexpected(outcome: outcome)
        }
        return approval
    }

    struct Unexpected: Error { let outcome: AuthorizationOutcome? }

    private func approvesTheRequestedAmount() async throws {
        for captureNow in [true, false] {
            for currency in ["USD", "JPY", "KWD"] {
                // A multiple of ten: some processors accept no other amounts with three decimals.
                let request = try request(
                    "approves_\(captureNow)_\(currency)", minorUnits: 10_130, currency: currency,
                    captureNow: captureNow)
                #expect(ProcessorName(rawValue: processor.name)?.canCharge(request.amount) == true)
                let approval = try approval(try await processor.authorize(request))
                #expect(approval.amount == request.amount)
                #expect(approval.isCaptured == captureNow)
                #expect(!approval.reference.isEmpty)
                #expect(approval.card == approving.card)
                #expect(try await charges(request.key) == 1)
            }
        }
    }

    private func declines() async throws {
        let request = try request("declines", payment: declining)
        let outcome = try await processor.authorize(request)
        guard case .declined = outcome else { throw Unexpected(outcome: outcome) }
        #expect(try await processor.authorize(request) == outcome)
        #expect(try await processor.find(request.key) == outcome)
        #expect(try await processor.close(request.key) == outcome)
        #expect(try await charges(request.key) == 0)
    }

    private func repeatsItsAnswer() async throws {
        let request = try request("repeats")
        let first = try await processor.authorize(request)
        _ = try approval(first)
        #expect(try await processor.authorize(request) == first)
        #expect(try await processor.find(request.key) == first)
        #expect(try await charges(request.key) == 1)
    }

    private func chargesOnceForManyCalls() async throws {
        let request = try request("many")
        let processor = processor
        let outcomes = try await withThrowingTaskGroup(of: AuthorizationOutcome.self) { group in
            for _ in 0..<64 { group.addTask { try await processor.authorize(request) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outcomes.count == 1)
        _ = try approval(outcomes.first)
        #expect(try await charges(request.key) == 1)
    }

    private func refusesAReusedKey() async throws {
        let first = try request("reused")
        let outcome = try await processor.authorize(first)
        for other in [
            try request("reused", minorUnits: 10_128), try request("reused", currency: "EUR"),
            try request("reused", captureNow: true), try request("reused", payment: declining),
        ] {
            await #expect(throws: ProcessorFault.keyReused) {
                try await processor.authorize(other)
            }
        }
        #expect(try await processor.find(first.key) == outcome)
        #expect(try await charges(first.key) == 1)
    }

    private func separatesMerchants() async throws {
        let request = try request("apart")
        _ = try approval(try await processor.authorize(request))
        let theirs = AttemptKey(
            merchant: MerchantNumber(merchant.value + 1), text: request.key.text)
        #expect(try await processor.find(theirs) == nil)
        #expect(try await processor.void(theirs) == .nothingToVoid)
        #expect(try await processor.close(theirs) == nil)
        _ = try approval(try await processor.find(request.key))
    }

    private func verifiesACard() async throws {
        let request = try request("verifies", minorUnits: 0)
        #expect(try approval(try await processor.authorize(request)).amount == request.amount)
    }

    private func findsNoUnknownCharge() async throws {
        #expect(try await processor.find(request("nobody").key) == nil)
    }

    private func closesPermanently() async throws {
        let request = try request("closes")
        #expect(try await processor.close(request.key) == nil)
        for _ in 0..<2 {
            await #expect(throws: ProcessorFault.closed) {
                try await processor.authorize(request)
            }
        }
        #expect(try await processor.close(request.key) == nil)
        #expect(try await processor.find(request.key) == nil)
        #expect(try await processor.void(request.key) == .nothingToVoid)
        #expect(try await charges(request.key) == 0)
    }

    private func closesWithTheKnownOutcome() async throws {
        let request = try request("closes_late")
        let outcome = try await processor.authorize(request)
        #expect(try await processor.close(request.key) == outcome)
        #expect(try await processor.find(request.key) == outcome)
        #expect(try await charges(request.key) == 1)
    }

    private func voidsOnce() async throws {
        let request = try request("voids")
        _ = try approval(try await processor.authorize(request))
        for _ in 0..<2 { #expect(try await processor.void(request.key) == .voided) }
        #expect(try await processor.find(request.key) == .voided)
        #expect(try await processor.close(request.key) == .voided)
        #expect(try await processor.authorize(request) == .voided)
        #expect(try await charges(request.key) == 0)
    }

    private func voidsNothing() async throws {
        let declined = try request("voids_nothing", payment: declining)
        _ = try await processor.authorize(declined)
        #expect(try await processor.void(declined.key) == .nothingToVoid)
        #expect(try await processor.void(request("voids_nobody").key) == .nothingToVoid)
    }
}
