import Glibc
import Threads

/// A structured log: one JSON object per line, on standard error.
///
/// A line costs its caller a short lock and no system call, because the log's own thread writes the
/// buffered lines. An error is written before the call returns, since the process may be about to
/// end.
// Unchecked: `lock` guards the members below it.
package final class Log: @unchecked Sendable {
    /// Receives one or more complete lines.
    package typealias Sink = @Sendable ([UInt8]) -> Void

    private let level: LogLevel
    private let sink: Sink
    private let clock: @Sendable () -> Int64
    /// Held while lines are taken and written, so that they keep their order.
    private let writing = Lock()
    private let lock = Lock()
    /// Wakes the log's thread, which waits under `lock`.
    private let changed = Signal()

    private var lines: [UInt8] = []
    private var timestamp = Timestamp()
    private var dropped = 0
    private var threadRuns = false
    private var stopped = false

    /// The buffer's limit while the sink is blocked; further lines are dropped and counted.
    private static let bytesMax = 4 * 1024 * 1024
    /// The time during which lines are buffered before they are written together.
    private static let pauseMicroseconds: UInt32 = 50_000

    /// - Parameter clock: returns the time of day in microseconds since 1970.
    package init(
        level: LogLevel = .info, sink: @escaping Sink = Log.standardError,
        clock: @escaping @Sendable () -> Int64 = Log.now
    ) {
        self.level = level
        self.sink = sink
        self.clock = clock
    }

    package func debug(_ event: StaticString, _ fields: LogField...) {
        write(.debug, event, fields)
    }

    package func info(_ event: StaticString, _ fields: LogField...) {
        write(.info, event, fields)
    }

    package func warning(_ event: StaticString, _ fields: LogField...) {
        write(.warning, event, fields)
    }

    package func error(_ event: StaticString, _ fields: LogField...) {
        write(.error, event, fields)
        flush()
    }

    package func write(_ level: LogLevel, _ event: StaticString, _ fields: [LogField]) {
        guard level >= self.level else { return }
        let time = clock()
        lock.withLock {
            guard lines.count < Log.bytesMax else {
                dropped += 1
                return
            }
            if lines.capacity == 0 { lines.reserveCapacity(64 * 1024) }
            LogLine.append(
                to: &lines, time: timestamp.bytes(time), level: level, event: event,
                fields: fields)
            if stopped { return }
            if threadRuns { changed.wake() } else { startThread() }
        }
        if lock.withLock({ stopped }) { flush() }
    }

    /// Writes the buffered lines before it returns.
    package func flush() {
        writing.withLock {
            let taken = lock.withLock {
                if dropped > 0 {
                    LogLine.append(
                        to: &lines, time: timestamp.bytes(clock()), level: .warning,
                        event: "log_lines_dropped", fields: [.count("lines", dropped)])
                    dropped = 0
                }
                defer { lines = [] }
                return lines
            }
            if !taken.isEmpty { sink(taken) }
        }
    }

    /// Writes the buffered lines and ends the log's thread; later lines are written at once.
    package func stop() {
        lock.withLock {
            stopped = true
            changed.wake()
        }
        flush()
    }

    // MARK: The log's thread

    private func startThread() {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(self)
        let failure = pthread_create(&thread, nil, logThread, retained.toOpaque())
        guard failure == 0 else {
            retained.release()
            return
        }
        pthread_detach(thread)
        threadRuns = true
    }

    fileprivate func run() {
        while true {
            let ended = lock.withLock {
                while lines.isEmpty && !stopped { changed.wait(releasing: lock) }
                return stopped
            }
            if ended { return }
            usleep(Log.pauseMicroseconds)
            flush()
        }
    }
}

private func logThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { preconditionFailure("the log's thread has no log") }
    Unmanaged<Log>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

extension Log {
    /// Writes to file descriptor 2 until all bytes are written; a closed descriptor loses the
    /// lines.
    package static let standardError: Sink = { lines in
        var place = 0
        while place < lines.count {
            let written = lines[place...].withUnsafeBytes {
                Glibc.write(2, $0.baseAddress, $0.count)
            }
            if written > 0 {
                place += written
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, 100)
            } else if errno != EINTR {
                return
            }
        }
    }

    package static let now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// A log that writes no lines, for code without a reader of its log.
    package static let silent = Log(level: .error, sink: { _ in })
}
