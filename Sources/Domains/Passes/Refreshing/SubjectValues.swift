import JSON
import Vocabulary

/// The values that a pass shows of its subject, by the keys of the template's fields. Merchants
/// cannot set these fields. For an order, the keys are members of order.json.
package struct SubjectValues: Equatable, Sendable {
    package struct Value: Equatable, Sendable {
        /// A JSON value.
        let json: [UInt8]
        /// With a currency, Wallet formats the number as an amount.
        let currencyCode: String?

        package static func amount(_ money: Money) -> Value {
            // Keeps the decimal digits, without a conversion to floating point.
            Value(json: Array(money.decimal.utf8), currencyCode: money.currency.code)
        }

        package static func object(_ write: (inout Writer) -> Void) -> Value {
            Value(json: Writer.write { write(&$0) }, currencyCode: nil)
        }

        package static func list<Elements: Sequence>(
            _ elements: Elements, _ write: (Elements.Element, inout Writer) -> Void
        ) -> Value {
            Value(
                json: Writer.value { writer in
                    writer.array { list in
                        for element in elements { write(element, &list) }
                    }
                }, currencyCode: nil)
        }

        /// A template's `pass.strings` may translate it.
        package static func text(_ text: String) -> Value {
            Value(json: Writer.value { $0.value(text) }, currencyCode: nil)
        }
    }

    package private(set) var fields: [String: Value]
    /// True if the pass is no longer valid, or not valid at the moment.
    package let isVoided: Bool
    /// The expiry date of the subject.
    package let expiresAt: Instant?

    package init(_ fields: [String: Value], isVoided: Bool = false, expiresAt: Instant? = nil) {
        self.fields = fields
        self.isVoided = isVoided
        self.expiresAt = expiresAt
    }

    /// Returns a copy without the values at these places.
    func without(_ places: [PassValues.Place]) -> SubjectValues {
        var rest = self
        for case .field(let key) in places { rest.fields[key] = nil }
        return rest
    }
}

extension SubjectValues: Writable {
    /// The sealed form, in the order of the keys.
    package func write(to writer: inout Writer) {
        writer.object { shown in
            shown.object("fields") { list in
                for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
                    list.key(dynamic: key)
                    list.object {
                        $0.member("value", raw: value.json)
                        $0.member("currencyCode", ifPresent: value.currencyCode)
                    }
                }
            }
            shown.member("voided", isVoided)
            shown.member("expiresAt", ifPresent: expiresAt?.rfc3339)
        }
    }

    init(stored node: Node) throws {
        var fields: [String: Value] = [:]
        for (key, field) in node["fields"]?.members.map({ $0 }) ?? [] {
            guard let value = field["value"] else { throw UnreadablePass() }
            fields[key] = Value(
                json: Writer.value { value.write(to: &$0) },
                currencyCode: field["currencyCode"]?.string)
        }
        self.init(
            fields, isVoided: node["voided"]?.bool == true,
            expiresAt: node["expiresAt"]?.string.flatMap { Instant(rfc3339: $0) })
    }
}
