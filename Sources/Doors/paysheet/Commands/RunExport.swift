import Exports
import Glibc
import Merchants
import Postgres
import Threads
import Vocabulary

/// Writes a merchant's rows of one kind to standard output.
struct RunExport {
    private let config: Config
    private let kind: Export.Kind
    private let merchant: MerchantNumber
    private let span: Range<Instant>
    private let format: ExportFormat

    /// Much longer than a block takes, also while the reader of a pipe is slow.
    private static let statementSecondsMax = 600

    init(config: Config, _ arguments: [String], now: Instant = World.now()) throws {
        self.config = config
        let options = try CommandOptions(
            arguments, of: "export", known: ["--merchant", "--from", "--to", "--format"])
        guard options.others.count == 1, let kind = Export.Kind(rawValue: options.others[0]) else {
            let kinds = Export.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure.usage("export takes one of: \(kinds)")
        }
        guard let merchant = options["--merchant"].flatMap(Merchant.number) else {
            throw CommandFailure.usage("--merchant takes a merchant's id, such as mer_1")
        }
        guard let format = ExportFormat(rawValue: options["--format"] ?? "csv") else {
            throw CommandFailure.usage("--format takes csv or jsonl")
        }
        let from = try options["--from"].map { try CommandOptions.day($0, of: "--from") }
        let to = try options["--to"].map { try CommandOptions.day($0, of: "--to") }
        let end = to?.adding(seconds: 86_400) ?? now
        let start = from ?? Instant(seconds: 0)
        guard start < end else {
            throw CommandFailure.usage("--from must not be after --to, nor after today")
        }
        self.kind = kind
        self.merchant = merchant
        self.format = format
        span = start..<end
    }

    func callAsFunction() async throws {
        var settings = try await World.readySettings(config)
        settings.connections = 1
        settings.applicationName = "paysheet export"
        settings.statementTimeoutMilliseconds = Self.statementSecondsMax * 1000
        let database = Database(settings)
        let result = await Result { try await export(from: database) }
        await database.close()
        let count = try result.get()
        writeStatus("exported \(count) rows of \(kind.rawValue)\n")
    }

    private func export(from database: Database) async throws -> Int {
        let registry = Registry(database: database, now: { World.now() })
        guard try await registry.merchant(merchant) != nil else {
            throw CommandFailure.failed("there is no merchant mer_\(merchant.text)")
        }
        let columns = kind.columns
        let output = Locked(OutputLines())
        if let header = format.header(columns) { try output.withLock { try $0.add(header) } }
        let progress = Locked(0)
        let isTerminal = isatty(STDERR_FILENO) == 1
        let stream = StreamExport(Export(kind, of: merchant, in: span))
        let count = try await stream(on: database) { [format] rows in
            try output.withLock { output in
                for row in rows { try output.add(format.line(row, columns)) }
            }
            let count = progress.withLock { count in
                count += rows.count
                return count
            }
            if isTerminal { writeStatus("\r\(count) rows") }
        }
        try output.withLock { try $0.flush() }
        if isTerminal, count > 0 { writeStatus("\r\u{1B}[K") }
        return count
    }
}
