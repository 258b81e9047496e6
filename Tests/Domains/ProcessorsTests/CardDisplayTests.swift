import Processors
import Testing
import Vocabulary

@Suite struct CardDisplayTests {
    @Test(arguments: [
        ("Visa 1234", "1234"), ("Simulated Instrument", ""), ("", ""), ("1234", "1234"),
        ("Visa 123", ""), ("4111111111111111", ""), ("Visa 12345", ""),
        ("Visa \u{0661}\u{0662}\u{0663}\u{0664}", ""),
    ])
    func `four digits of a card are shown, a full number never`(name: String, shown: String) {
        #expect(CardDisplay(network: "Visa", displayName: name).lastFour == shown)
    }

    @Test func `a network's name is truncated at its limit`() {
        let long = String(repeating: "n", count: 1000)
        let card = CardDisplay(network: long, displayName: nil)
        #expect(card.network.count == CardDisplay.networkLengthMax)
        #expect(CardDisplay(network: nil, displayName: nil) == .unknown)
    }
}
