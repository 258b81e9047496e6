import Glibc
import Synchronization
import Threads

/// An HTTP/1.1 server: it listens, routes, enforces its limits and stops without cutting off
/// requests.
package final class Server: Sendable {
    private let settings: Settings
    private let handlers: ServerHandlers
    private let lock = Lock()
    // Guarded by `lock`.
    private nonisolated(unsafe) var daemons: [Daemon] = []

    /// - Parameters:
    ///   - refuse: renders the server's own refusals; the second argument is the request's id.
    ///   - decorate: changes each answer to a well-formed head before the library sends it, but no
    ///     refusal that the server writes to the socket itself.
    ///   - finished: called on a loop's thread after every exchange, refused ones included; it must
    ///     be quick.
    package init(
        _ settings: Settings, _ router: Router,
        refuse: @escaping @Sendable (Refusal, String) -> Response,
        decorate: (@Sendable (Request, inout Response) -> Void)? = nil,
        finished: @escaping @Sendable (Exchange) -> Void = { _ in }
    ) {
        self.settings = settings
        handlers = ServerHandlers(
            router: router, refuse: refuse, finished: finished, decorate: decorate)
    }

    /// Listens and serves until it is stopped.
    ///
    /// - Returns: the port, for when the kernel chose it.
    package func start() throws(ServerError) -> UInt16 {
        // A client that goes away must be an error of `write`, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let loops = max(1, settings.loops)
        let sockets = try Listening.open(settings, loops: loops)
        let connections = settings.connections(openFilesMax: Server.openFilesMax())
        for socket in sockets {
            let daemon = try Daemon(
                listening: socket.descriptor, handlers: handlers, settings: settings,
                connectionsMax: max(1, connections / loops))
            try daemon.start(version6: settings.address.contains(":"))
            lock.withLock { daemons.append(daemon) }
        }
        return sockets[0].port
    }

    /// Open connections and requests whose handlers have not ended; for gauges.
    package var load: (connections: Int, inFlight: Int) {
        lock.withLock { daemons }.reduce(into: (0, 0)) { load, daemon in
            load.0 += daemon.connectionsNow.load(ordering: .relaxed)
            load.1 += daemon.tasksNow.load(ordering: .relaxed)
        }
    }

    /// Open event streams; for gauges.
    package var streams: Int {
        lock.withLock { daemons }.reduce(0) { $0 + $1.streamsNow.load(ordering: .relaxed) }
    }

    /// Accepts no more connections, ends all streams, finishes requests in flight within this many
    /// seconds, and ends.
    ///
    /// A request without an answer by then gets 503 and its task is canceled.
    package func stop(within seconds: Int) async {
        let daemons = lock.withLock {
            defer { self.daemons = [] }
            return self.daemons
        }
        await withTaskGroup { group in
            for daemon in daemons {
                group.addTask { await daemon.stop(within: seconds * 1000) }
            }
        }
    }

    /// The number of files the process may open, after raising the soft limit to the hard one.
    private static func openFilesMax() -> Int {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return .max }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(files, &limit)
            getrlimit(files, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
