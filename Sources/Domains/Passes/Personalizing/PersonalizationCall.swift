import JSON

/// A phone's call with what a person entered in a pass's form (docs/rules/apple.md#7.1). Unknown
/// members are ignored, because Apple may add some.
package struct PersonalizationCall: Sendable {
    package let token: PersonalizationToken
    package let formData: [Personalization.Member: String]

    package init?(reading fields: ObjectReader) {
        let token = fields.value(
            "personalizationToken", maxLength: PersonalizationToken.lengthMax, required: true,
            detail: PersonalizationToken.form, parse: PersonalizationToken.init)
        var formData: [Personalization.Member: String] = [:]
        let info = fields.object("requiredPersonalizationInfo", required: true)
        for member in Personalization.Member.allCases {
            formData[member] = info?.value(
                member.name, maxLength: member.lengthMax,
                detail: "one line, without control characters", parse: Self.line)
        }
        guard let token, info != nil else { return nil }
        self.token = token
        self.formData = formData
    }

    /// Merchants put these texts into mail, where a second line would be a header. Joiners of
    /// letters are parts of names, so they are allowed.
    private static func line(_ text: String) -> String? {
        let breaks: Set<Unicode.GeneralCategory> = [
            .control, .lineSeparator, .paragraphSeparator,
        ]
        return text.unicodeScalars.allSatisfy { !breaks.contains($0.properties.generalCategory) }
            ? text : nil
    }
}
