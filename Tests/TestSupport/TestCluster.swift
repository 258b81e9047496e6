import Glibc

/// A private Postgres cluster in a temporary folder: a Unix socket, no port, no durability.
///
/// It ends with the process that started it, even after a crash: a shell waits for the other end of
/// a pipe to close, stops the server and removes the folder.
package final class TestCluster: Sendable {
    private let folder: String

    /// The cluster of all tests: the one that `PAYSHEET_TEST_DATABASE` names (a libpq connection
    /// string of a role that may create databases), or one that is started for this process.
    package static let connection: String =
        if let given = getenv("PAYSHEET_TEST_DATABASE"), given.pointee != 0 {
            String(cString: given)
        } else {
            own.connection
        }

    private static let own = TestCluster()

    /// Starts another cluster, for a test that stops or breaks it.
    package init() {
        folder = TestCluster.makeFolder()
        watch()
        run(["/bin/cp", "-a", TestCluster.pristine, data])
        start()
    }

    /// The result of one initdb; clusters are copies of it.
    private static let pristine: String = {
        let maker = TestCluster(folder: makeFolder())
        maker.watch()
        maker.run([
            binary("initdb"), "-D", maker.data, "-U", "paysheet", "-A", "trust", "-E", "UTF8",
            "--locale=C.UTF-8", "--no-sync",
        ])
        return maker.data
    }()

    private init(folder: String) { self.folder = folder }

    private static func makeFolder() -> String {
        var template = Array("/tmp/paysheet-test-XXXXXX".utf8) + [0]
        let isMade = template.withUnsafeMutableBytes {
            mkdtemp($0.baseAddress!.assumingMemoryBound(to: CChar.self)) != nil
        }
        precondition(isMade, "no temporary folder")
        let folder = String(decoding: template.dropLast(), as: UTF8.self)
        if getuid() == 0, let postgres = getpwnam("postgres") {
            _ = chown(folder, postgres.pointee.pw_uid, postgres.pointee.pw_gid)
        }
        return folder
    }

    package var connection: String { "host=\(folder) user=paysheet dbname=postgres" }

    private var data: String { folder + "/data" }

    package func start() {
        let options =
            "-k \(folder) -h '' -F -c synchronous_commit=off -c full_page_writes=off"
            + " -c max_connections=200 -c log_min_messages=fatal"
        run([
            TestCluster.binary("pg_ctl"), "-D", data, "-w", "-o", options, "-l", folder + "/log",
            "start",
        ])
    }

    /// Stops the server; sessions end in order (`fast`) or at once (`immediate`).
    package func stop(_ mode: String = "fast") {
        run([TestCluster.binary("pg_ctl"), "-D", data, "-w", "-m", mode, "stop"])
    }

    /// Restores a `pg_dump` of another database into a new one.
    ///
    /// - Returns: its connection string.
    package func restore(_ source: String, as name: String) -> String {
        let file = folder + "/" + name + ".dump"
        run([TestCluster.binary("pg_dump"), "--format=custom", "--file", file, source])
        run([TestCluster.binary("createdb"), "-h", folder, "-U", "paysheet", name])
        run([
            TestCluster.binary("pg_restore"), "--no-owner", "--exit-on-error", "-h", folder, "-U",
            "paysheet", "--dbname", name, file,
        ])
        return "host=\(folder) user=paysheet dbname=\(name)"
    }

    private func run(_ words: [String]) {
        let output = folder + "/setup.log"
        let status = Command(TestCluster.asPostgres + words).run(output: output)
        precondition(status == 0, "\(words[0]) ended with \(status); see \(output)")
    }

    private func watch() {
        let stop = (TestCluster.asPostgres + [TestCluster.binary("pg_ctl")]).joined(separator: " ")
        let script =
            "trap '' INT TERM HUP; read _; \(stop) -D \(data) -m immediate stop; rm -rf \(folder)"
        var ends: [CInt] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        // Only this process holds the writing end, and never closes it.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = Command(["/bin/sh", "-c", script]).start(input: ends[0])
        _ = close(ends[0])
    }

    private static func binary(_ name: String) -> String {
        for version in stride(from: 18, through: 15, by: -1) {
            let path = "/usr/lib/postgresql/\(version)/bin/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        return name
    }

    /// Postgres refuses to run as root.
    private static let asPostgres =
        getuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--"] : []
}
