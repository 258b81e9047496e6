import Processors
import Testing
import Vocabulary

@Suite struct PaymentInstrumentTests {
    private let visa = CardDisplay(network: "Visa", lastFour: "1234")

    @Test func `the simulator's empty token pays at a test merchant`() throws {
        let read = try PaymentInstrument.read(.empty, card: visa, merchantIsLive: false)
        #expect(read == .simulated(SimulatedToken(), card: visa))
        #expect(read.card == visa)
    }

    @Test func `a sandbox token keeps what it asks for`() throws {
        let token = SimulatedToken(
            outcome: .slow, delayMilliseconds: 50, issuingCountry: Country("GB"))
        let read = try PaymentInstrument.read(.sandbox(token), card: visa, merchantIsLive: false)
        #expect(read == .simulated(token, card: visa))
    }

    @Test(arguments: [PaymentInstrument.TokenData.empty, .sandbox(SimulatedToken())])
    func `no simulated token pays at a live merchant`(data: PaymentInstrument.TokenData) {
        #expect(throws: PaymentInstrument.Refusal.simulatedTokenForLiveMerchant) {
            try PaymentInstrument.read(data, card: visa, merchantIsLive: true)
        }
    }

    @Test(arguments: [true, false])
    func `an encrypted token is refused, not taken for a simulated one`(live: Bool) {
        #expect(throws: PaymentInstrument.Refusal.encryptedTokenNotSupported) {
            try PaymentInstrument.read(.encrypted, card: visa, merchantIsLive: live)
        }
    }

    @Test(arguments: [
        ("Visa 1234", "1234"), ("Simulated Instrument", ""), ("", ""), ("1234", "1234"),
        ("Visa 123", ""), ("4111111111111111", ""), ("Visa 12345", ""),
        ("Visa \u{0661}\u{0662}\u{0663}\u{0664}", ""),
    ])
    func `four digits of a card's name are shown, a number never`(name: String, shown: String) {
        #expect(CardDisplay(network: "Visa", displayName: name).lastFour == shown)
    }

    @Test func `a network's name is cut to its limit`() {
        let long = String(repeating: "n", count: 1000)
        let card = CardDisplay(network: long, displayName: nil)
        #expect(card.network.count == CardDisplay.networkLengthMax)
        #expect(CardDisplay(network: nil, displayName: nil) == .unknown)
    }
}
