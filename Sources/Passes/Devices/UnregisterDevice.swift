import Postgres

/// Notes that a phone has a pass no longer.
package struct UnregisterDevice: Sendable {
    package let device: WalletDevice
    package let pass: HeldPass

    package init(_ device: WalletDevice, from pass: HeldPass) {
        self.device = device
        self.pass = pass
    }

    /// Whether it was registered.
    package func callAsFunction(in transaction: Transaction) throws -> Bool {
        // Whoever is not there holds nothing, and must not wait later for who comes.
        guard try !transaction.run(device.lock(for: pass.type)).isEmpty else { return false }
        guard try !transaction.run(device.unregister(from: pass)).isEmpty else { return false }
        // The pass before the phone's end: whoever changes a pass holds it, and then its phones.
        try transaction.later(WalletDevice.count(-1, on: pass))
        try transaction.later(device.forgetIfBare(for: pass.type))
        return true
    }
}
