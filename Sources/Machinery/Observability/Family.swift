/// A metric's name with all its series.
protocol Family: Sendable {
    var heading: Heading { get }
    func write(to out: inout Exposition)
}

struct Heading: Sendable {
    let name: String
    let help: String
    let labels: [String]

    init(_ name: StaticString, _ help: StaticString, _ labels: [StaticString]) {
        self.name = name.description
        self.help = help.description
        self.labels = labels.map(\.description)
    }
}

/// A metric that is read when it is exported; it is omitted while `read` returns nil.
final class CallbackMetric: Family {
    let heading: Heading
    private let type: String
    private let read: @Sendable () -> Double?

    init(_ heading: Heading, type: String, read: @escaping @Sendable () -> Double?) {
        self.heading = heading
        self.type = type
        self.read = read
    }

    func write(to out: inout Exposition) {
        guard let value = read() else { return }
        out.head(heading, type)
        out.sample(heading.name, [], value)
    }
}
