import Postgres

extension DatabaseHealth {
    static let now: Query = """
        SELECT clock_timestamp() AS clock, pg_database_size(current_database()) AS bytes
        """
}
