import Passes
import Postgres

/// Notifies the phones that have a pass; the workers push within a second.
struct PassNotify {
    private let config: Config
    private let type: String
    private let serial: String

    init(config: Config, _ arguments: [String]) throws {
        guard arguments.count == 2 else {
            throw CommandFailure.usage(
                "pass notify takes Apple's pass type identifier and a serial number; see paysheet "
                    + "pass --help"
            )
        }
        self.config = config
        (type, serial) = (arguments[0], arguments[1])
    }

    func callAsFunction() async throws {
        let database = Database(try await World.readySettings(config))
        let notify = NotifyPhones(typeIdentifier: type, serialNumber: serial, now: World.now())
        do {
            let count = try await database.transaction { try notify(in: $0) }
            await database.close()
            printLine(
                "paysheet: \(count) \(count == 1 ? "phone" : "phones") will be notified by the workers"
            )
        } catch PassesRefusal.notFound {
            await database.close()
            throw CommandFailure.failed("there is no pass with this type and serial number")
        }
    }
}
