import CHTTPRefusals
import CHTTPServer
import Glibc
import Synchronization
import Threads

/// The library's daemon on one event loop, and all connections of that loop.
// Unchecked: every member is confined to the loop's thread after `start`.
final class Daemon: LoopWork, @unchecked Sendable {
    let loop: EventLoop
    let handlers: ServerHandlers
    let settings: Settings
    /// Bytes of all bodies in memory, beyond the first bytes of each.
    var bodyBytesHeld = 0
    let inFlightMax: Int
    let connectionsMax: Int
    let streamsMax: Int
    let readyStreams: ReadyStreams
    /// Answers taken from `readyStreams` that are not resumed yet.
    var streamsToResume: [StreamingResponse] = []

    /// By socket.
    var clients: [Int32: ClientConnection] = [:]
    var ids = RequestIDs()
    /// The monotonic clock at the start of this turn of the loop.
    var now = monotonicMicroseconds()
    /// Tasks of handlers that have not ended.
    var tasks = 0
    /// Answers that are open for events.
    var streams = 0

    /// Open connections, unfinished handlers and streams as of the last turn, for other threads.
    let connectionsNow = Atomic<Int>(0)
    let tasksNow = Atomic<Int>(0)

    let streamsNow = Atomic<Int>(0)

    /// Connections that were refused and are not closed yet.
    var lingering = LingeringConnections()

    /// Keeps a refused connection open after the library has closed it. The kernel may reuse its
    /// descriptor, so the loop stops watching it.
    func linger(_ client: ClientConnection) {
        loop.unwatch(client.socket)
        lingering.keepOpen(client.socket, at: now)
    }

    /// Open connections by network, for addresses that have a limit.
    private var connectionsByNetwork: [String: Int] = [:]

    /// Counts a connection of an address.
    ///
    /// - Returns: true if the address now has more connections than its limit allows on this loop.
    ///   The kernel spreads connections over the loops.
    func countConnection(of address: String) -> Bool {
        guard let limit = settings.connectionsOfAddressMax, isLimited(address) else { return false }
        let network = ClientNetwork(address).text
        connectionsByNetwork[network, default: 0] += 1
        return connectionsByNetwork[network, default: 0] > max(1, limit / settings.loops)
    }

    func forgetConnection(of address: String) {
        guard !connectionsByNetwork.isEmpty else { return }
        let network = ClientNetwork(address).text
        guard let count = connectionsByNetwork[network] else { return }
        connectionsByNetwork[network] = count > 1 ? count - 1 : nil
    }

    private func isLimited(_ address: String) -> Bool {
        !settings.unlimitedAddresses.contains(address)
            && !(settings.exemptsLoopback && ClientNetwork.isLoopback(address))
    }

    /// Asks for another turn before the next wait.
    var again = false

    private var mhd: OpaquePointer?
    private var listening: Int32
    private var nextCheckAt: Int64 = 0
    private var ending: Ending?

    /// A stop that is under way.
    private struct Ending {
        let deadline: Int64
        let done: CheckedContinuation<Void, Never>
    }

    var isStopping: Bool { ending != nil || mhd == nil }

    init(
        listening: Int32, handlers: ServerHandlers, settings: Settings, connectionsMax: Int
    ) throws(ServerError) {
        self.listening = listening
        self.handlers = handlers
        self.settings = settings
        self.connectionsMax = connectionsMax
        inFlightMax = max(1, settings.inFlightMax / settings.loops)
        streamsMax = settings.streams(connectionsMax: connectionsMax)
        loop = try EventLoop()
        readyStreams = ReadyStreams(loop)
    }

    /// Set once, before the first daemon runs: their threads read the callbacks without a lock.
    private static let hasReplacedAnswers: Bool = {
        chttp_answer_refusals(onLibraryRefusal, onLibraryClose)
        return true
    }()

    func start(version6: Bool) throws(ServerError) {
        var callbacks = chttp_callbacks(
            handle: onAccess, completed: onCompleted, connection: onConnection,
            target: onTarget, unescape: onUnescape,
            context: Unmanaged.passUnretained(self).toOpaque())
        _ = Self.hasReplacedAnswers
        var flags = MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        if version6 { flags |= MHD_USE_IPv6.rawValue }
        mhd = chttp_start(
            listening, flags, UInt32(connectionsMax), 0, settings.headBytesMax, &callbacks)
        guard let mhd else { throw .system("MHD_start_daemon", errno) }
        loop.watch(chttp_epoll(mhd))
        try loop.start(self)
    }

