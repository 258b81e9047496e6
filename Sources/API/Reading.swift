import HTTP
import JSON
import Merchants
import Vocabulary

// Small things that several routes read from a request.

extension Call {
    /// A page of a list: `?limit` from 1 to 100, `?after` the last identifier of the page before.
    struct Page {
        let limit: Int
        let after: String?
    }

    /// Twenty rows fill a screen; a hundred are read in one go without harm.
    static let pageDefault = 20
    static let pageMax = 100

    func page(knowing other: Set<String> = []) throws -> Page {
        var problems: [FieldProblem] = []
        for (name, _) in request.query.items
        where name != "limit" && name != "after" && !other.contains(name) {
            problems.append(
                FieldProblem(
                    pointer: "?" + String(name.prefix(64)), code: "unknown_field",
                    detail: "this list has no such parameter"))
        }
        var seen: Set<String> = []
        for name in request.query.names where !seen.insert(name).inserted {
            // Whoever names two limits does not know which one counts; nor do others on the way.
            let problem = FieldProblem(
                pointer: "?" + String(name.prefix(64)), code: "duplicate",
                detail: "give this parameter once")
            if !problems.contains(problem) { problems.append(problem) }
        }
        var limit = Self.pageDefault
        if let text = request.query["limit"] {
            if let number = Int(text), (1...Self.pageMax).contains(number) {
                limit = number
            } else {
                problems.append(
                    FieldProblem(
                        pointer: "?limit", code: "out_of_range",
                        detail: "a whole number from 1 to \(Self.pageMax)"))
            }
        }
        guard problems.isEmpty else { throw Problem.badFields(problems) }
        return Page(limit: limit, after: request.query["after"])
    }

    /// The identifier that a page goes on after; one of another merchant leads nowhere.
    func cursor<Noun: Identified>(_ page: Page, of noun: Noun.Type) throws -> UUID128? {
        guard let after = page.after else { return nil }
        guard let identifier = Identifier<Noun>(after), identifier.merchant == merchant.number
        else { throw Problem.badCursor }
        return identifier.uuid
    }

    /// A text to compare with: what could be stored, so not empty and not too long.
    func queryText(_ name: String, maxLength: Int) throws -> String? {
        guard let text = request.query[name] else { return nil }
        guard (1...maxLength).contains(text.unicodeScalars.count) else {
            throw Problem.badFields([
                FieldProblem(
                    pointer: "?" + name, code: text.isEmpty ? "too_short" : "too_long",
                    detail: "1 to \(maxLength) characters")
            ])
        }
        return text
    }

    func queryInstant(_ name: String) throws -> Instant? {
        guard let text = request.query[name] else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw Problem.badFields([
                FieldProblem(
                    pointer: "?" + name, code: "invalid_value",
                    detail: "a time of RFC 3339 with a zone, such as 2026-11-21T14:03:09Z")
            ])
        }
        return instant
    }

    /// The language of the buyer, from `Accept-Language`.
    var language: Language { Language(acceptLanguage: request.headers["Accept-Language"]) }
}

extension Problem {
    static let badCursor = Problem.badFields([
        FieldProblem(
            pointer: "?after", code: "invalid_value", detail: "the nextCursor of an earlier page")
    ])
}

/// A list's answer: the rows, and where the next page begins if there is one.
func listAnswer<Row>(
    _ rows: [Row], limit: Int, cursor: (Row) -> String, write: (Row, inout Writer) -> Void
) -> Answer {
    Answer { writer in
        writer.object { body in
            body.array("data", rows) { row, entry in write(row, &entry) }
            if rows.count == limit, let last = rows.last {
                body.member("nextCursor", cursor(last))
            } else {
                body.null("nextCursor")
            }
        }
    }
}
