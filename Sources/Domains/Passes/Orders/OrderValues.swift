import JSON

/// The values that a merchant sets for an order: members of Apple's order.json that override those
/// of the purchase.
extension PassValues {
    package static let ofOrder: [StaticString] = [
        "orderNumber", "status", "statusDescription", "fulfillments", "returns", "returnInfo",
        "barcode", "customer",
    ]

    /// Applies the members of a request to these values; `null` restores the purchase's or the
    /// template's value.
    package func changed(byOrder reader: ObjectReader) -> PassValues {
        var members: [String: [UInt8]?] = [:]
        for name in Self.ofOrder {
            if reader.isNull(name) {
                members[String(describing: name)] = .some(nil)
            }
            if let node = reader.node(name) {
                members[String(describing: name)] = Writer.value { node.write(to: &$0) }
            }
        }
        let changed = changed(members)
        if changed.byteCount > Self.bytesMax {
            let largest = members.max { ($0.value?.count ?? 0) < ($1.value?.count ?? 0) }
            reader.problems.add(
                reader.pointer(to: largest?.key ?? "fulfillments"), "too_long",
                "all members of an order can have at most \(Self.bytesMax >> 10) KiB in total")
        }
        return changed
    }
}
