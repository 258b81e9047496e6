import Balances
import Testing

@Suite struct AccountTests {
    @Test func `each system account stays on one side of zero`() {
        #expect(
            SystemAccount.allCases.filter { $0.sign > 0 } == [.withdrawal, .revenue])
        #expect(
            SystemAccount.allCases.filter { $0.sign < 0 } == [
                .issuance, .processor, .disputed, .loss,
            ])
    }
}
