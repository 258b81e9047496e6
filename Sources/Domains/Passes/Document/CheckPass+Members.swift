import JSON

extension CheckPass {
    /// Checks the types of members that have no other rule (Apple, Pass), and that members occur
    /// together where required.
    func members(_ pass: ObjectReader, _ styles: [PassStyle]) {
        for member in Self.texts { _ = pass.string(member, maxLength: Self.textMax) }
        for member in Self.addresses { address(member, of: pass) }
        for member in Self.switches { _ = pass.bool(member) }
        for member: StaticString in ["associatedStoreIdentifiers", "auxiliaryStoreIdentifiers"] {
            _ = pass.array(member, maxCount: Self.storesMax)?.integers(in: 1...Int64.max)
        }
        _ = pass.object("userInfo")
        if let tags = pass.object("semantics") { semantics(tags) }
        if pass.has("groupingIdentifier"), !styles.isEmpty,
            !styles.contains(.eventTicket), !styles.contains(.boardingPass)
        {
            pass.refuse(
                "groupingIdentifier", "conflict", "only allowed in an eventTicket or a boardingPass"
            )
        }
        if pass.has("appLaunchURL"), pass.node("associatedStoreIdentifiers")?.count ?? 0 == 0 {
            pass.refuse(
                "appLaunchURL", "conflict",
                "requires associatedStoreIdentifiers, which identify the app that opens it")
        }
    }

    /// Checks that the value is an absolute URL. Wallet also opens URL schemes of apps.
    func address(_ member: StaticString, of object: ObjectReader) {
        guard let text = object.string(member, minLength: 1, maxLength: Self.textMax) else {
            return
        }
        switch PassURL(text) {
        case .web(_, let doubt): PassURL.warn(of: doubt, member, of: object, warnings)
        case .app: break
        case .faulty(let detail):
            warnings.add(
                object.pointer(to: "\(member)"), "no_address",
                "\(detail): phones may not open this one")
        }
    }

    /// More than any issuer has.
    static let storesMax = 100

    private static let texts: [StaticString] = [
        "logoText", "eventLogoText", "logoSymbolName", "groupingIdentifier", "contactVenueEmail",
        "contactVenuePhoneNumber", "transitProviderEmail", "transitProviderPhoneNumber",
        "businessChatIdentifier",
    ]

    private static let switches: [StaticString] = [
        "voided", "sharingProhibited", "suppressStripShine", "suppressHeaderDarkening",
        "useAutomaticColors",
    ]

    /// `appLaunchURL`, and the URLs of event tickets since iOS 18 and of boarding passes since iOS
    /// 26.
    private static let addresses: [StaticString] = [
        "appLaunchURL", "accessibilityURL", "addOnURL", "bagPolicyURL", "contactVenueWebsite",
        "directionsInformationURL", "merchandiseURL", "orderFoodURL", "parkingInformationURL",
        "purchaseParkingURL", "sellURL", "transferURL", "transitInformationURL", "changeSeatURL",
        "entertainmentURL", "managementURL", "purchaseAdditionalBaggageURL",
        "purchaseLoungeAccessURL", "purchaseWifiURL", "registerServiceAnimalURL",
        "reportLostBagURL", "requestWheelchairURL", "trackBagsURL", "transitProviderWebsiteURL",
        "upgradeURL",
    ]
}
