import JSON
import Merchants
import Payments
import Vocabulary

/// A merchant's sales figures.
enum FigureEndpoints {
    static let all: [Endpoint] = [
        .show("/v1/figures", find) { found, _, writer in
            found.figures.write(to: &writer, of: found.span)
        }
        .taking(["from", "to", "timeZone"])
    ]

    private static let defaultDays: Int64 = 30

    @Sendable private static func find(
        _ call: Call
    ) async throws -> (figures: Figures, span: FigureSpan) {
        let span = try call.query { query in
            let to = query.instant("to") ?? call.now
            let from = query.instant("from") ?? to.adding(seconds: -defaultDays * 86_400)
            let zone = query.value(
                "timeZone", detail: zoneDetail, parse: { isZone($0) ? $0 : nil })
            if from >= to || to.seconds(since: from) > FigureSpan.daysMax * 86_400 {
                query.note(
                    "from", "out_of_range",
                    "a time before `to`, at most \(FigureSpan.daysMax) days before it")
            }
            return FigureSpan(from: from, to: to, timeZone: zone ?? "UTC")
        }
        let read = ReadFigures(merchant: call.merchant.number, span: span, now: call.now)
        let figures = try await call.services.reading(call) { try await read(on: call.database) }
        guard let figures else {
            throw Problem.badFields([
                FieldProblem(pointer: "?timeZone", code: "invalid_value", detail: zoneDetail)
            ])
        }
        return (figures, span)
    }

    private static let zoneDetail = "an IANA time zone name, such as Europe/Berlin"

    /// The characters of such names. Other notations of Postgres for a zone are refused:
    /// `EST5EDT,M3.2.0`.
    private static func isZone(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.first?.isLetter == true
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "/_+-".utf8.contains($0) }
    }
}
