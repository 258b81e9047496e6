import Threads

/// The series of a metric by the values of its labels.
// Unchecked: `lock` guards `series` and `order`.
final class SeriesTable<Series: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var series: [[String]: Series] = [:]
    private var order: [[String]] = []
    private let make: @Sendable () -> Series

    /// A label with values from outside would grow without limit: beyond this number, one series
    /// named `other` takes all further values.
    static var seriesMax: Int { 2000 }

    init(make: @escaping @Sendable () -> Series) { self.make = make }

    func find(_ values: [String]) -> Series {
        lock.withLock {
            if let known = series[values] { return known }
            var values = values
            if order.count >= Self.seriesMax {
                values = values.map { _ in "other" }
                if let known = series[values] { return known }
            }
            let new = make()
            series[values] = new
            order.append(values)
            return new
        }
    }

    var all: [(values: [String], series: Series)] {
        lock.withLock { order.compactMap { values in series[values].map { (values, $0) } } }
    }
}
