/// Builds text in the Prometheus exposition format.
struct Exposition {
    var text = ""

    mutating func head(_ heading: Heading, _ type: String) {
        text += "# HELP \(heading.name) \(heading.help)\n# TYPE \(heading.name) \(type)\n"
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{"
            for (index, (label, value)) in labels.enumerated() {
                text += "\(index == 0 ? "" : ",")\(label)=\"\(Exposition.escaped(value))\""
            }
            text += "}"
        }
        text += " \(Exposition.number(value))\n"
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int64(exactly: value) { return String(whole) }
        return String(value)
    }

    private static func escaped(_ value: String) -> String {
        var out = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": out += "\\\\"
            case "\"": out += "\\\""
            case "\n": out += "\\n"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
