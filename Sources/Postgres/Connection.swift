import CPostgres
import Glibc

/// One session of the server, always in pipeline mode; belongs to one thread.
final class Connection {
    let raw: OpaquePointer
    let settings: Database.Settings
    private let parameters = ParameterBuffer()
    private var statements: Statements
    /// What was queued since the last flight, in order.
    var steps: [Step] = []
    /// Prepared statements that the server still has to forget.
    var orphans: [String] = []
    private let farewell = Farewell()
    /// When the last work was submitted.
    private var lastWork: Int64 = 0
    var isLost = false
    /// What was seen or said when it was lost, if anything was.
    var lossReason: String?

    /// Not to be used again.
    var isBroken: Bool { isLost || farewell.words != nil || PQstatus(raw) != CONNECTION_OK }

    enum Step {
        case prepare(Statement)
        case execute(Statement)
        case forget(String)
    }

    /// The oldest server whose SQL the program is written for, as `server_version_num`.
    static let serverVersionNeeded = 150_000

    /// Connects, or throws `unavailable` or `serverTooOld`. Blocks; `limits: false` leaves out the
    /// statement, lock and idle limits of the session.
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
        PQsetNoticeReceiver(raw, Farewell.listen, Unmanaged.passUnretained(farewell).toOpaque())
        PQenterPipelineMode(raw)
    }

    deinit { PQfinish(raw) }

    /// Why the connection is of no more use, in one line that is never empty.
    var loss: String {
        let told = farewell.words ?? lossReason ?? lastMessage
        return told.isEmpty ? "the server closed the connection" : told
    }

    private var lastMessage: String {
        String(cString: PQerrorMessage(raw)).split(separator: "\n")
            .map { $0.drop { $0 == "\t" } }.joined(separator: "; ")
    }

    /// Whether the server went away while nobody asked. One look at the socket, no waiting; none for
    /// work that follows on other work within a moment.
    func isStale(for work: Work) -> Bool {
        let pause = work.submitted - lastWork
        lastWork = work.submitted
        if pause < Connection.freshMicroseconds { return isBroken }
        // Twice: what came may be a farewell with the end behind it.
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

    /// The look costs half a microsecond, which a busy connection saves.
    private static let freshMicroseconds: Int64 = 20_000

    /// Forgets every prepared statement: a table changed under one of them.
    func forgetStatements() {
        statements.forgetAll()
        orphans = ["ALL"]
    }

    /// Adds a statement to the next flight.
    func queue(_ query: Query) {
        if steps.isEmpty { sendOrphans() }
        let (statement, evicted) = statements.find(query)
        if let evicted { orphans.append(evicted.name) }
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

    private func sendOrphans() {
        for name in orphans {
            track(PQsendQueryParams(raw, "DEALLOCATE " + name, 0, nil, nil, nil, nil, 1))
            steps.append(.forget(name))
        }
        orphans.removeAll()
    }

    func track(_ sent: CInt) {
        if sent == 0 { isLost = true }
    }
}
