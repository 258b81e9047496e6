import JSON

extension CheckPass {
    /// Checks the style schemes that a pass prefers, and the members they require: without these,
    /// Wallet shows the classic style.
    func schemes(_ pass: ObjectReader, _ styles: [PassStyle]) {
        guard
            let schemes = pass.choices(
                "preferredStyleSchemes", of: StyleScheme.self, maxCount: StyleScheme.allCases.count)
        else { return }
        for scheme in schemes where !styles.isEmpty && !styles.contains(scheme.style) {
            warnings.add(
                "/preferredStyleSchemes", "not_shown",
                "\(scheme.rawValue) requires the style \(scheme.style.rawValue), which this pass "
                    + "does not have"
            )
        }
        if schemes.contains(.posterEventTicket), styles.contains(.eventTicket) {
            let type = pass.node["semantics"]?["eventType"]?.string
            warn(
                of: Self.missing(Self.required(eventType: type), in: pass), .posterEventTicket, pass
            )
        }
        if schemes.contains(.semanticBoardingPass), styles.contains(.boardingPass) {
            if pass.node["boardingPass"]?["transitType"]?.string != "PKTransitTypeAir" {
                warnings.add(
                    "/preferredStyleSchemes", "falls_back",
                    "semanticBoardingPass requires a flight (PKTransitTypeAir)")
            }
            warn(of: missingForFlights(pass), .semanticBoardingPass, pass)
        }
    }

    /// True if the pass prefers the poster of an event ticket.
    static func prefersPoster(_ pass: ObjectReader) -> Bool {
        let schemes = pass.node["preferredStyleSchemes"]?.elements.map(\.string) ?? []
        return schemes.contains("posterEventTicket")
    }

    private func warn(of missing: [String], _ scheme: StyleScheme, _ pass: ObjectReader) {
        guard !missing.isEmpty else { return }
        warnings.add(
            pass.has("semantics") ? "/semantics" : "/preferredStyleSchemes", "falls_back",
            "Wallet shows the old \(scheme.style.rawValue): \(scheme.rawValue) requires the semantic tags \(missing.joined(separator: ", "))"
        )
    }

    /// From Apple, "Creating a poster event pass using semantic tags".
    private static func required(eventType: String?) -> [String] {
        let all = ["eventName", "venueName", "venueRegionName", "venueRoom"]
        return switch eventType {
        case "PKEventTypeSports": all + ["awayTeamAbbreviation", "homeTeamAbbreviation"]
        case "PKEventTypeLivePerformance": all + ["performerNames"]
        default: all
        }
    }

    /// From Apple, "Creating an airline boarding pass using semantic tags"; as in Apple's Pass
    /// Builder, the time zones are those of the airports.
    private func missingForFlights(_ pass: ObjectReader) -> [String] {
        let fixed = Self.missing(
            [
                "airlineCode", "flightNumber", "departureAirportCode", "departureCityName",
                "destinationAirportCode", "destinationCityName", "originalArrivalDate",
                "originalBoardingDate", "originalDepartureDate", "passengerName",
            ], in: pass)
        let zones = ["departure", "destination"].filter { end in
            Self.missing(["\(end)LocationTimeZone", "\(end)AirportTimeZone"], in: pass).count == 2
        }
        return fixed + zones.map { "\($0)LocationTimeZone" }
    }
}

/// A style scheme for `preferredStyleSchemes`.
enum StyleScheme: String, CaseIterable {
    case posterEventTicket, eventTicket, semanticBoardingPass, boardingPass
    case posterGeneric, generic, coupon, storeCard

    var style: PassStyle {
        switch self {
        case .posterEventTicket, .eventTicket: .eventTicket
        case .semanticBoardingPass, .boardingPass: .boardingPass
        case .posterGeneric: .posterGeneric
        case .generic: .generic
        case .coupon: .coupon
        case .storeCard: .storeCard
        }
    }
}
