import JSON
import Merchants
import Outbox
import Vocabulary

extension WebhookEndpoint {
    /// Enough to name the system behind the endpoint.
    private static let descriptionLengthMax = 256

    /// Reads a merchant's request for a new webhook endpoint.
    init?(reading fields: ObjectReader, signingWith secret: SigningSecret, _ call: Call) {
        let url = fields.endpointURL("url", live: call.merchant.live, required: true)
        let eventTypes = fields.eventTypes("eventTypes")
        let description = fields.string("description", maxLength: Self.descriptionLengthMax)
        fields.refuseUnknown()
        guard let url else { return nil }
        let id: ID = call.newID()
        self.init(
            id: id, url: url, eventTypes: eventTypes, description: description,
            secrets: EndpointSecrets(secret, of: id, keys: call.keys), createdAt: call.now,
            changedAt: call.now)
    }

    /// Absent members keep their values; null removes the choice of event types or the description.
    func changed(by fields: ObjectReader, _ call: Call) -> WebhookEndpoint {
        var new = self
        if let url = fields.endpointURL("url", live: call.merchant.live) {
            new.url = url
        } else if fields.isNull("url") {
            fields.refuse("url", "required", "a webhook endpoint must have a URL")
        }
        fields.read("eventTypes", into: &new.eventTypes) { $0.eventTypes($1) }
        fields.read("description", into: &new.description) {
            $0.string($1, maxLength: Self.descriptionLengthMax)
        }
        switch fields.bool("disabled") {
        case true?: new.disable(because: .merchant, at: call.now)
        case false?: new.enable(at: call.now)
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
        switch EndpointURL.validate(text, live: live) {
        case .valid: return text
        case .invalidURL:
            refuse(
                key, "invalid_value",
                live
                    ? "an https URL with a host, without a user name or a fragment"
                    : "an https URL, or an http URL on localhost, 127.0.0.1 or [::1] with a port; "
                        + "without a user name or a fragment")
        case .privateAddress:
            refuse(key, "private_address", "webhooks are only delivered to public addresses")
        }
        return nil
    }

    /// Reads event types in their order; a type may be named only once.
    fileprivate func eventTypes(_ key: StaticString) -> [Event.Kind]? {
        guard
            let types = choices(
                key, of: Event.Kind.self, minCount: 1, maxCount: Event.Kind.allCases.count)
        else { return nil }
        if Set(types).count < types.count {
            refuse(key, "duplicate", "list each event type only once")
        }
        return types
    }
}
