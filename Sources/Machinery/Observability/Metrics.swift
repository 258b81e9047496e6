import Threads

/// All metrics of a process, and their export to Prometheus.
///
/// Create each metric once at the start and keep it: a second one with the same name is a
/// programming error.
package final class Metrics: Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private nonisolated(unsafe) var families: [any Family] = []

    package init() {}

    /// A number that only increases.
    package func counter(
        _ name: StaticString, _ help: StaticString, labels: [StaticString] = []
    ) -> Counter {
        add(Counter(Heading(name, help, labels)))
    }

    /// A distribution over fixed buckets; `bounds` are their upper ends, in ascending order.
    package func histogram(
        _ name: StaticString, _ help: StaticString, labels: [StaticString] = [],
        bounds: [Double], unitsEach: Double = 1
    ) -> Histogram {
        add(Histogram(Heading(name, help, labels), bounds: bounds, unitsEach: unitsEach))
    }

    /// A number that is read at each export.
    package func gauge(
        _ name: StaticString, _ help: StaticString, read: @escaping @Sendable () -> Double?
    ) {
        _ = add(CallbackMetric(Heading(name, help, []), type: "gauge", read: read))
    }

    /// Like `gauge`, for a number that only increases.
    package func counter(
        _ name: StaticString, _ help: StaticString, read: @escaping @Sendable () -> Double?
    ) {
        _ = add(CallbackMetric(Heading(name, help, []), type: "counter", read: read))
    }

    /// The content type of the exported text.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The metrics in the text exposition format, version 0.0.4.
    package func exposition() -> [UInt8] {
        var out = Exposition()
        for family in lock.withLock({ families }) { family.write(to: &out) }
        return Array(out.text.utf8)
    }

    private func add<F: Family>(_ family: F) -> F {
        lock.withLock {
            let name = family.heading.name
            precondition(
                !families.contains { $0.heading.name == name }, "two metrics named \(name)")
            families.append(family)
        }
        return family
    }
}
