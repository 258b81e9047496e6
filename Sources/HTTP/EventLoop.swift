import CHTTPServer
import Glibc
import Synchronization

/// A thread that waits on epoll and runs Swift tasks between two waits.
///
/// It is the executor of the handlers, so a handler that waits for something holds no thread, and
/// what it does needs no lock against the connections of the same loop.
// Unchecked: what others than the loop's thread touch is atomic or behind `lock`.
package final class EventLoop: TaskExecutor, SerialExecutor, @unchecked Sendable {
    private let lock = Lock()
    private let epoll: Int32
    private let wakeup: Int32
    /// The loop's thread while it runs; no thread has the number 0.
    private let thread = Atomic<pthread_t>(0)

    // Behind `lock`.
    private var inbox: [UnownedJob] = []
    private var asleep = false
    private var nudged = false
    private var closed = false
    private var running = false

    // The loop's thread only.
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

    /// Tells the work once when the peer of a socket has sent its last byte.
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
        // After its end the loop has no thread: whoever comes now runs the job itself.
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

    /// Runs the jobs that this thread has queued, at most as many as given; true when none is left.
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
            nudged = false
        }
        for job in arrived { local.append(job) }
        arrived.removeAll(keepingCapacity: true)
    }

    /// Makes the thread ask its work for another turn, from any thread.
    func nudge() {
        let mustWake = lock.withLock {
            nudged = true
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

    /// Starts the thread, which holds the work until its end.
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
            if timeout != 0, !fallAsleep() { timeout = 0 }
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

    /// A job or a nudge after this wakes the thread; false when there was one already.
    private func fallAsleep() -> Bool {
        lock.withLock {
            asleep = inbox.isEmpty && !nudged
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

/// What a loop's thread does between two waits.
protocol LoopWork: AnyObject, Sendable {
    /// Called after each wait and each run of jobs.
    func turn() -> Turn
    /// The peer of a socket sends nothing more.
    func peerEnded(_ socket: Int32)
}

/// What a turn of the loop wants next.
enum Turn {
    /// Wait for an event, at most so many milliseconds; -1 is without end.
    case wait(Int32)
    /// The thread may end once no job is left.
    case end
}

/// Jobs that are run between two looks at the sockets, so that neither starves.
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
    let start = Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue()
    chttp_name_thread("http")
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
