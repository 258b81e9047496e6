import Glibc
import JSON
import Merchants
import Operations
import Postgres
import Vocabulary

/// Audits the books and the payments: prints a line for each violation, and their number.
struct RunAudit {
    let config: Config
    private var json = false
    private var merchant: MerchantNumber?

    /// The exit status of an audit that could not be made, which proves nothing.
    static let failedStatus: Int32 = 3
    /// Far beyond what a million entries take; no transaction waits for an audit.
    private static let checkSecondsMax = 600

    init(config: Config, _ arguments: [String]) throws {
        self.config = config
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": json = true
            case "--merchant":
                guard let merchant = rest.popFirst().flatMap(Self.merchant) else {
                    throw CommandFailure.usage(
                        "--merchant takes a merchant's id, such as mer_1, or its number")
                }
                self.merchant = merchant
            default: throw CommandFailure.usage("unexpected argument '\(word)'")
            }
        }
    }

    private static func merchant(_ text: String) -> MerchantNumber? {
        if let number = Merchant.number(of: text) { return number }
        return Int64(text).flatMap { $0 > 0 ? MerchantNumber($0) : nil }
    }

    func callAsFunction() async throws {
        let violations: [AuditViolation]
        do {
            violations = try await audit()
        } catch {
            throw CommandFailure(description: describe(error), status: Self.failedStatus)
        }
        for violation in violations { report(violation) }
        let checks = Audit.checks.count
        if json {
            printJSON { writer in
                writer.object {
                    $0.member("violations", violations.count)
                    $0.member("rules", checks)
                }
            }
        } else {
            printLine("\(violations.count) violations of \(checks) rules")
        }
        if !violations.isEmpty { exit(1) }
    }

    private func audit() async throws -> [AuditViolation] {
        var settings = try await World.readySettings(config)
        settings.connections = 1
        settings.applicationName = "paysheet audit"
        settings.statementTimeoutMilliseconds = Self.checkSecondsMax * 1000
        let database = Database(settings)
        let stopwatch = Stopwatch()
        let audit = Audit(AuditScope(merchant: merchant, now: World.now()))
        let result: Result<[AuditViolation], any Error>
        do {
            try await requireMerchant(on: database)
            result = .success(
                try await audit(on: database) { check, count in
                    let more = count < Audit.violationsMax ? "" : ", or more"
                    printError(
                        "audit: \(check.rule): \(count) violations\(more), "
                            + "\(stopwatch.lap()) ms")
                })
        } catch {
            result = .failure(error)
        }
        await database.close()
        return try result.get()
    }

    /// Refuses an unknown merchant: an audit without violations would prove nothing.
    private func requireMerchant(on database: Database) async throws {
        let registry = Registry(database: database, now: { World.now() })
        if let merchant, try await registry.merchant(merchant) == nil {
            throw CommandFailure.failed("there is no merchant mer_\(merchant.text)")
        }
    }

    private func report(_ violation: AuditViolation) {
        let merchant = "mer_" + violation.merchant.text
        guard json else {
            printLine(
                "\(violation.rule)  \(merchant)  \(violation.object)  "
                    + "is: \(violation.found)  should be: \(violation.expected)")
            return
        }
        printJSON { writer in
            writer.object {
                $0.member("rule", violation.rule)
                $0.member("merchant", merchant)
                $0.member("object", violation.object)
                $0.member("is", violation.found)
                $0.member("shouldBe", violation.expected)
            }
        }
    }
}
