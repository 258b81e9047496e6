import HTTPClient

/// Apple's push service responded to none of a type's pushes.
package struct PushServiceUnreachable: Error, Equatable {
    package let fault: ClientFault

    package init(_ fault: ClientFault) { self.fault = fault }

    /// Returns nil if any push got a response: a single lost push is only retried.
    init?(_ outcomes: [PushOutcome]) {
        var last: ClientFault?
        for outcome in outcomes {
            guard case .unreachable(let fault) = outcome else { return nil }
            last = fault
        }
        guard let last else { return nil }
        self.init(last)
    }
}
