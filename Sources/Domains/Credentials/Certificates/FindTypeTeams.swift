import Merchants
import Postgres
import Vocabulary

/// Lists the teams of a merchant's pass and order types, by the types' identifiers: a handful.
package struct FindTypeTeams: Verb {
    package let merchant: MerchantNumber

    package init(of merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> [String: String] {
        try Self.teams(transaction.run(MerchantCertificate.teamsOfTypes(of: merchant)))
    }

    package func callAsFunction(on database: Database) async throws -> [String: String] {
        try Self.teams(try await database.run(MerchantCertificate.teamsOfTypes(of: merchant)))
    }

    private static func teams(_ rows: [Row]) throws -> [String: String] {
        try rows.reduce(into: [:]) { teams, row in
            let identifier: String = try row.get("identifier")
            teams[identifier] = try row.get("team_identifier", as: String.self)
        }
    }
}
