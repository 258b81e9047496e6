import JSON
import Vocabulary

extension CheckPass {
    /// Checks the times and places at which Wallet suggests the pass.
    func relevance(_ pass: ObjectReader, _ style: PassStyle?) {
        let places = pass.array("locations", maxCount: Self.placesMax)
        places?.eachObject { place in
            coordinate(place, "latitude", most: 90, isRequired: true)
            coordinate(place, "longitude", most: 180, isRequired: true)
            coordinate(place, "altitude", most: 100_000, isRequired: false)
            _ = place.string("relevantText", maxLength: Self.textMax)
        }
        let beacons = pass.array("beacons", maxCount: Self.placesMax)
        beacons?.eachObject { beacon in
            _ = beacon.value(
                "proximityUUID", maxLength: 36, required: true, detail: "a UUID",
                parse: Self.uuid)
            _ = beacon.integer("major", in: 0...65_535)
            _ = beacon.integer("minor", in: 0...65_535)
            _ = beacon.string("relevantText", maxLength: Self.textMax)
        }
        pass.array("relevantDates", maxCount: Self.datesMax)?.eachObject(date)
        let old = pass.value(
            "relevantDate", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        if let old, pass.has("relevantDates"),
            !PassRelevance(of: pass.node).intervals.dropFirst().contains(where: {
                $0.lowerBound == old
            })
        {
            warnings.add(
                "/relevantDate", "differs",
                "relevantDates does not contain this date: phones with iOS 17 and iOS 18 behave "
                    + "differently"
            )
        }
        if let distance = pass.node("maxDistance"), (distance.double ?? -1) < 0 {
            pass.refuse("maxDistance", "invalid_value", "a number of meters")
        }
        let isDated = pass.has("relevantDates") || pass.has("relevantDate") || pass.has("beacons")
        if let style, style.needsLocations, isDated, places?.count ?? 0 == 0 {
            warnings.add(
                "/locations", "not_shown",
                "Wallet suggests a \(style.rawValue) by date or beacon only if it also has "
                    + "locations"
            )
        }
    }

    /// Longest interval: one day, by a report to the maintainers of passkit-generator; Apple does
    /// not document it.
    private static let intervalSecondsMax: Int64 = 86_400
    private static let placesMax = 10
    private static let datesMax = 100

    /// Checks a date or an interval.
    private func date(_ entry: ObjectReader) {
        let moment = entry.value(
            "date", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        let first = entry.value(
            "startDate", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        let last = entry.value(
            "endDate", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        // iOS 18 calls `date` `relevantDate`.
        let old = entry.value(
            "relevantDate", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        if moment != nil || old != nil, first != nil || last != nil {
            warnings.add(
                entry.pointer, "differs",
                "date and interval in one entry: phones may use either, so write two entries"
            )
        }
        if let moment, let old, moment != old {
            warnings.add(
                entry.pointer, "differs",
                "date and relevantDate differ: phones with iOS 18 use relevantDate, later ones date"
            )
        }
        if entry.has("startDate") != entry.has("endDate") {
            entry.refuse(
                entry.has("startDate") ? "endDate" : "startDate", "required",
                "an interval requires both startDate and endDate")
        } else if let first, let last, last < first {
            entry.refuse("endDate", "conflict", "before startDate")
        } else if let first, let last, last > first.adding(seconds: Self.intervalSecondsMax) {
            warnings.add(
                entry.pointer(to: "endDate"), "long_interval",
                "more than 24 hours after startDate: phones can shorten the interval")
        } else if moment == nil, first == nil, old == nil, !entry.has("date"),
            !entry.has("startDate"), !entry.has("relevantDate")
        {
            entry.refuse("date", "required", "send date, or startDate and endDate")
        }
    }

    private func coordinate(
        _ place: ObjectReader, _ member: StaticString, most: Double, isRequired: Bool
    ) {
        guard let node = place.node(member, required: isRequired) else { return }
        guard let number = node.double, number.magnitude <= most else {
            return place.refuse(
                member, "invalid_value", "a number from -\(Int(most)) to \(Int(most))")
        }
    }

    private static func uuid(_ text: String) -> Bool? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
        return isUUID ? true : nil
    }
}
