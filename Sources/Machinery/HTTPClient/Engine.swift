import CCurl
import Threads

/// A thread that runs curl's transfers of one policy, over connections of its own.
///
/// The thread starts with the first request and ends with `stop`.
// Unchecked: `lock` guards the state that other threads use.
final class Engine: @unchecked Sendable {
    private let policy: Policy
    private let authorities: String?
    private let lock = Lock()
    /// Any thread may wake it until `hasEnded` is set.
    private let multi: UnsafeMutableRawPointer

    // Guarded by `lock`.
    private var starting: [Transfer] = []
    private var canceling: [Transfer] = []
    private var hasBegun = false
    private var isStopping = false
    private var hasEnded = false

    // Only for the thread: running transfers by curl's handle.
    private var running: [UnsafeMutableRawPointer: Running] = [:]

    private struct Running {
        let transfer: Transfer
        let lines: UnsafeMutablePointer<curl_slist>?
        let connectOverride: UnsafeMutablePointer<curl_slist>?
    }

    private static let isReady = ccurl_global_init() == CURLE_OK

    /// - Parameter isLine: true if all its requests have one identity and share a connection.
    init(_ policy: Policy, _ authorities: String?, isLine: Bool = false) {
        precondition(Self.isReady, "curl is not available")
        guard let multi = curl_multi_init() else { fatalError("out of memory for curl") }
        self.policy = policy
        self.authorities = authorities
        self.multi = multi
        _ = ccurl_multi_set_number(
            multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Limits.connectionsMax)
        _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, Limits.connectionsMax)
        if isLine {
            _ = ccurl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1)
            _ = ccurl_multi_set_number(
                multi, CURLMOPT_MAX_CONCURRENT_STREAMS, Limits.streamsMax)
        }
    }

    deinit {
        // Once started, the thread holds the engine and cleans up itself.
        if !hasBegun { curl_multi_cleanup(multi) }
    }

    /// Runs a transfer to its end, or until its caller is canceled.
    func run(_ transfer: Transfer) async -> Result<Answer, ClientFault> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.continuation = continuation
                start(transfer)
            }
        } onCancel: {
            cancel(transfer)
        }
    }

    func start(_ transfer: Transfer) {
        let (isTaken, isFirst) = lock.withLock {
            if isStopping { return (false, false) }
            starting.append(transfer)
            curl_multi_wakeup(multi)
            defer { hasBegun = true }
            return (true, !hasBegun)
        }
        if !isTaken { transfer.end(.failure(.stopped)) }
        if isFirst { startThread("http client") { self.main() } }
    }

    func cancel(_ transfer: Transfer) {
        lock.withLock {
            transfer.isCanceled = true
            if hasEnded { return }
            canceling.append(transfer)
            curl_multi_wakeup(multi)
        }
    }

    func stop() {
        lock.withLock {
            isStopping = true
            if !hasEnded { curl_multi_wakeup(multi) }
        }
    }

    // MARK: Thread

    private func main() {
        while takeOrders() {
            var left: Int32 = 0
            curl_multi_perform(multi, &left)
            var code = CURLE_OK
            while let handle = ccurl_multi_ended(multi, &code) { end(handle, code) }
            // curl wakes by itself for its deadlines; no transfer depends on this timeout.
            curl_multi_poll(multi, nil, 0, 60_000, nil)
        }
        for handle in Array(running.keys) { remove(handle)?.end(.failure(.stopped)) }
        let late = lock.withLock {
            hasEnded = true
            defer { starting = [] }
            return starting
        }
        for transfer in late { transfer.end(.failure(.stopped)) }
        curl_multi_cleanup(multi)
    }

    /// Starts new transfers and ends canceled ones; returns false after `stop`.
    private func takeOrders() -> Bool {
        let (started, canceled, isRunning) = lock.withLock {
            if isStopping { return ([Transfer](), [Transfer](), false) }
            defer {
                starting = []
                canceling = []
            }
            for transfer in starting where transfer.isCanceled {
                transfer.end(.failure(.canceled))
            }
            return (starting.filter { !$0.isCanceled }, canceling, true)
        }
        for transfer in started { add(transfer) }
        // A transfer that is not running has already ended, or will end as soon as it starts.
        for transfer in canceled {
            guard let handle = running.first(where: { $0.value.transfer === transfer })?.key
            else { continue }
            remove(handle)?.end(.failure(.canceled))
        }
        return isRunning
    }

    private func add(_ transfer: Transfer) {
        guard let handle = curl_easy_init() else { return transfer.end(.failure(.broken)) }
        let (lines, connectOverride) = (transfer.headerList(), transfer.connectOverrideList())
        guard transfer.prepare(handle, lines, connectOverride, authorities),
            curl_multi_add_handle(multi, handle) == CURLM_OK
        else {
            curl_easy_cleanup(handle)
            curl_slist_free_all(lines)
            curl_slist_free_all(connectOverride)
            return transfer.end(.failure(.broken))
        }
        running[handle] = Running(
            transfer: transfer, lines: lines, connectOverride: connectOverride)
    }

    private func end(_ handle: UnsafeMutableRawPointer, _ code: CURLcode) {
        guard let transfer = running[handle]?.transfer else { return }
        let result = transfer.result(code, handle)
        remove(handle)
        transfer.end(result)
    }

    @discardableResult
    private func remove(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        guard let ended = running.removeValue(forKey: handle) else { return nil }
        curl_multi_remove_handle(multi, handle)
        curl_easy_cleanup(handle)
        curl_slist_free_all(ended.lines)
        curl_slist_free_all(ended.connectOverride)
        return ended.transfer
    }
}
