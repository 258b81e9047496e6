import JSON

extension CheckPass {
    /// Checks the events of a multi-event ticket, since iOS 26 (Apple,
    /// UpcomingPassInformationEntry).
    func upcoming(_ pass: ObjectReader, _ styles: [PassStyle]) {
        guard let entries = pass.array("upcomingPassInformation", maxCount: Self.entriesMax) else {
            return
        }
        var identifiers: Set<String> = []
        entries.eachObject { entry in
            _ = entry.choice("type", of: UpcomingType.self, required: true)
            if let name = entry.string(
                "identifier", minLength: 1, maxLength: Self.nameMax, required: true),
                !identifiers.insert(name).inserted
            {
                entry.refuse("identifier", "duplicate", "each identifier must be unique")
            }
            _ = entry.string("name", minLength: 1, maxLength: Self.textMax, required: true)
            _ = entry.bool("isActive")
            _ = entry.array("auxiliaryStoreIdentifiers", maxCount: Self.storesMax)?
                .integers(in: 1...Int64.max)
            var keys: Set<String> = []
            fields("backFields", .back, of: entry, &keys)
            fields("additionalInfoFields", .additionalInfo, of: entry, &keys)
            if let tags = entry.object("semantics") { semantics(tags) }
            if let links = entry.object("URLs") { self.links(links) }
            if let date = entry.object("dateInformation") { dateInformation(date) }
            if let images = entry.object("images") {
                for name: StaticString in ["headerImage", "venueMap"] {
                    if let image = images.object(name) { self.image(image) }
                }
            }
        }
        if !styles.contains(.eventTicket) || !Self.prefersPoster(pass) {
            warnings.add(
                entries.pointer, "not_shown",
                "only shown by an eventTicket with posterEventTicket in preferredStyleSchemes")
        }
    }

    /// More than a season has.
    private static let entriesMax = 100
    /// Maximum size of an image.
    private static let imageBytesMax: Int64 = 2 << 20

    private func links(_ links: ObjectReader) {
        for member: StaticString in ["contactVenueEmail", "contactVenuePhoneNumber"] {
            _ = links.string(member, maxLength: Self.textMax)
        }
        for member: StaticString in [
            "accessibilityURL", "addOnURL", "bagPolicyURL", "contactVenueWebsite",
            "directionsInformationURL", "merchandiseURL", "orderFoodURL", "parkingInformationURL",
            "purchaseParkingURL", "sellURL", "transferURL", "transitInformationURL",
        ] {
            address(member, of: links)
        }
    }

    private func dateInformation(_ date: ObjectReader) {
        _ = date.value("date", maxLength: 64, detail: PassDate.form, parse: PassDate.read)
        _ = date.string("timeZone", minLength: 1, maxLength: Self.nameMax)
        for member: StaticString in [
            "ignoreTimeComponents", "isAllDay", "isUnannounced", "isUndetermined",
        ] {
            _ = date.bool(member)
        }
    }

    private func image(_ image: ObjectReader) {
        _ = image.bool("reuseExisting")
        image.array("URLs", maxCount: Self.entriesMax)?.eachObject { file in
            PassURL.check("URL", of: file, required: true, warnings: warnings)
            _ = file.value(
                "SHA256", maxLength: 64, required: true, detail: "64 hexadecimal digits",
                parse: { text in
                    text.utf8.count == 64 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
                        ? true : nil
                })
            _ = file.integer("size", in: 0...Self.imageBytesMax)
            if let scale = file.node("scale"), (scale.double ?? 0) <= 0 {
                file.refuse("scale", "invalid_value", "a number above 0")
            }
        }
    }
}

private enum UpcomingType: String, CaseIterable { case event }
