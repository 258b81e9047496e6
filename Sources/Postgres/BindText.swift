/// The text form of values, for places whose type is not the value's own (`numeric`, `integer`).
extension Bind {
    var text: String {
        switch self {
        case .null, .nullOf: ""
        case .int64(let value): String(value)
        case .int32(let value): String(value)
        case .bool(let value): value ? "true" : "false"
        case .double(let value): value.description
        case .text(let value): value
        case .json(let document): String(decoding: document, as: UTF8.self)
        case .bytes(let bytes): "\\x" + Bind.hexadecimal(bytes)
        case .uuid(let high, let low):
            Bind.hexadecimal(
                [high, low].flatMap { word in
                    (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
                })
        case .timestamp(let microseconds): Bind.timestampText(microseconds)
        case .date(let days): CivilText.date(Int64(days))
        case .array(let array): array.text
        }
    }

    fileprivate static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    fileprivate static func timestampText(_ microseconds: Int64) -> String {
        if microseconds == .max { return "infinity" }
        if microseconds == .min { return "-infinity" }
        let (days, rest) = floorDivide(microseconds, 86_400_000_000)
        let seconds = rest / 1_000_000
        let fraction = CivilText.pad(rest % 1_000_000, 6)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { CivilText.pad($0, 2) }
        // An era stands at the very end.
        let date = CivilText.date(days)
        let era = date.hasSuffix(" BC") ? " BC" : ""
        return date.dropLast(era.count) + " " + time.joined(separator: ":") + ".\(fraction)Z" + era
    }
}

extension ArrayBind {
    /// `{"a","b",NULL}`: every element quoted.
    fileprivate var text: String {
        var text = "{"
        var rest = elements[...]
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        for index in 0..<count {
            if index > 0 { text += "," }
            let length = Int(word(rest.prefix(4)))
            rest = rest.dropFirst(4)
            if length == 0xFFFF_FFFF {
                text += "NULL"
                continue
            }
            let element = bind(rest.prefix(length), word: word).text
            rest = rest.dropFirst(length)
            text +=
                "\"" + element.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return text + "}"
    }

    private func bind(_ bytes: ArraySlice<UInt8>, word: (ArraySlice<UInt8>) -> UInt64) -> Bind {
        switch element {
        case .int8: .int64(Int64(bitPattern: word(bytes)))
        case .int4: .int32(Int32(bitPattern: UInt32(word(bytes))))
        case .bool: .bool(bytes.first == 1)
        case .uuid: .uuid(high: word(bytes.prefix(8)), low: word(bytes.suffix(8)))
        case .timestamptz:
            .timestamp(
                microseconds: RawTimestamp(
                    postgresMicroseconds: Int64(bitPattern: word(bytes))
                ).microseconds)
        case .bytea: .bytes(Array(bytes))
        default: .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// Dates as Postgres reads them; the arithmetic is Howard Hinnant's `civil_from_days`.
private enum CivilText {
    static func date(_ days: Int64) -> String {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let text = pad(abs(year > 0 ? year : 1 - year), 4)
        return "\(text)-\(pad(month, 2))-\(pad(day, 2))" + (year > 0 ? "" : " BC")
    }

    static func pad(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}
