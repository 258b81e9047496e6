import HTTP
import JSON
import Merchants
import Spelling
import Vocabulary

/// Reads the parameters of a query as a body's members are read: it notes an error and returns nil.
struct QueryReader {
    let problems = Problems()
    private let items: QueryItems
    private let merchant: MerchantNumber?

    init(_ call: Call) {
        items = call.request.query
        merchant = call.caller.merchant?.number
    }

    /// Twenty rows fill a screen; a hundred can be read at once without harm.
    static let limitDefault = 20
    static let limitMax = 100

    /// Notes unknown parameters, and those that are given twice.
    func check(knowing known: Set<String>) {
        var seen: Set<String> = []
        for name in items.names where seen.insert(name).inserted {
            if !known.contains(name) {
                let meant = Spelling(name.utf8).nearest(among: known.sorted())
                note(
                    name, "unknown_field",
                    "unknown parameter" + (meant.map { "; did you mean \($0)?" } ?? ""))
            }
            if items.all(name).count > 1 {
                note(name, "duplicate", "send this parameter only once")
            }
        }
    }

    /// `?limit`: the maximum number of rows.
    func limit() -> Int {
        guard let text = once("limit") else { return Self.limitDefault }
        if let number = text.wholeNumber, 1...Int64(Self.limitMax) ~= number { return Int(number) }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        note(
            "limit",
            !digits.isEmpty && digits.hasOnlyASCIIDigits ? "out_of_range" : "invalid_value",
            "a whole number from 1 to \(Self.limitMax)")
        return Self.limitDefault
    }

    /// `?after`: the last row of the previous page; another merchant's is invalid.
    func cursor<Cursor: PageCursor>(_: Cursor.Type) -> Cursor? {
        cursor { text in
            guard let merchant, let cursor = Cursor(text), cursor.belongs(to: merchant) else {
                return nil
            }
            return cursor
        }
    }

    func cursor<Noun: Identified>(of noun: Noun.Type) -> UUID128? {
        cursor(Identifier<Noun>.self)?.uuid
    }

    /// Reads the identifier of an object that belongs to the caller.
    func identifier<Noun: Identified>(
        _ name: String, of noun: Noun.Type, _ call: Call
    ) -> Identifier<Noun>? {
        value(
            name, detail: "one of your ids, which begins with \(Noun.identifierPrefix)_",
            parse: call.own)
    }

    func cursor<T>(parse: (String) -> T?) -> T? {
        value("after", detail: "the nextCursor of an earlier page", parse: parse)
    }

    /// Reads a parameter that takes one of a few words.
    func choice<Value: CaseIterable & RawRepresentable<String>>(_ name: String) -> Value? {
        let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return value(name, detail: "one of: \(words)", parse: Value.init(rawValue:))
    }

    /// Reads a text to compare with: of a length that could be stored, so not empty and not too
    /// long.
    func text(_ name: String, maxLength: Int) -> String? {
        guard let text = once(name) else { return nil }
        guard (1...maxLength).contains(text.unicodeScalars.count) else {
            note(name, text.isEmpty ? "too_short" : "too_long", "1 to \(maxLength) characters")
            return nil
        }
        return text
    }

    func instant(_ name: String) -> Instant? {
        value(
            name, detail: "an RFC 3339 time with a time zone, such as 2026-11-21T14:03:09Z",
            parse: Instant.init(rfc3339:))
    }

    /// The version of an object that the caller has seen, such as `?version`.
    func version(_ name: String) -> Int64? {
        value(name, detail: "a whole number of at least 1") {
            $0.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    func value<T>(_ name: String, detail: String, parse: (String) -> T?) -> T? {
        guard let text = once(name) else { return nil }
        guard let value = parse(text) else {
            note(name, "invalid_value", detail)
            return nil
        }
        return value
    }

    /// Nil for a parameter that is given twice: caller, proxies and server might each use another
    /// value.
    private func once(_ name: String) -> String? {
        let all = items.all(name)
        return all.count == 1 ? all[0] : nil
    }

    func note(_ name: String, _ code: String, _ detail: String) {
        problems.add("?" + String(name.prefix(64)), code, detail)
    }
}
