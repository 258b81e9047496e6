import HTTPClient

/// Apple's push service has said nothing at all of a type's phones.
package struct PushServiceUnreachable: Error, Equatable {
    package let fault: ClientFault

    package init(_ fault: ClientFault) { self.fault = fault }

    /// Nothing where one was answered: a single one that got lost is tried again, and no more.
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
