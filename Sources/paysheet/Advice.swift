import HTTP
import Merchants
import Postgres

/// What an error says to whoever started the command: one line, and what to do where that is known.
func describe(_ error: any Error) -> String {
    switch error {
    case MigrationError.tooOld: "\(error); run paysheet migrate"
    case MigrationError.tooNew, MigrationError.changed, MigrationError.outOfOrder:
        "\(error); run the Paysheet that migrated it, or a later one"
    case MigrationError.database(.unavailable): "\(error); see DATABASE_URL"
    case PostgresError.unavailable(let reason):
        "\(PostgresError.unavailable(reason).diagnosis); see DATABASE_URL"
    case let error as PostgresError: error.diagnosis
    case ServerError.portTaken, ServerError.notPermitted: "\(error); choose another one: PORT=8081"
    case ServerError.addressUnavailable: "\(error); see PAYSHEET_ADDRESS"
    case MerchantRefusal.merchantNotFound: "there is no such merchant"
    default: "\(error)"
    }
}
