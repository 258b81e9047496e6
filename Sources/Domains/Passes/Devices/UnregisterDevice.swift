import Postgres

/// Removes a phone's registration for a pass.
package struct UnregisterDevice: Verb {
    package let device: WalletDevice
    package let pass: AuthenticatedPass

    package init(_ device: WalletDevice, from pass: AuthenticatedPass) {
        self.device = device
        self.pass = pass
    }

    /// - Returns: whether the phone was registered.
    package func callAsFunction(in transaction: Transaction) throws -> Bool {
        // A phone without a row has no registrations, and must not wait for a lock later.
        guard try !transaction.run(device.lock(for: pass.type)).isEmpty else { return false }
        guard try !transaction.run(device.unregister(from: pass)).isEmpty else { return false }
        // Lock order: the pass before the deletion of the phone's row, because transactions that
        // change a pass lock the pass first, then its phones.
        try transaction.enqueue(WalletDevice.count(-1, on: pass))
        try transaction.enqueue(device.deleteIfUnregistered(for: pass.type))
        return true
    }
}
