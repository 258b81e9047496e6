import JSON
import Vocabulary

extension TimelineEntry {
    package func write(to writer: inout Writer, input: [UInt8]?, in currency: Currency) {
        writer.object { body in
            body.member("kind", kind.rawValue)
            body.member("at", at.rfc3339)
            body.member("requestId", requestID)
            body.member("version", version)
            body.member("total", Money(minorUnits: total, currency: currency).decimal)
            body.member("status", state.rawValue)
            if !errors.isEmpty {
                body.array("errors", errors) { error, entry in
                    let parts = error.split(separator: ":", maxSplits: 1)
                    entry.object {
                        $0.member("code", String(parts[0]))
                        if parts.count > 1 { $0.member("contactField", String(parts[1])) }
                    }
                }
            }
            if let input { body.member("question", raw: input) }
        }
    }
}

extension TimelineEntry: Identified {
    package static let identifierPrefix = "tle"
}
