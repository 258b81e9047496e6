// Issue a Wallet pass: a gift card's pass shows its balance, and follows it.
import Foundation

@main struct Recipe {
    static func main() async throws {
        let paysheet = try PaysheetServer()
        var types = paysheet.list("/v1/pass-types")
        guard let type = try await types.next() else {
            print("this merchant has no pass type: see docs/howto/issue-a-wallet-pass.md")
            exit(1)
        }
        let card = try await paysheet.post(
            "/v1/balances", ["kind": "gift_card", "currencyCode": "USD", "amount": "25.00"])
        let issued = try await paysheet.post(
            "/v1/passes", ["passType": type.id, "balance": card.id])
        print(issued.passTypeIdentifier, issued.voided)  // pass.example.paysheet.demo false
        // The link for the buyer's phone, for example in an email.
        print(issued.url)  // http…/wallet/pas_…

        // An app adds the file to Wallet itself. It is a zip archive.
        let file = try await paysheet.download("/v1/passes/\(issued.id)/package")
        print(String(decoding: file.prefix(2), as: UTF8.self))  // PK

        func shown() async throws -> PaysheetJSON {
            try await paysheet.get("/v1/passes/\(issued.id)/fields").fields.balance.value
        }
        print(try await shown())  // 25
        try await paysheet.post(
            "/v1/balances/\(card.id)/debits", ["amount": "5.00", "currencyCode": "USD"])
        // A worker updates the pass and notifies the phones that have it.
        while try await shown() == 25 {
            try await Task.sleep(for: .seconds(1))
        }
        print(try await shown())  // 20
    }
}
