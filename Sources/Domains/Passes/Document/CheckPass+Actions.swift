import JSON

extension CheckPass {
    /// Checks the links below the pass, since iOS 27 (Apple, "Defining the metadata of your Wallet
    /// Pass").
    func actions(_ pass: ObjectReader) {
        guard let actions = pass.array("featuredActions", maxCount: Self.actionsMax) else { return }
        var identifiers: Set<String> = []
        actions.eachObject { action in
            if let name = action.string(
                "identifier", minLength: 1, maxLength: Self.nameMax, required: true),
                !identifiers.insert(name).inserted
            {
                action.refuse("identifier", "duplicate", "each identifier must be unique")
            }
            let type = action.choice("type", of: ActionType.self, required: true)
            address("url", of: action)
            _ = action.string("placeIdentifier", minLength: 1, maxLength: Self.textMax)
            switch type {
            case .place where !action.has("placeIdentifier"):
                action.refuse(
                    "placeIdentifier", "required",
                    "required: Maps opens the place with this identifier")
            case .place, nil: break
            default:
                if !action.has("url") {
                    action.refuse("url", "required", "required: the URL that the action opens")
                }
            }
        }
        if actions.count > Self.shownMax {
            warnings.add(actions.pointer, "not_shown", "Wallet shows only \(Self.shownMax) of them")
        }
        let schemes = pass.node["preferredStyleSchemes"]?.elements.map(\.string) ?? []
        if schemes.contains("posterEventTicket") || schemes.contains("semanticBoardingPass") {
            warnings.add(
                actions.pointer, "not_shown",
                "posterEventTicket and semanticBoardingPass show no actions")
        }
    }

    private static let shownMax = 2
    /// More than Wallet shows.
    private static let actionsMax = 20
}

private enum ActionType: String, CaseIterable {
    case viewSchedule, watchTrailer, listenToMusic, call, place, addToBalance, order, shop
    case membershipBenefits, bookAppointment, bookCar, bookFlight, bookStay, viewOffersRewards
}
