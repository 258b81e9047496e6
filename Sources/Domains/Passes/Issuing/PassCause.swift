import JSON

/// Rules between two members of pass.json report only one of them. If a request contains the other
/// one, that is the one to correct.
enum PassCause {
    /// Returns the other members that a finding can depend on.
    static func members(of finding: PassDocument.Finding) -> [String] {
        guard case .member(let name) = finding.place else { return [] }
        return switch (name, finding.problem.code) {
        case ("appLaunchURL", "conflict"): ["associatedStoreIdentifiers"]
        case ("semantics", "falls_back"): ["preferredStyleSchemes"]
        case ("preferredStyleSchemes", "falls_back"): ["semantics"]
        case ("locations", "not_shown"): ["relevantDates", "relevantDate", "beacons"]
        case ("sharingProhibited", "shareable"): ["nfc"]
        case ("featuredActions", "not_shown"), ("upcomingPassInformation", "not_shown"),
            ("eventTicket", "not_shown"):
            ["preferredStyleSchemes"]
        case ("coupon", "not_shown"), ("generic", "not_shown"), ("storeCard", "not_shown"):
            ["barcodes", "barcode"]
        default: []
        }
    }

    /// Moves a finding to a given member that it depends on; nil if no given member can cause it.
    static func moved(
        _ finding: PassDocument.Finding, to given: Set<PassValues.Place>
    ) -> FieldProblem? {
        guard case .member(let name) = finding.place, !given.contains(finding.place),
            let cause = members(of: finding).first(where: { given.contains(.member($0)) })
        else { return nil }
        return FieldProblem(
            pointer: "/members/" + cause, code: finding.problem.code,
            detail: "\(name): \(finding.problem.detail)")
    }

    /// Returns the findings that a request is responsible for: those at the given places, and those
    /// that a given member causes elsewhere, unless the template alone has them too.
    static func requestFindings(
        _ findings: [PassDocument.Finding], of given: Set<PassValues.Place>,
        besides template: [PassDocument.Finding]
    ) -> [FieldProblem] {
        var requestFindings: [FieldProblem] = []
        for finding in findings {
            if given.contains(finding.place) {
                requestFindings.append(finding.problem)
            } else if !template.contains(finding), let moved = moved(finding, to: given),
                !requestFindings.contains(moved)
            {
                requestFindings.append(moved)
            }
        }
        return requestFindings
    }
}
