/// Reads the elements of an array and collects all their problems.
@usableFromInline package struct ArrayReader {
    package let node: Node
    package let problems: Problems
    let place: Place

    init(_ node: Node, place: Place, _ problems: Problems) {
        self.node = node
        self.place = place
        self.problems = problems
    }

    /// Returns nil, and adds a `wrong_type` problem, if the node is not an array.
    package init?(_ node: Node, at pointer: String = "", problems: Problems) {
        guard node.kind == .array else {
            problems.add("wrong_type", at: pointer, Detail.array)
            return nil
        }
        self.init(node, place: .root(pointer), problems)
    }

    @usableFromInline package var count: Int { node.count }
    package var pointer: String { place.pointer }

    package func pointer(to index: Int) -> String { place.pointer(to: .element(index)) }

    /// Adds a problem of an element; for rules between elements.
    package func refuse(_ index: Int, _ code: String, _ detail: String) {
        problems.add(code, at: place.pointer(to: .element(index)), detail)
    }

    /// Adds a problem of a member of an element; the member may be missing.
    package func refuse(_ index: Int, _ member: String, _ code: String, _ detail: String) {
        problems.add(code, at: place.pointer(to: .element(index)) + "/" + member, detail)
    }

    /// The results of `read` for each element that is an object, in order; refused elements are
    /// left out.
    ///
    /// Inlined, so that it is specialized once for each type instead of generic in each call.
    @inlinable package func objects<T>(_ read: (ObjectReader) throws -> T?) rethrows -> [T] {
        var values: [T] = []
        values.reserveCapacity(count)
        try eachObject { if let value = try read($0) { values.append(value) } }
        return values
    }

    @usableFromInline package func eachObject(
        _ read: (ObjectReader) throws -> Void
    ) rethrows {
        try each { if let fields = $0.object($1) { try read(fields) } }
    }

    package func strings(minLength: Int = 0, maxLength: Int) -> [String] {
        map { $0.string($1, min: minLength, max: maxLength) }
    }

    package func integers(in range: ClosedRange<Int64>) -> [Int64] {
        map { $0.integer($1, in: range) }
    }

    package func choices<Choice: RawRepresentable<String> & CaseIterable>(
        of type: Choice.Type = Choice.self
    ) -> [Choice] {
        map { $0.choice($1, of: type) }
    }

    package func values<T>(
        maxLength: Int, code: String = "invalid_value", detail: String, parse: (String) -> T?
    ) -> [T] {
        var values: [T] = []
        values.reserveCapacity(count)
        each(maxLength: maxLength, code: code, detail: detail) { text in
            guard let value = parse(text) else { return false }
            values.append(value)
            return true
        }
        return values
    }

    /// Passes each string to `take`, which returns whether it is valid; each invalid one is a
    /// problem. For long lists that are converted at once: nothing is collected here.
    package func each(
        maxLength: Int, code: String = "invalid_value", detail: String, take: (String) -> Bool
    ) {
        each { checks, node in
            if let text = checks.string(node, min: 0, max: maxLength), !take(text) {
                problems.add(code, at: checks.pointer, detail)
            }
        }
    }

    private func map<T>(_ read: (Checks, Node) throws -> T?) rethrows -> [T] {
        var values: [T] = []
        values.reserveCapacity(count)
        try each { if let value = try read($0, $1) { values.append(value) } }
        return values
    }

    private func each(_ read: (Checks, Node) throws -> Void) rethrows {
        var index = 0
        for node in node.elements {
            try read(Checks(problems: problems, place: place, step: .element(index)), node)
            index += 1
        }
    }
}
