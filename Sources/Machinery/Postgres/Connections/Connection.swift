import CPostgres
import Glibc

/// One server session, always in pipeline mode; belongs to one thread.
final class Connection {
    let raw: OpaquePointer
    let settings: Database.Settings
    private let parameters = ParameterBuffer()
    private var statements: Statements
    /// The statements queued since the last round trip, in order.
    var steps: [Step] = []
    /// Prepared statements that the server must still deallocate.
    var pendingDeallocations: [String] = []
    private let fatalNotice = FatalNotice()
    /// The time at which the last work was submitted.
    private var lastWork: Int64 = 0
    var isLost = false
    /// The reason that it was lost, if known.
    var lossReason: String?

    /// True if the connection must not be used again.
    var isBroken: Bool { isLost || fatalNotice.summary != nil || PQstatus(raw) != CONNECTION_OK }

    enum Step {
        case prepare(Statement)
        case execute(Statement)
        case forget(String)

        var isExecution: Bool { if case .execute = self { true } else { false } }
    }

    /// The oldest supported server, as `server_version_num`.
    static let serverVersionNeeded = 150_000

    /// Connects, or throws `unavailable` or `serverTooOld`. Blocks. With `limits: false` the
    /// session has no statement, lock and idle timeouts.
    init(_ settings: Database.Settings, limits: Bool = true) throws(PostgresError) {
        self.settings = settings
        statements = Statements(max: settings.preparedMax)
        let parameters = try ConnectionParameters(settings, limits: limits)
        guard let raw = parameters.withCStrings({ PQconnectdbParams($0, $1, 1) }) else {
            throw .unavailable("out of memory")
        }
        self.raw = raw
        guard PQstatus(raw) == CONNECTION_OK else {
            throw .unavailable(loss)
        }
        let version = Int(PQserverVersion(raw))
        guard version >= Connection.serverVersionNeeded else {
            throw .serverTooOld(found: version, needed: Connection.serverVersionNeeded)
        }
        PQsetNoticeReceiver(
            raw, FatalNotice.listen, Unmanaged.passUnretained(fatalNotice).toOpaque())
        PQenterPipelineMode(raw)
    }

    deinit { PQfinish(raw) }

    /// The reason that the connection cannot be used, in one line that is never empty.
    var loss: String {
        let reason = fatalNotice.summary ?? lossReason ?? lastMessage
        return reason.isEmpty ? "the server closed the connection" : reason
    }

    private var lastMessage: String {
        String(cString: PQerrorMessage(raw)).split(separator: "\n")
            .map { $0.drop { $0 == "\t" } }.joined(separator: "; ")
    }

    /// True if the server closed the connection while it was idle. It checks the socket without
    /// waiting, and skips the check for work that closely follows other work.
    func isStale(for work: Work) -> Bool {
        let pause = work.submitted - lastWork
        lastWork = work.submitted
        if pause < Connection.freshMicroseconds { return isBroken }
        // Twice, because the first data may be a final message with the end of the connection
        // behind it.
        for _ in 0..<2 {
            if isBroken { return true }
            var byte: UInt8 = 0
            let count = recv(PQsocket(raw), &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT))
            if count < 0 { return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR }
            if count == 0 || PQconsumeInput(raw) == 0 { return true }
            _ = PQisBusy(raw)
        }
        return isBroken
    }

    /// The check costs half a microsecond, which a busy connection saves.
    private static let freshMicroseconds: Int64 = 20_000

    /// Deallocates all prepared statements, because a table changed under one of them; in a round
    /// trip of its own, before new ones are prepared.
    func forgetStatements() {
        statements.forgetAll()
        pendingDeallocations = ["ALL"]
        _ = roundTrip(.end)
    }

    /// Adds a statement to the next round trip.
    func queue(_ query: Query) {
        let (statement, evicted) = statements.find(query)
        if let evicted { pendingDeallocations.append(evicted.name) }
        if statement.state == .unknown {
            let types = statement.types.map(\.oid)
            track(PQsendPrepare(raw, statement.name, statement.sql, Int32(types.count), types))
            statement.state = .sent
            steps.append(.prepare(statement))
        }
        parameters.load(query.binds)
        track(
            PQsendQueryPrepared(
                raw, statement.name, Int32(query.binds.count), parameters.values,
                parameters.lengths, parameters.formats, 1))
        steps.append(.execute(statement))
    }

    /// Adds the deallocation of evicted statements behind the statements of a round trip. In front
    /// of BEGIN they would be part of its transaction and take its snapshot, after which the
    /// transaction could not choose its isolation level.
    func sendDeallocations() {
        for name in pendingDeallocations {
            track(PQsendQueryParams(raw, "DEALLOCATE " + name, 0, nil, nil, nil, nil, 1))
            steps.append(.forget(name))
        }
        pendingDeallocations.removeAll()
    }

    func track(_ sent: CInt) {
        if sent == 0 { isLost = true }
    }
}