    private func run(_ mhd: OpaquePointer) {
        chttp_run(mhd, Unmanaged.passUnretained(self).toOpaque())
    }

    func turn() -> NextStep {
        defer {
            connectionsNow.store(clients.count, ordering: .relaxed)
            tasksNow.store(tasks, ordering: .relaxed)
            streamsNow.store(streams, ordering: .relaxed)
        }
        guard let mhd else { return tasks == 0 ? .end : .wait(-1) }
        now = monotonicMicroseconds()
        resumeAwoken()
        run(mhd)
        if now >= nextCheckAt { checkDeadlines() }
        let unsure = closeEndedConnections()
        if ending != nil { advanceEnding(mhd) }
        guard self.mhd != nil, !unsure, !again else { return .wait(0) }
        var timeout: UInt64 = 0
        if MHD_get_timeout(mhd, &timeout) == .YES, timeout == 0 { return .wait(0) }
        if ending != nil { return .wait(5) }
        return clients.isEmpty && lingering.isEmpty
            ? .wait(-1) : .wait(Int32(max(0, nextCheckAt - now) / 1000 + 1))
    }

    // MARK: Deadlines

    /// Checks every connection a few times within the shortest limit, which is cheaper than a timer
    /// for each.
    private func checkDeadlines() {
        for client in clients.values where client.deadline <= now {
            if client.hasBegunRequest {
                refuse(client, .requestTimeout)
                linger(client)
            }
            client.shut()
        }
        lingering.closeEnded(at: now)
        sendHeartbeats()
        let shortest = min(
            settings.idleMilliseconds, settings.arrivalMilliseconds,
            settings.departureMilliseconds, settings.heartbeatMilliseconds)
        nextCheckAt = now + Int64(max(10, min(1000, shortest / 4))) * 1000
    }

    // MARK: Peers that have sent their last byte

    /// Sockets whose peers have closed their side, and whether a turn has passed since.
    var ended: [Int32: Bool] = [:]

    func peerEnded(_ socket: Int32) {
        if clients[socket] != nil { ended[socket] = false }
    }

    /// The library misses the end of a stream that arrives together with data: it stops reading at
    /// a short read and gets no second notice. So the loop shuts a connection that has no answer
    /// pending and nothing left to read, one turn later, when the library has read all it has.
    /// Returns true if another turn is needed.
    private func closeEndedConnections() -> Bool {
        var unsure = false
        for (socket, seen) in ended {
            guard let client = clients[socket], client.phase != .shut else {
                ended[socket] = nil
                continue
            }
            if client.phase == .streaming { cut(client) }
            guard client.phase == .idle || client.phase == .arriving else { continue }
            if client.hasUnread { continue }
            if seen { client.shut() } else { unsure = true }
            ended[socket] = true
        }
        return unsure
    }

    func deadline(after milliseconds: Int) -> Int64 { now + Int64(milliseconds) * 1000 }

    // MARK: Stopping

    func stop(within milliseconds: Int) async {
        await Task(executorPreference: loop) { [self] in
            await withCheckedContinuation { [self] done in
                guard let mhd, ending == nil else { return done.resume() }
                // Serve connections that have already connected and sent a request.
                run(mhd)
                MHD_quiesce_daemon(mhd)
                close(listening)
                ending = Ending(deadline: deadline(after: milliseconds), done: done)
            }
        }.value
    }

    private func advanceEnding(_ mhd: OpaquePointer) {
        guard let ending else { return }
        endStreams()
        for client in clients.values where client.phase == .idle && !client.hasUnread {
            client.shut()
        }
        guard clients.isEmpty || now >= ending.deadline else { return }
        // A suspended connection would make the library abort the process.
        for client in clients.values { abandon(client) }
        for _ in 0..<8 where !clients.isEmpty { run(mhd) }
        lingering.closeAll()
        loop.unwatch(chttp_epoll(mhd))
        MHD_stop_daemon(mhd)
        self.mhd = nil
        self.ending = nil
        ending.done.resume()
    }

    private func abandon(_ client: ClientConnection) {
        guard let call = client.call, call.suspended, call.open == nil else { return }
        call.task?.cancel()
        call.mustClose = true
        call.response = answer(.stopping, call)
        resume(call)
    }
}
