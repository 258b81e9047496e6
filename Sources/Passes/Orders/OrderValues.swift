import JSON

/// What a merchant says of an order: Apple's members of order.json, in the place of what the purchase says.
extension PassValues {
    package static let ofOrder: [StaticString] = [
        "orderNumber", "status", "statusDescription", "fulfillments", "returns", "returnInfo",
        "barcode", "customer",
    ]

    /// Reads the members of an order over these: what is `null` is the purchase's or the template's again.
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
                "all members of an order have \(Self.bytesMax >> 10) KiB at most")
        }
        return changed
    }
}
