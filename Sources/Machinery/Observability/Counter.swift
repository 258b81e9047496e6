import Synchronization

/// A number that only increases, with one series for each combination of label values.
package final class Counter: Family {
    let heading: Heading
    private let table = SeriesTable<CounterSeries> { CounterSeries() }

    init(_ heading: Heading) { self.heading = heading }

    /// Returns the series of these label values; store it if it is used often.
    package func series(_ values: String...) -> CounterSeries {
        precondition(values.count == heading.labels.count, "\(heading.name) has other labels")
        return table.find(values)
    }

    package func add(_ amount: Int = 1) { series().add(amount) }

    func write(to out: inout Exposition) {
        out.head(heading, "counter")
        for (values, series) in table.all {
            out.sample(heading.name, Array(zip(heading.labels, values)), Double(series.value))
        }
    }
}

/// One number of a counter.
package final class CounterSeries: Sendable {
    private let count = Atomic<Int>(0)

    package func add(_ amount: Int = 1) {
        precondition(amount >= 0, "a counter only rises")
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    package var value: Int { count.load(ordering: .relaxed) }
}
