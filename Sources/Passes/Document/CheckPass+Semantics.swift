import JSON

extension CheckPass {
    /// Warns about tags whose type differs from Apple's SemanticTags page: Wallet ignores them.
    /// Accepts unknown tags, for future phones.
    func semantics(_ tags: ObjectReader) {
        for (name, value) in tags.node.members where !value.isNull {
            guard let kind = SemanticTag.kinds[name], !kind.holds(value) else { continue }
            warnings.add(tags.pointer(to: name), "not_read", "phones expect \(kind.form) here")
        }
    }

    /// Returns the missing ones of the tags that Wallet requires to show a style.
    static func missing(_ required: [String], in pass: ObjectReader) -> [String] {
        let tags = pass.node.members.first { $0.0 == "semantics" }?.1
        return required.filter { name in
            guard let tag = tags?[name], !tag.isNull else { return true }
            return tag.string == "" || SemanticTag.kinds[name]?.holds(tag) == false
        }
    }
}

/// The value types of Apple's semantic tags.
enum SemanticTag: Sendable {
    case text, date, number, bool, texts, object, objects

    func holds(_ node: Node) -> Bool {
        switch self {
        case .text: node.kind == .string
        case .date: node.string.flatMap(PassDate.read) != nil
        case .number: node.double != nil
        case .bool: node.bool != nil
        case .texts: node.kind == .array && node.elements.allSatisfy { $0.kind == .string }
        case .object: node.kind == .object
        case .objects: node.kind == .array && node.elements.allSatisfy { $0.kind == .object }
        }
    }

    var form: String {
        switch self {
        case .text: "a string"
        case .date: PassDate.form
        case .number: "a number"
        case .bool: "true or false"
        case .texts: "a list of strings"
        case .object: "an object"
        case .objects: "a list of objects"
        }
    }

    /// The type of each tag, by its name.
    static let kinds: [String: SemanticTag] = {
        let lists: [(SemanticTag, String)] = [
            (.date, dateTags), (.bool, boolTags), (.number, "duration flightNumber"),
            (.texts, listTags), (.objects, "seats wifiAccess"), (.object, objectTags),
            (.text, textTags),
        ]
        return lists.reduce(into: [:]) { kinds, list in
            for name in list.1.split(whereSeparator: \.isWhitespace) {
                kinds[String(name)] = list.0
            }
        }
    }()

    private static let dateTags = """
        currentArrivalDate currentBoardingDate currentDepartureDate originalArrivalDate originalBoardingDate
        originalDepartureDate eventStartDate eventEndDate venueBoxOfficeOpenDate venueCloseDate venueDoorsOpenDate
        venueFanZoneOpenDate venueGatesOpenDate venueOpenDate venueParkingLotsOpenDate
        """
    private static let boolTags = """
        silenceRequested tailgatingAllowed internationalDocumentsAreVerified
        """
    private static let listTags = """
        albumIDs artistIDs playlistIDs performerNames passengerCapabilities passengerAirlineSSRs
        passengerInformationSSRs passengerServiceSSRs passengerEligibleSecurityPrograms
        departureLocationSecurityPrograms destinationLocationSecurityPrograms loungePlaceIDs
        """
    private static let objectTags = """
        balance totalPrice departureLocation destinationLocation venueLocation passengerName eventStartDateInfo
        """
    private static let textTags = """
        admissionLevel admissionLevelAbbreviation additionalTicketAttributes attendeeName entranceDescription eventType
        eventName venueEntrance venueEntranceDoor venueEntranceGate venueEntrancePortal venueName venuePhoneNumber
        venueRegionName venueRoom awayTeamAbbreviation awayTeamLocation awayTeamName homeTeamAbbreviation
        homeTeamLocation homeTeamName leagueAbbreviation leagueName sportName genre airlineCode boardingGroup boardingZone
        boardingSequenceNumber carNumber confirmationNumber departureAirportCode departureAirportName
        departureCityName departureGate departureLocationDescription departurePlatform departureStationName
        departureTerminal departureLocationTimeZone departureAirportTimeZone destinationAirportCode
        destinationAirportName destinationCityName destinationGate destinationLocationDescription
        destinationPlatform destinationStationName destinationTerminal destinationLocationTimeZone
        destinationAirportTimeZone flightCode internationalDocumentsVerifiedDeclarationName membershipProgramName
        membershipProgramNumber membershipProgramStatus priorityStatus securityScreening ticketFareClass transitProvider
        transitStatus transitStatusReason vehicleName vehicleNumber vehicleType
        """
}
