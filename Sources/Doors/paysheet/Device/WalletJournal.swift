import Threads
import Vocabulary

/// Records the durations of each kind of call, and the server's violations of the contract.
final class WalletJournal: Sendable {
    /// The kinds of calls that phones make to a web service.
    enum Task: String, CaseIterable, Sendable {
        case register = "Register"
        case list = "Get serial numbers"
        case fetch = "Get pass"
        case unregister = "Unregister"
        case log = "Log"
    }

    private struct Records {
        var milliseconds: [Task: [Int]] = [:]
        /// In the order in which they first occurred.
        var breaches: [(text: String, count: Int)] = []
    }

    private let records = Locked(Records())

    /// There are few different ones, because they name no phone; further ones show nothing new.
    private static let breachesMax = 100

    func note(_ task: Task, took milliseconds: Int) {
        records.withLock { $0.milliseconds[task, default: []].append(milliseconds) }
    }

    func note(_ breach: String) {
        records.withLock { records in
            if let index = records.breaches.firstIndex(where: { $0.text == breach }) {
                records.breaches[index].count += 1
            } else if records.breaches.count < Self.breachesMax {
                records.breaches.append((breach, 1))
            }
        }
    }

    var breaches: [(text: String, count: Int)] { records.withLock { $0.breaches } }

    /// A line for each kind of call: the number, the median and the 99th percentile.
    var summary: [String] {
        let all = records.withLock { $0.milliseconds }
        return Task.allCases.compactMap { task in
            guard let times = all[task]?.sorted(), !times.isEmpty else { return nil }
            let median = times[times.count / 2]
            let late = times[min(times.count - 1, times.count * 99 / 100)]
            return "\(task.rawValue): \(times.count) calls, p50 \(median) ms, p99 \(late) ms"
        }
    }
}
