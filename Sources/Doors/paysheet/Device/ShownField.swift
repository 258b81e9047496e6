import JSON
import Passes

/// A field as the front or back of a pass shows it.
struct ShownField: Equatable, Sendable {
    let key: String
    let label: String
    let value: String
    let changeMessage: String?

    static func all(of pass: Node) -> [ShownField] {
        PassStyle.allCases.compactMap { pass[$0.rawValue] }.flatMap { style in
            style.members.flatMap { _, group in
                group.kind == .array ? group.elements.compactMap(ShownField.init) : []
            }
        }
    }

    /// The fields of an order: the states that Wallet shows of it, of each parcel and each return.
    static func all(ofOrder order: Node) -> [ShownField] {
        let parts: [(list: String, name: String)] = [
            ("fulfillments", "fulfillmentIdentifier"), ("returns", "returnIdentifier"),
        ]
        let states = parts.flatMap { part in
            (order[part.list]?.elements.map { $0 } ?? []).map { entry in
                ShownField(
                    key: "\(part.list).\(entry[part.name]?.string ?? "")",
                    value: [entry["status"]?.string, entry["trackingNumber"]?.string]
                        .compactMap(\.self).joined(separator: " "))
            }
        }
        let whole = [
            ("status", order["status"]?.string),
            ("statusDescription", order["statusDescription"]?.string),
            ("payment", order["payment"]?["status"]?.string),
            ("total", order["payment"]?["total"]?["amount"]?.string),
            ("transactions", (order["payment"]?["transactions"]?.count).map(String.init)),
        ]
        return whole.compactMap { key, value in value.map { ShownField(key: key, value: $0) } }
            + states
    }

    /// Wallet has its own words for the changes of an order.
    private init(key: String, value: String) {
        (self.key, label, self.value, changeMessage) = (key, key, value, "\(key): %@")
    }

    private init?(_ node: Node) {
        guard node.kind == .object, let key = node["key"]?.string else { return nil }
        self.key = key
        label = node["label"]?.string ?? key
        value =
            node["value"].map { value in
                value.string
                    ?? String(decoding: Writer.value { value.write(to: &$0) }, as: UTF8.self)
            } ?? ""
        changeMessage = node["changeMessage"]?.string
    }

    /// The text on a lock screen; a field without a message of its own changes silently.
    var changeText: String {
        changeMessage?.replacing("%@", with: value) ?? "\(label): \(value) (without a message)"
    }
}
