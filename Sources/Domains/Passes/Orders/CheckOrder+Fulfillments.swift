import JSON
import Vocabulary

extension CheckOrder {
    /// Checks each fulfillment: a delivery or a pickup of the order.
    func fulfillments(_ order: ObjectReader) {
        var names: Set<String> = []
        order.array("fulfillments", maxCount: Self.listMax)?.eachObject { fulfillment in
            name(fulfillment, "fulfillmentIdentifier", unlike: &names)
            let kind = fulfillment.choice(
                "fulfillmentType", of: FulfillmentKind.self, required: true)
            switch kind {
            case .shipping: shipping(fulfillment)
            case .pickup: pickup(fulfillment)
            case nil: break
            }
            text(fulfillment, "notes")
            text(fulfillment, "statusDescription")
            lineItems(of: fulfillment)
        }
    }

    private func name(
        _ reader: ObjectReader, _ member: StaticString, unlike names: inout Set<String>
    ) {
        guard
            let name = reader.string(
                member, minLength: 1, maxLength: Self.nameMax, required: true)
        else { return }
        if !names.insert(name).inserted {
            reader.refuse(member, "conflict", "another entry of this list has the same identifier")
        }
    }

    private func shipping(_ parcel: ObjectReader) {
        _ = parcel.choice("status", of: ShippingStatus.self, required: true)
        _ = parcel.choice("shippingType", of: ShippingKind.self)
        text(parcel, "carrier")
        text(parcel, "trackingNumber")
        address(parcel, "trackingURL")
        for member: StaticString in ["deliveredAt", "estimatedDeliveryAt", "shippedAt"] {
            date(parcel, member)
        }
        duration(parcel, "estimatedDeliveryWindowDuration")
        if let recipient = parcel.object("recipient") {
            customer(recipient)
            place(recipient.object("address"))
        }
    }

    private func pickup(_ pickup: ObjectReader) {
        _ = pickup.choice("status", of: PickupStatus.self, required: true)
        text(pickup, "displayName", required: true)
        place(pickup.object("address"))
        barcode(pickup.object("barcode"))
        if let location = pickup.object("location") {
            coordinate(location, "latitude", most: 90)
            coordinate(location, "longitude", most: 180)
        }
        date(pickup, "pickedUpAt")
        date(pickup, "pickupAt")
        duration(pickup, "pickupWindowDuration")
    }

    private func coordinate(_ place: ObjectReader, _ member: StaticString, most: Double) {
        guard let node = place.node(member, required: true) else { return }
        guard let number = node.double, number.magnitude <= most else {
            return place.refuse(
                member, "invalid_value", "a number from -\(Int(most)) to \(Int(most))")
        }
    }

    /// Checks an ISO 8601 duration, such as P2D or PT30M.
    private func duration(_ reader: ObjectReader, _ member: StaticString) {
        _ = reader.value(
            member, maxLength: 64, detail: "an ISO 8601 duration, such as P2D or PT30M",
            parse: { text in
                text.wholeMatch(
                    of: /P(?=.)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?)/)
                    == nil ? nil : true
            })
    }

    func returns(_ order: ObjectReader) {
        var names: Set<String> = []
        order.array("returns", maxCount: Self.listMax)?.eachObject { entry in
            name(entry, "returnIdentifier", unlike: &names)
            _ = entry.choice("status", of: ReturnStatus.self, required: true)
            for member: StaticString in ["carrier", "notes", "returnNumber", "statusDescription"] {
                text(entry, member)
            }
            for member: StaticString in ["dropOffBy", "initiatedAt", "returnedAt"] {
                date(entry, member)
            }
            address(entry, "returnManagementURL")
            file(entry, "returnLabel")
            lineItems(of: entry)
        }
        guard let info = order.object("returnInfo") else { return }
        address(info, "returnPolicyURL", required: true)
        address(info, "returnManagementURL")
        date(info, "returnDeadline")
        _ = info.bool("displayCountdown")
        text(info, "returnPolicyDescription")
    }
}

private enum FulfillmentKind: String, CaseIterable { case shipping, pickup }
private enum ShippingKind: String, CaseIterable { case shipping, delivery }
private enum ShippingStatus: String, CaseIterable {
    case open, processing, onTheWay, outForDelivery, delivered, shipped, issue, cancelled
}
private enum PickupStatus: String, CaseIterable {
    case open, processing, readyForPickup, pickedUp, issue, cancelled
}
private enum ReturnStatus: String, CaseIterable {
    case open, onTheWay, processing, issue, completed, cancelled
}
