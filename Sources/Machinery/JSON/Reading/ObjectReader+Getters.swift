extension ObjectReader {
    /// Lengths are in Unicode scalars.
    package func string(
        _ key: StaticString, minLength: Int = 0, maxLength: Int, required: Bool = false
    ) -> String? {
        guard let index = index(key, required) else { return nil }
        return plainText(index, min: minLength, max: maxLength)
            ?? checks(key).string(node(at: index), min: minLength, max: maxLength)
    }

    package func bool(_ key: StaticString, required: Bool = false) -> Bool? {
        node(key, required: required).flatMap { checks(key).bool($0) }
    }

    /// A whole number; `1.0` counts as 1, as in JSON Schema.
    package func integer(
        _ key: StaticString, in range: ClosedRange<Int64>, required: Bool = false
    ) -> Int64? {
        node(key, required: required).flatMap { checks(key).integer($0, in: range) }
    }

    /// A decimal string such as `-10.00`; only its form is checked. Never a JSON number.
    package func decimal(
        _ key: StaticString, maxLength: Int = 32, required: Bool = false
    ) -> String? {
        guard let index = index(key, required) else { return nil }
        if let text = plainText(index, max: maxLength), Checks.isDecimal(text) { return text }
        return checks(key).decimal(node(at: index), max: maxLength)
    }

    /// A decimal string that `parse` must accept, such as an amount in a currency.
    package func decimal<T>(
        _ key: StaticString, maxLength: Int = 32, required: Bool = false,
        code: String = "invalid_value", detail: String, parse: (String) -> T?
    ) -> T? {
        guard let text = decimal(key, maxLength: maxLength, required: required) else { return nil }
        if let value = parse(text) { return value }
        refuse(key, code, detail)
        return nil
    }

    /// A string that `parse` must accept; `detail` describes the accepted values.
    package func value<T>(
        _ key: StaticString, maxLength: Int, required: Bool = false,
        code: String = "invalid_value", detail: String, parse: (String) -> T?
    ) -> T? {
        guard let index = index(key, required) else { return nil }
        // A value that breaks its own rule needs no remark about its length.
        if problems.excesses != nil, let text = node(at: index).string, parse(text) == nil {
            refuse(key, code, detail)
            return nil
        }
        guard
            let text = plainText(index, max: maxLength)
                ?? checks(key).string(node(at: index), min: 0, max: maxLength)
        else { return nil }
        if let value = parse(text) { return value }
        refuse(key, code, detail)
        return nil
    }

    /// One of an enumeration's raw values; the problem lists them.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: StaticString, of type: Choice.Type = Choice.self, required: Bool = false
    ) -> Choice? {
        guard let index = index(key, required) else { return nil }
        return plainText(index, max: .max).flatMap(Choice.init(rawValue:))
            ?? checks(key).choice(node(at: index), of: type)
    }

    /// An object of strings under names of the caller's choice, in source order.
    package func texts(
        _ key: StaticString, maxCount: Int, maxKeyLength: Int, maxLength: Int,
        required: Bool = false
    ) -> [(key: String, value: String)]? {
        node(key, required: required).flatMap {
            checks(key).texts(
                $0, maxCount: maxCount, maxKeyLength: maxKeyLength, maxLength: maxLength)
        }
    }

    package func object(_ key: StaticString, required: Bool = false) -> ObjectReader? {
        node(key, required: required).flatMap { checks(key).object($0) }
    }

    package func array(
        _ key: StaticString, minCount: Int = 0, maxCount: Int, required: Bool = false
    ) -> ArrayReader? {
        node(key, required: required).flatMap {
            checks(key).array($0, min: minCount, max: maxCount)
        }
    }

    /// The valid strings of an array; each invalid one is a problem of its own.
    package func strings(
        _ key: StaticString, minCount: Int = 0, maxCount: Int, maxLength: Int,
        required: Bool = false
    ) -> [String]? {
        array(key, minCount: minCount, maxCount: maxCount, required: required)?
            .strings(maxLength: maxLength)
    }

    /// The valid values of an array of strings; each value that `parse` refuses is a problem of its
    /// own.
    package func values<T>(
        _ key: StaticString, minCount: Int = 0, maxCount: Int, maxLength: Int,
        required: Bool = false, code: String = "invalid_value", detail: String,
        parse: (String) -> T?
    ) -> [T]? {
        array(key, minCount: minCount, maxCount: maxCount, required: required)?
            .values(maxLength: maxLength, code: code, detail: detail, parse: parse)
    }

    /// The valid choices of an array; each invalid one is a problem of its own.
    package func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: StaticString, of type: Choice.Type = Choice.self, minCount: Int = 0,
        maxCount: Int, required: Bool = false
    ) -> [Choice]? {
        array(key, minCount: minCount, maxCount: maxCount, required: required)?
            .choices(of: type)
    }

    private func node(at index: Int) -> Node { Node(document: node.document, index: index) }

    private func checks(_ key: StaticString) -> Checks {
        Checks(problems: problems, place: place, step: .member(key))
    }
}
