import HTTP
import Merchants
import Postgres

/// Describes an error to the user of a command: one line, and what to do if that is known.
func describe(_ error: any Error) -> String {
    switch error {
    case MigrationError.tooOld: "\(error); run paysheet migrate"
    case MigrationError.tooNew, MigrationError.changed, MigrationError.outOfOrder:
        "\(error); run the Paysheet version that migrated it, or a later one"
    case MigrationError.database(.unavailable): "\(error); see DATABASE_URL"
    case PostgresError.unavailable(let reason):
        "\(PostgresError.unavailable(reason).diagnosis); see DATABASE_URL"
    case let error as PostgresError: error.diagnosis
    case ServerError.portTaken, ServerError.notPermitted: "\(error); choose another one: PORT=8081"
    case ServerError.addressUnavailable: "\(error); see PAYSHEET_ADDRESS"
    case MerchantRefusal.merchantNotFound: "the merchant does not exist"
    default: "\(error)"
    }
}
