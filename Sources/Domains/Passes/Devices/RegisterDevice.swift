import Postgres
import Vocabulary

/// Registers a phone for a pass, and stores the push token with which the server notifies it of
/// changes.
package struct RegisterDevice: Verb {
    package let device: WalletDevice
    package let token: PushToken
    package let pass: AuthenticatedPass
    package let now: Instant

    package init(
        _ device: WalletDevice, _ token: PushToken, for pass: AuthenticatedPass, now: Instant
    ) {
        self.device = device
        self.token = token
        self.pass = pass
        self.now = now
    }

    /// - Returns: whether the registration is new: phones may register again, also with another
    ///   token.
    package func callAsFunction(in transaction: Transaction) throws -> Bool {
        // Lock order: the phone's row before its registrations, here and when it unregisters.
        try transaction.enqueue(device.upsert(token, for: pass.type, at: now))
        guard try !transaction.run(device.register(for: pass, at: now)).isEmpty else {
            return false
        }
        guard try !transaction.run(WalletDevice.count(1, on: pass)).isEmpty else {
            throw PassesRefusal.erased
        }
        try transaction.enqueue(device.tagRegistration(for: pass))
        return true
    }
}
