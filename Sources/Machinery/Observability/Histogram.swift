import Synchronization

/// A distribution over fixed buckets, with one series for each combination of label values.
package final class Histogram: Family {
    /// Bucket bounds for the duration of a request, in seconds from half a millisecond to 25.
    package static let requestSeconds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25,
    ]

    let heading: Heading
    private let bounds: [Double]
    private let unitsEach: Double
    private let table: SeriesTable<HistogramSeries>

    /// - Parameter unitsEach: the number of observed integer units in one unit of the bounds.
    init(_ heading: Heading, bounds: [Double], unitsEach: Double) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must rise")
        self.heading = heading
        self.bounds = bounds
        self.unitsEach = unitsEach
        let limits = bounds.map { Int64($0 * unitsEach) }
        table = SeriesTable { HistogramSeries(limits) }
    }

    /// Returns the series of these label values; store it if it is used often.
    package func series(_ values: String...) -> HistogramSeries {
        precondition(values.count == heading.labels.count, "\(heading.name) has other labels")
        return table.find(values)
    }

    package func observe(_ value: Int64) { series().observe(value) }

    func write(to out: inout Exposition) {
        out.head(heading, "histogram")
        for (values, series) in table.all {
            let labels = Array(zip(heading.labels, values))
            var below = 0
            for (index, count) in series.counts.enumerated() {
                below += count
                let bound = index < bounds.count ? bounds[index] : .infinity
                out.sample(
                    heading.name + "_bucket", labels + [("le", Exposition.number(bound))],
                    Double(below))
            }
            out.sample(heading.name + "_sum", labels, Double(series.sum) / unitsEach)
            out.sample(heading.name + "_count", labels, Double(below))
        }
    }
}

/// One distribution of a histogram.
package final class HistogramSeries: Sendable {
    private let limits: [Int64]
    private let cells: [Cell]
    private let total = Atomic<Int64>(0)

    private final class Cell: Sendable {
        let count = Atomic<Int>(0)
    }

    init(_ limits: [Int64]) {
        self.limits = limits
        cells = (0...limits.count).map { _ in Cell() }
    }

    package func observe(_ value: Int64) {
        var index = 0
        while index < limits.count, value > limits[index] { index += 1 }
        cells[index].count.wrappingAdd(1, ordering: .relaxed)
        total.wrappingAdd(value, ordering: .relaxed)
    }

    /// The count of each bucket, not cumulative; the last bucket is above every bound.
    var counts: [Int] { cells.map { $0.count.load(ordering: .relaxed) } }
    var sum: Int64 { total.load(ordering: .relaxed) }
}
