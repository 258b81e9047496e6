import JSON
import Merchants
import Outbox
import Vocabulary

/// What a merchant says about a new endpoint.
struct EndpointRequest {
    let url: String
    let eventTypes: [Event.Kind]?
    let description: String?

    /// Enough to say whose system it is.
    static let descriptionLengthMax = 256

    init?(reading fields: ObjectReader, live: Bool) {
        let url = fields.endpointURL("url", live: live, required: true)
        eventTypes = fields.eventTypes("eventTypes")
        description = fields.string("description", maxLength: Self.descriptionLengthMax)
        fields.refuseUnknown()
        guard let url else { return nil }
        self.url = url
    }
}

extension Endpoint {
    /// Absent members stay; null takes the choice of types or the description away.
    func changed(by fields: ObjectReader, live: Bool, at now: Instant) -> Endpoint {
        var new = self
        if let url = fields.endpointURL("url", live: live) {
            new.url = url
        } else if fields.isNull("url") {
            fields.refuse("url", "required", "an endpoint has an address")
        }
        fields.read("eventTypes", into: &new.eventTypes) { $0.eventTypes($1) }
        fields.read("description", into: &new.description) {
            $0.string($1, maxLength: EndpointRequest.descriptionLengthMax)
        }
        switch fields.bool("disabled") {
        case true?: new.disable(because: .merchant, at: now)
        case false?: new.enable(at: now)
        case nil: break
        }
        fields.refuseUnknown()
        return new
    }
}

extension ObjectReader {
    fileprivate func endpointURL(
        _ key: StaticString, live: Bool, required: Bool = false
    ) -> String? {
        guard let text = string(key, maxLength: WebAddress.lengthMax, required: required) else {
            return nil
        }
        switch EndpointURL.judge(text, live: live) {
        case .good: return text
        case .notAnAddress:
            refuse(
                key, "invalid_value",
                live
                    ? "an https address with a host, without a user name and a fragment"
                    : "an https address, or http on localhost, 127.0.0.1 or [::1] with a port; "
                        + "without a user name and a fragment")
        case .privateAddress:
            refuse(key, "private_address", "deliveries go to public addresses only")
        }
        return nil
    }

    /// Each type once, in the order in which they were named.
    fileprivate func eventTypes(_ key: StaticString) -> [Event.Kind]? {
        guard
            let types = choices(
                key, of: Event.Kind.self, minCount: 1, maxCount: Event.Kind.allCases.count)
        else { return nil }
        if Set(types).count < types.count {
            refuse(key, "duplicate", "name each type once")
        }
        return types
    }
}
