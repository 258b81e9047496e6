/// Checks of a value in an object or an array.
///
/// Each check returns nil after it added a problem.
struct Checks {
    let problems: Problems
    let place: Place
    let step: Step

    var pointer: String { place.pointer(to: step) }

    func string(_ node: Node, min: Int, max: Int) -> String? {
        guard node.kind == .string else { return refuse("wrong_type", Detail.string) }
        guard isWithin(node, min: min, max: max) else { return nil }
        return node.string
    }

    func bool(_ node: Node) -> Bool? {
        node.bool ?? refuse("wrong_type", Detail.bool)
    }

    func integer(_ node: Node, in range: ClosedRange<Int64>) -> Int64? {
        if let value = node.int64 {
            return range.contains(value) ? value : refuse("out_of_range", Detail.outOfRange(range))
        }
        switch node.kind {
        case .integer: return refuse("out_of_range", Detail.outOfRange(range))
        case .number where node.isTooLargeToBeCertain:
            return refuse("out_of_range", Detail.outOfRange(range))
        default: return refuse("wrong_type", Detail.integer)
        }
    }

    func decimal(_ node: Node, max: Int) -> String? {
        switch node.kind {
        case .string: break
        case .integer, .number: return refuse("wrong_type", Detail.decimalIsString)
        default: return refuse("wrong_type", Detail.decimal)
        }
        guard isWithin(node, min: 0, max: max) else { return nil }
        guard Self.isDecimal(node.utf8) else { return refuse("invalid_value", Detail.decimal) }
        return node.string
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: Node, of type: Choice.Type
    ) -> Choice? {
        guard node.kind == .string else { return refuse("wrong_type", Detail.string) }
        return node.string.flatMap(Choice.init(rawValue:))
            ?? refuse("invalid_value", Detail.choice(Choice.allCases.map(\.rawValue)))
    }

    func texts(
        _ node: Node, maxCount: Int, maxKeyLength: Int, maxLength: Int
    ) -> [(key: String, value: String)]? {
        guard node.kind == .object else { return refuse("wrong_type", Detail.object) }
        if node.count > maxCount,
            exceeds("too_many", Detail.tooManyMembers(node.count, max: maxCount))
        {
            return nil
        }
        var texts: [(key: String, value: String)] = []
        texts.reserveCapacity(node.count)
        for (key, value) in node.members {
            let length = key.unicodeScalars.count
            if length > maxKeyLength,
                exceeds("too_long", Detail.longName(length, max: maxKeyLength))
            {
                continue
            }
            let checks = Checks(
                problems: problems, place: .inside(place, step), step: .name(key))
            if let text = checks.string(value, min: 0, max: maxLength) {
                texts.append((key, text))
            }
        }
        return texts
    }

    func object(_ node: Node) -> ObjectReader? {
        ObjectReader(node, place: .inside(place, step), problems)
    }

    func array(_ node: Node, min: Int, max: Int) -> ArrayReader? {
        guard node.kind == .array else { return refuse("wrong_type", Detail.array) }
        if node.count > max, exceeds("too_many", Detail.tooMany(node.count, max: max)) {
            return nil
        }
        guard node.count >= min else {
            return refuse("too_few", Detail.tooFew(node.count, min: min))
        }
        return ArrayReader(node, place: .inside(place, step), problems)
    }

    private func refuse<T>(_ code: String, _ detail: @autoclosure () -> String) -> T? {
        problems.add(code, at: pointer, detail())
        return nil
    }

    /// Adds that the value exceeds a maximum; returns whether it must be skipped.
    private func exceeds(_ code: String, _ detail: String) -> Bool {
        problems.exceed(code, at: pointer, detail)
    }

    /// Lengths are counted in Unicode scalars, like a database's `char_length`.
    private func isWithin(_ node: Node, min: Int, max: Int) -> Bool {
        let bytes = node.utf8
        // A scalar takes one to four bytes, so that most lengths need no counting.
        if bytes.count <= max && bytes.count >= min * 4 { return true }
        let length = bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        if length > max { return !exceeds("too_long", Detail.tooLong(length, max: max)) }
        if length < min {
            problems.add("too_short", at: pointer, Detail.tooShort(length, min: min))
        }
        return length >= min
    }
}

extension Node {
    /// A whole number beyond the exact range of doubles, or beyond all doubles.
    fileprivate var isTooLargeToBeCertain: Bool { isOversized || (double ?? 0).magnitude > 0x1p53 }
}
