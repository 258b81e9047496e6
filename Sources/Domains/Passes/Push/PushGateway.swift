import Credentials

/// Apple's push service: sends an empty push for a pass type to a phone.
package struct PushGateway: Sendable {
    package var push: @Sendable (PushToken, SigningIdentity) async -> PushOutcome

    package init(push: @escaping @Sendable (PushToken, SigningIdentity) async -> PushOutcome) {
        self.push = push
    }
}
