import CHTTPServer
import Glibc
import Synchronization
import Threads

/// A thread that waits on epoll and runs Swift tasks between two waits.
///
/// The loop is the executor of the handlers: a handler that waits holds no thread, and it needs no
/// lock against the connections of the same loop.
// Unchecked: state that other threads touch is atomic or guarded by `lock`.
package final class EventLoop: TaskExecutor, SerialExecutor, @unchecked Sendable {
    private let lock = Lock()
    private let epoll: Int32
    private let wakeup: Int32
    /// The loop's thread while it runs; no thread has the number 0.
    private let thread = Atomic<pthread_t>(0)

    // Guarded by `lock`.
    private var inbox: [UnownedJob] = []
    private var asleep = false
    private var turnRequested = false
    private var closed = false
    private var running = false

    // Only the loop's thread touches these.
    private var local = JobQueue()
    private var arrived: [UnownedJob] = []

    init() throws(ServerError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard epoll >= 0, wakeup >= 0 else { throw .system("epoll", errno) }
        watch(wakeup)
    }

    deinit {
        close(epoll)
        close(wakeup)
    }

    /// Wakes the thread when the descriptor is readable.
    func watch(_ descriptor: Int32) { add(descriptor, EPOLLIN.rawValue) }

    /// Notifies the work once when the peer of a socket has sent its last byte.
    func watchForEnd(_ socket: Int32) { add(socket, EPOLLRDHUP.rawValue | EPOLLET.rawValue) }

    private func add(_ descriptor: Int32, _ events: UInt32) {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    func unwatch(_ descriptor: Int32) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    }

    // MARK: Executor

    package var isCurrent: Bool { thread.load(ordering: .relaxed) == pthread_self() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            local.append(job)
            return
        }
        let (mustWake, late) = lock.withLock {
            if closed { return (false, true) }
            inbox.append(job)
            defer { asleep = false }
            return (asleep, false)
        }
        if mustWake { wake() }
        // After its end the loop has no thread, so the calling thread runs the job itself.
        if late { run(job) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the event loop's thread")
    }

    private func run(_ job: UnownedJob) {
        job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    /// Runs at most this many of the jobs that this thread has queued.
    ///
    /// - Returns: true when no job is left.
    func runLocalJobs(atMost limit: Int) -> Bool {
        var left = limit
        while let job = local.next() {
            run(job)
            left -= 1
            if left == 0 { return local.isEmpty }
        }
        return true
    }

    private func takeInbox() {
        lock.withLock {
            swap(&inbox, &arrived)
            turnRequested = false
        }
        for job in arrived { local.append(job) }
        arrived.removeAll(keepingCapacity: true)
    }

    /// Makes the thread run its work for another turn; any thread may call this.
    func requestTurn() {
        let mustWake = lock.withLock {
            turnRequested = true
            defer { asleep = false }
            return asleep
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        write(wakeup, &one, 8)
    }

    // MARK: Thread

    /// Starts the thread, which retains the work until it ends.
    func start(_ work: any LoopWork) throws(ServerError) {
        let box = Unmanaged.passRetained(ThreadStart(loop: self, work: work))
        var created = pthread_t()
        let failure = pthread_create(&created, nil, threadMain, box.toOpaque())
        guard failure == 0 else {
            box.release()
            throw .system("pthread_create", failure)
        }
        pthread_detach(created)
        while !lock.withLock({ running }) { sched_yield() }
    }

    fileprivate func main(_ work: any LoopWork) {
        thread.store(pthread_self(), ordering: .relaxed)
        defer { thread.store(0, ordering: .relaxed) }
        lock.withLock { running = true }
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            takeInbox()
            let idle = runLocalJobs(atMost: jobsEachTurnMax)
            var timeout: Int32
            switch work.turn() {
            case .wait(let milliseconds): timeout = milliseconds
            case .end:
                if endIfEmpty() { return }
                timeout = -1
            }
            if !idle || !local.isEmpty { timeout = 0 }
            if timeout != 0, !prepareToSleep() { timeout = 0 }
            let count = epoll_wait(epoll, &events, Int32(events.count), timeout)
            if timeout != 0 { lock.withLock { asleep = false } }
            for index in 0..<Int(max(0, count)) {
                if events[index].data.fd == wakeup {
                    var value: UInt64 = 0
                    read(wakeup, &value, 8)
                } else if events[index].events & EPOLLRDHUP.rawValue != 0 {
                    work.peerEnded(events[index].data.fd)
                }
            }
        }
    }

    /// Prepares the thread to sleep: a later job or a requested turn wakes it.
    ///
    /// - Returns: false when a job or a requested turn has already arrived.
    private func prepareToSleep() -> Bool {
        lock.withLock {
            asleep = inbox.isEmpty && !turnRequested
            return asleep
        }
    }

    private func endIfEmpty() -> Bool {
        lock.withLock {
            closed = inbox.isEmpty && local.isEmpty
            return closed
        }
    }
}

/// The work of a loop's thread between two waits.
protocol LoopWork: AnyObject, Sendable {
    /// Called after each wait and each run of jobs.
    func turn() -> NextStep
    /// The peer of a socket sends nothing more.
    func peerEnded(_ socket: Int32)
}

/// The next step of the loop after a turn.
enum NextStep {
    /// Wait for an event for at most this many milliseconds; -1 waits without limit.
    case wait(Int32)
    /// The thread may end once no job is left.
    case end
}

/// Jobs that run between two polls of the sockets, so that neither starves.
private let jobsEachTurnMax = 256

private final class ThreadStart: Sendable {
    let loop: EventLoop
    let work: any LoopWork

    init(loop: EventLoop, work: any LoopWork) {
        self.loop = loop
        self.work = work
    }
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<ThreadStart>.fromContext(argument).takeRetainedValue()
    nameThread("http")
    start.loop.main(start.work)
    return nil
}

/// A first-in first-out queue that keeps its storage.
private struct JobQueue {
    private var jobs: [UnownedJob] = []
    private var head = 0

    var isEmpty: Bool { head == jobs.count }

    mutating func append(_ job: UnownedJob) { jobs.append(job) }

    mutating func next() -> UnownedJob? {
        guard head < jobs.count else { return nil }
        let job = jobs[head]
        head += 1
        if head == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            head = 0
        }
        return job
    }
}
