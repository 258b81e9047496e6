import Threads

/// The metrics of an HTTP server: requests by method, route and status; durations by method and
/// route.
// Unchecked: `lock` guards `known`.
package final class RequestMetrics: @unchecked Sendable {
    private let requests: Counter
    private let durations: Histogram
    private let lock = Lock()
    private var known: [Key: Series] = [:]

    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    private struct Series {
        let requests: CounterSeries
        let durations: HistogramSeries
    }

    package init(_ metrics: Metrics) {
        requests = metrics.counter(
            "http_requests_total", "Answered requests by method, route and status.",
            labels: ["method", "route", "status"])
        durations = metrics.histogram(
            "http_request_duration_seconds",
            "Time from the complete request head to the sent response.",
            labels: ["method", "route"], bounds: Histogram.requestSeconds, unitsEach: 1_000_000)
    }

    /// Counts a request and records its duration.
    ///
    /// - Parameters:
    ///   - route: a template, or nil if no route matched.
    ///   - status: 0 for a request without an answer.
    package func record(method: String?, route: String?, status: Int, microseconds: Int64) {
        let key = Key(route: route ?? "none", method: method ?? "other", status: status)
        let series = lock.withLock {
            if let series = known[key] { return series }
            let new = Series(
                requests: requests.series(key.method, key.route, String(status)),
                durations: durations.series(key.method, key.route))
            known[key] = new
            return new
        }
        series.requests.add()
        series.durations.observe(microseconds)
    }
}
