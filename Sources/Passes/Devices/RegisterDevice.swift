import Postgres
import Vocabulary

/// Notes that a phone has a pass, and by which token it is told of changes.
package struct RegisterDevice: Sendable {
    package let device: WalletDevice
    package let token: PushToken
    package let pass: HeldPass
    package let now: Instant

    package init(_ device: WalletDevice, _ token: PushToken, for pass: HeldPass, now: Instant) {
        self.device = device
        self.token = token
        self.pass = pass
        self.now = now
    }

    /// Whether it is new: a phone registers again when it likes, and with another token.
    package func callAsFunction(in transaction: Transaction) throws -> Bool {
        // The phone's row is held first, by whoever registers and by whoever leaves.
        try transaction.later(device.keep(token, for: pass.type, at: now))
        guard try !transaction.run(device.register(for: pass, at: now)).isEmpty else {
            return false
        }
        guard try !transaction.run(WalletDevice.count(1, on: pass)).isEmpty else {
            throw PassesRefusal.erased
        }
        try transaction.later(device.tagRegistration(for: pass))
        return true
    }
}
