/// Appends one JSON object and a line break to a buffer.
enum LogLine {
    static func append(
        to out: inout [UInt8], time: [UInt8], level: LogLevel, event: StaticString,
        fields: [LogField]
    ) {
        out += #"{"time":""#.utf8
        out += time
        out += #"","level":""#.utf8
        out += level.name.utf8
        out += #"","event":""#.utf8
        append(event, to: &out)
        out.append(UInt8(ascii: "\""))
        for field in fields { append(field, to: &out) }
        out += "}\n".utf8
    }

    private static func append(_ field: LogField, to out: inout [UInt8]) {
        switch field {
        case .requestID(let id): string("requestId", word(id, atMost: 64), &out)
        case .traceID(let id): string("traceId", word(id, atMost: 64), &out)
        case .method(let method): string("method", word(method, atMost: 16), &out)
        case .route(let template): string("route", template, &out)
        case .status(let status): number("status", Int64(status), &out)
        case .microseconds(let time): number("microseconds", time, &out)
        case .count(let name, let value): number(name, Int64(value), &out)
        case .word(let name, let value):
            key(name, &out)
            out.append(UInt8(ascii: "\""))
            append(value, to: &out)
            out.append(UInt8(ascii: "\""))
        case .sqlState(let state): string("sqlState", word(state, atMost: 5), &out)
        case .constraint(let name): string("constraint", word(name, atMost: 128), &out)
        case .text(let name, let text):
            string(name, Redaction.masked(String(text.prefix(2000))), &out)
        }
    }

    /// Returns an identifier unchanged and masks anything else, so that swapped fields leak no
    /// content.
    private static func word(_ text: String, atMost limit: Int) -> String {
        let plain =
            text.utf8.count <= limit
            && text.utf8.allSatisfy { byte in
                byte >= 48 && byte <= 57 || byte | 32 >= 97 && byte | 32 <= 122
                    || byte == 95 || byte == 45
            }
        return plain ? text : "[masked]"
    }

    private static func key(_ name: StaticString, _ out: inout [UInt8]) {
        out += ",\"".utf8
        append(name, to: &out)
        out += "\":".utf8
    }

    private static func number(_ name: StaticString, _ value: Int64, _ out: inout [UInt8]) {
        key(name, &out)
        append(value, to: &out)
    }

    private static func string(_ name: StaticString, _ value: String, _ out: inout [UInt8]) {
        key(name, &out)
        out.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                out.append(UInt8(ascii: "\\"))
                out.append(byte)
            case 0..<32, 127:
                out += "\\u00".utf8
                out.append(hexDigits[Int(byte >> 4)])
                out.append(hexDigits[Int(byte & 15)])
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    private static func append(_ literal: StaticString, to out: inout [UInt8]) {
        out += UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }

    private static func append(_ value: Int64, to out: inout [UInt8]) {
        var magnitude = value.magnitude
        if value < 0 { out.append(UInt8(ascii: "-")) }
        let start = out.count
        repeat {
            out.append(UInt8(48 + magnitude % 10))
            magnitude /= 10
        } while magnitude > 0
        out[start...].reverse()
    }
}

let hexDigits = Array("0123456789abcdef".utf8)
