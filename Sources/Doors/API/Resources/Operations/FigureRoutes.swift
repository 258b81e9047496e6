import HTTP
import JSON
import Merchants
import Payments
import Vocabulary

/// The route for a merchant's sales figures.
extension Services {
    var figureRoutes: [Route] {
        [route(.get, "/v1/figures", for: [.read, .write], showFigures)]
    }

    private static let defaultDays: Int64 = 30

    @Sendable private func showFigures(_ call: Call) async throws -> Response {
        let query = QueryReader(call)
        query.check(knowing: ["from", "to", "timeZone"])
        let to = query.instant("to") ?? call.now
        let from = query.instant("from") ?? to.adding(seconds: -Self.defaultDays * 86_400)
        let zone = query.value(
            "timeZone", detail: Self.zoneDetail, parse: { Self.isZone($0) ? $0 : nil })
        let seconds = to.seconds(since: from)
        if from >= to || seconds > FigureSpan.daysMax * 86_400 {
            query.problems.add(
                "?from", "out_of_range",
                "a time before `to`, at most \(FigureSpan.daysMax) days before it")
        }
        guard query.problems.isEmpty else { throw Problem.badFields(query.problems.all) }
        let span = FigureSpan(from: from, to: to, timeZone: zone ?? "UTC")
        let read = ReadFigures(merchant: call.merchant.number, span: span, now: call.now)
        guard let figures = try await reading(call, { try await read(on: database) }) else {
            throw Problem.badFields([
                FieldProblem(
                    pointer: "?timeZone", code: "invalid_value", detail: Self.zoneDetail)
            ])
        }
        return Answer { figures.write(to: &$0, of: span) }.response
    }

    private static let zoneDetail = "an IANA time zone name, such as Europe/Berlin"

    /// The characters of such names. Other notations of Postgres for a zone are refused:
    /// `EST5EDT,M3.2.0`.
    private static func isZone(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.first?.isLetter == true
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "/_+-".utf8.contains($0) }
    }
}

extension Figures {
    fileprivate func write(to writer: inout Writer, of span: FigureSpan) {
        writer.object { body in
            body.member("from", span.from)
            body.member("to", span.to)
            body.member("step", span.step.rawValue)
            body.member("timeZone", span.timeZone)
            body.object("checkouts") {
                $0.member("opened", opened)
                $0.member("paid", paid)
                $0.member("lostAtField", lostAtField)
            }
            body.array("volume", volumes) { $0.write(to: &$1) }
            body.array("tries", attemptCounts) { step, entry in
                entry.object {
                    $0.member("at", step.at)
                    $0.member("approved", step.approved)
                    $0.member("declined", step.declined)
                }
            }
            body.array("declines", declines) { decline, entry in
                entry.object {
                    $0.member("code", decline.code)
                    $0.member("count", decline.count)
                }
            }
            body.array("fieldErrors", fieldErrors) { wrong, entry in
                entry.object {
                    $0.member("contactField", wrong.field)
                    $0.member("checkouts", wrong.checkouts)
                    $0.member("lost", wrong.lost)
                }
            }
        }
    }
}

extension Figures.Volume {
    fileprivate func write(to writer: inout Writer) {
        let decimal = { Money(minorUnits: $0, currency: currency).decimal }
        writer.object {
            $0.member("at", at)
            $0.member("currencyCode", currency.code)
            $0.member("captured", decimal(captured))
            $0.member("captures", captures)
            $0.member("refunded", decimal(refunded))
            $0.member("refunds", refunds)
        }
    }
}
