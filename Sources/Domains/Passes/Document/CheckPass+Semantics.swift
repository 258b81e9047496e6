import JSON

extension CheckPass {
    /// Warns about tags whose type differs from Apple's SemanticTags page, about places that are
    /// not on Earth, and about places and networks without a required member: Wallet ignores them.
    /// Accepts unknown tags, for future phones.
    func semantics(_ tags: ObjectReader) {
        for (name, value) in tags.node.members where !value.isNull {
            guard let kind = SemanticTag.kinds[name] else { continue }
            let pointer = tags.pointer(to: name)
            guard kind.holds(value) else {
                warn(kind, at: pointer)
                continue
            }
            if name == "eventType", let type = value.string,
                !SemanticTag.eventTypes.contains(type)
            {
                warnings.add(
                    pointer, "not_read",
                    "phones expect one of Apple's types here, such as PKEventTypeSports")
            }
            guard let parts = SemanticTag.parts[name] else { continue }
            let required = SemanticTag.required[name] ?? []
            if kind == .object {
                check(value, parts, required, at: pointer)
            } else {
                for (index, element) in value.elements.enumerated() {
                    check(element, parts, required, at: "\(pointer)/\(index)")
                }
            }
        }
    }

    private func check(
        _ object: Node, _ parts: [String: SemanticTag], _ required: [String], at pointer: String
    ) {
        for name in required where object[name]?.isNull ?? true {
            parts[name].map { warn($0, at: "\(pointer)/\(name)") }
        }
        for (name, value) in object.members where !value.isNull {
            guard let kind = parts[name], !kind.holds(value) else { continue }
            warn(kind, at: "\(pointer)/\(name)")
        }
    }

    private func warn(_ kind: SemanticTag, at pointer: String) {
        warnings.add(pointer, "not_read", "phones expect \(kind.form) here")
    }

    /// Returns the tags that Wallet requires to show a style and that are missing, empty or of
    /// another type.
    static func missing(_ required: [String], in pass: ObjectReader) -> [String] {
        let tags = pass.node.members.first { $0.0 == "semantics" }?.1
        return required.filter { name in
            guard let tag = tags?[name], !tag.isNull else { return true }
            let isList = tag.kind == .array || tag.kind == .object
            return tag.string == "" || isList && tag.count == 0
                || SemanticTag.kinds[name]?.holds(tag) == false
        }
    }
}

/// The value types of Apple's semantic tags.
enum SemanticTag: Sendable {
    case text, date, number, bool, texts, object, objects
    case latitude, longitude, currency

    func holds(_ node: Node) -> Bool {
        switch self {
        case .text: node.kind == .string
        case .date: node.string.flatMap(PassDate.read) != nil
        case .number: node.double != nil
        case .latitude: node.double.map { $0.magnitude <= 90 } ?? false
        case .longitude: node.double.map { $0.magnitude <= 180 } ?? false
        case .currency: node.string.flatMap(PassCurrency.read) != nil
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
        case .latitude: "a number from -90 to 90"
        case .longitude: "a number from -180 to 180"
        case .currency: "an ISO 4217 currency code, such as USD,"
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
            (.texts, listTags), (.objects, "seats wifiAccess airplay"), (.object, objectTags),
            (.text, textTags),
        ]
        return lists.reduce(into: [:]) { kinds, list in
            for name in list.1.split(whereSeparator: \.isWhitespace) {
                kinds[String(name)] = list.0
            }
        }
    }()

    /// The members of the tags that are objects or lists of objects (Apple, SemanticTagType).
    static let parts: [String: [String: SemanticTag]] = {
        let money: [String: SemanticTag] = ["amount": .text, "currencyCode": .currency]
        let place: [String: SemanticTag] = ["latitude": .latitude, "longitude": .longitude]
        return [
            "balance": money, "totalPrice": money, "departureLocation": place,
            "destinationLocation": place, "venueLocation": place,
            "passengerName": members(
                "familyName givenName middleName namePrefix nameSuffix nickname "
                    + "phoneticRepresentation"),
            "seats": members(
                "seatAisle seatDescription seatIdentifier seatLevel seatNumber seatRow "
                    + "seatSection seatSectionColor seatType"),
            "wifiAccess": members("password ssid"),
            "eventStartDateInfo": members("date", .date).merging(members("timeZone")) { $1 }
                .merging(
                    members(
                        "ignoreTimeComponents isAllDay isUnannounced isUndetermined", .bool)
                ) { $1 },
        ]
    }()

    /// The members without which Wallet ignores the object (Apple, SemanticTagType.Location and
    /// WifiNetwork).
    static let required: [String: [String]] = {
        let place = ["latitude", "longitude"]
        return [
            "departureLocation": place, "destinationLocation": place, "venueLocation": place,
            "wifiAccess": ["ssid", "password"],
        ]
    }()

    /// The values of the tag `eventType` (Apple, SemanticTags).
    static let eventTypes: Set<String> = [
        "PKEventTypeGeneric", "PKEventTypeLivePerformance", "PKEventTypeMovie",
        "PKEventTypeSports", "PKEventTypeConference", "PKEventTypeConvention",
        "PKEventTypeWorkshop", "PKEventTypeSocialGathering",
    ]

    private static func members(
        _ names: String, _ kind: SemanticTag = .text
    ) -> [String: SemanticTag] {
        Dictionary(uniqueKeysWithValues: names.split(separator: " ").map { (String($0), kind) })
    }

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
        transitStatus transitStatusReason vehicleName vehicleNumber vehicleType eventLiveMessage
        """
}
