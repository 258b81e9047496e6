import Foundation
import Postgres
import Testing

/// Databases for tests, with every migration of `sql/` applied.
package enum TestDatabase {
    /// One database shared by all tests: each creates its own merchant in it.
    package static var shared: Database {
        get async throws { try await sharedDatabase.value }
    }

    /// Other connections to the shared database, for tests that hold a lock while they wait: on a
    /// busy machine such a test may hold it for longer than the server's limit.
    package static var patient: Database {
        get async throws { try await patientDatabase.value }
    }

    /// A separate database for tests that cannot share: whole tables, many connections, other
    /// limits. It is dropped when the body has ended.
    package static func withFreshDatabase<Value: Sendable>(
        _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await configured { _ in }.withFreshDatabase(body)
    }

    /// Other settings for a fresh database:
    /// `TestDatabase.configured { $0.connections = 1 }.withFreshDatabase { database in … }`.
    package static func configured(
        _ configure: @escaping @Sendable (inout Database.Settings) -> Void
    ) -> Fresh {
        Fresh(configure: configure)
    }

    package struct Fresh: Sendable {
        let configure: @Sendable (inout Database.Settings) -> Void

        package func withFreshDatabase<Value: Sendable>(
            _ body: (Database) async throws -> Value
        ) async throws -> Value {
            try await TestDatabase.withFreshSettings { settings in
                var settings = settings
                configure(&settings)
                let database = Database(settings)
                do {
                    // A test of a short wait limit must not fail while the pool connects.
                    try await eventually("connections are made") { database.status.down == 0 }
                    let value = try await body(database)
                    await database.close()
                    return value
                } catch {
                    await database.close()
                    throw error
                }
            }
        }
    }

    /// A fresh database for a test that opens and closes connections by itself; `empty` has no
    /// migrations.
    package static func withFreshSettings<Value: Sendable>(
        empty: Bool = false, _ body: (Database.Settings) async throws -> Value
    ) async throws -> Value {
        let name = "paysheet_\(UInt32.random(in: 0 ... .max))_\(getpid())"
        let template = empty ? "template0" : try await migratedTemplate.value
        try await administrator.run(
            Query(raw: "CREATE DATABASE \(name) TEMPLATE \(template)"))
        let drop = Query(raw: "DROP DATABASE \(name) WITH (FORCE)")
        do {
            let value = try await body(settings(database: name))
            try await administrator.run(drop)
            return value
        } catch {
            _ = try? await administrator.run(drop)
            throw error
        }
    }

    /// The migrations of `sql/`, in order.
    package static var migrations: [Migration] {
        get throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                    "sql")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return try files.sorted().compactMap { file in
                guard file.first?.isNumber == true else { return nil }
                let text = try String(
                    contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                return Migration(file: file, sql: text)
            }
        }
    }

    private static func settings(database: String) -> Database.Settings {
        let server = TestCluster.connection
        if server.hasPrefix("postgres"), var address = URLComponents(string: server) {
            address.path = "/" + database
            return Database.Settings(address.string ?? server)
        }
        return Database.Settings(server + " dbname=" + database)
    }

    private static let administrator: Database = {
        var settings = Database.Settings(TestCluster.connection)
        settings.connections = 2
        settings.statementTimeoutMilliseconds = 60_000
        settings.lockTimeoutMilliseconds = 60_000
        settings.poolWaitMilliseconds = 60_000
        return Database(settings)
    }()

    private static let migratedTemplate = Task {
        let name = "paysheet_template_\(getpid())"
        try await administrator.run(Query(raw: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)"))
        try await administrator.run(Query(raw: "CREATE DATABASE \(name) TEMPLATE template0"))
        _ = try await Migrator(try migrations, settings(database: name)).migrate()
        return name
    }

    private static let sharedName = "paysheet_shared_\(getpid())"

    private static let patientDatabase = Task {
        _ = try await sharedDatabase.value
        var settings = TestDatabase.settings(database: sharedName)
        settings.connections = 4
        settings.poolWaitMilliseconds = 60_000
        settings.lockTimeoutMilliseconds = 60_000
        settings.statementTimeoutMilliseconds = 60_000
        return Database(settings)
    }

    private static let sharedDatabase = Task {
        let name = sharedName
        let template = try await migratedTemplate.value
        try await administrator.run(Query(raw: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)"))
        try await administrator.run(Query(raw: "CREATE DATABASE \(name) TEMPLATE \(template)"))
        // Many tests run at once, so no request is refused for lack of a connection.
        var settings = TestDatabase.settings(database: name)
        settings.poolWaitMilliseconds = 60_000
        return Database(settings)
    }
}
