import Postgres
import Vocabulary

/// Deletes a phone whose push token has expired, unless it has sent a new one since.
struct DeleteExpiredDevice: Verb {
    let push: WaitingPush

    func callAsFunction(in transaction: Transaction) throws {
        let gone = try transaction.run(
            WalletDevice.lock(push.device, of: push.type, withTokenOf: push.tokenAt))
        guard !gone.isEmpty else { return }
        let passes: [UUID128] = try transaction.run(
            WalletDevice.unregisterAll(push.device, of: push.type)
        ).map { try $0.get("pass_id") }
        try transaction.enqueue(WalletDevice.decrementDeviceCounts(passes, push.type.merchant))
        try transaction.enqueue(WalletDevice.delete(push.device, of: push.type))
    }
}
