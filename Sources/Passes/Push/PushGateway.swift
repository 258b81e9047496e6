import Credentials

/// Apple's push service, as passes use it: an empty push to a phone, in the name of a pass type.
package struct PushGateway: Sendable {
    package var push: @Sendable (PushToken, SigningIdentity) async -> PushOutcome

    package init(push: @escaping @Sendable (PushToken, SigningIdentity) async -> PushOutcome) {
        self.push = push
    }
}
