import Processors
import Testing

@Suite struct DeclineReasonTests {
    @Test func `a rejected billing address is the only decline to correct in the sheet`() {
        for reason in DeclineReason.all {
            if case .billingAddress(let field) = reason {
                #expect(reason.remedy == .correctBillingContact(field))
            } else {
                #expect(reason.remedy == .useAnotherCard)
            }
        }
    }

    @Test func `a decline reason is read back from its code`() {
        for reason in DeclineReason.all {
            #expect(DeclineReason(code: reason.code) == reason)
        }
        #expect(Set(DeclineReason.all.map(\.code)).count == DeclineReason.all.count)
    }

    @Test(arguments: ["", "Declined", "billing_address.", "billing_address.zip", "approved"])
    func `an unknown code is not a decline reason`(code: String) {
        #expect(DeclineReason(code: code) == nil)
    }

    @Test func `a processor fault says whether money may have moved`() {
        let certain: [ProcessorFault] = [.unreachable, .rejected, .closed]
        let uncertain: [ProcessorFault] = [.timeout, .answerLost, .garbage, .keyReused]
        #expect(certain.allSatisfy { !$0.mayHaveCharged })
        #expect(uncertain.allSatisfy { $0.mayHaveCharged })
    }
}
