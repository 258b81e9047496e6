import Crypto
import Postgres
import Vocabulary

/// Somebody who holds the link joins, once on each of their devices.
package struct JoinSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let newcomer: Newcomer
    /// Who shows their credential of this order joins with another device and is no newcomer.
    package let known: Int?
    package let now: Instant

    package init(
        _ order: SharedOrder.ID, newcomer: Newcomer, known: Int?, now: Instant
    ) {
        self.order = order
        self.newcomer = newcomer
        self.known = known
        self.now = now
    }

    package struct Outcome: Sendable {
        package let participant: Int
        package let isNew: Bool
        package let keyNumber: Int
        package let version: Int64
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws -> Outcome {
        let keys = desk.keys
        let joined = try await desk.change(order, participants: known.map { [$0] } ?? [], at: now) {
            held, transaction in
            try join(&held, keys, transaction)
        }
        return Outcome(
            participant: joined.value.0, isNew: joined.value.1, keyNumber: joined.value.2,
            version: joined.version)
    }

    private func join(
        _ held: inout HeldOrder, _ keys: KeyRing, _ transaction: Transaction
    ) throws -> (Int, Bool, Int) {
        guard let seal = try SharedOrderSeal(held.order.dataKey, of: order, keys: keys) else {
            throw SharedOrderRefusal.erased
        }
        let key = held.order.derivationKey
        let devices = try transaction.run(SharedDevice.all(of: order)).map(SharedDevice.init(row:))
        let owner = newcomer.device.flatMap { device in
            devices.first { $0.device == device }?.participant
        }
        if let known {
            try held.demandPresent(known)
            try add(to: known, owner, devices, transaction)
            return (known, false, key)
        }
        // A name that a device gives itself proves nothing: it opens no one's choices.
        if let owner { try demandGone(owner, transaction) }
        try held.demandOpen()
        guard Int64(held.order.present) < held.terms.participantsMax else {
            throw SharedOrderRefusal.full(held.terms.participantsMax)
        }
        // Who comes and goes without end fills the order's rows.
        guard held.order.participants < 10 * Int(SharedOrderLimits.participantsMax) else {
            throw SharedOrderRefusal.full(held.terms.participantsMax)
        }
        held.order.participants += 1
        held.order.present += 1
        held.touch()
        let number = held.order.participants
        let participant = Participant(
            number: number, person: newcomer.person, name: newcomer.name.map(seal.seal(name:)),
            total: 0, choices: 0, joinedAt: now, wasRemoved: false)
        try transaction.later(participant.insert(order))
        if let device = newcomer.device {
            let held = SharedDevice(device: device, participant: number)
            try transaction.later(owner == nil ? held.insert(order) : held.move(in: order))
        }
        return (number, true, key)
    }

    private func add(
        to participant: Int, _ owner: Int?, _ devices: [SharedDevice], _ transaction: Transaction
    ) throws {
        guard let device = newcomer.device, owner != participant else { return }
        guard owner == nil else { throw SharedOrderRefusal.deviceOfAnother }
        guard
            devices.count(where: { $0.participant == participant })
                < SharedOrderLimits.devicesPerPersonMax
        else { throw SharedOrderRefusal.tooManyDevices }
        try transaction.later(SharedDevice(device: device, participant: participant).insert(order))
    }

    /// Whoever was sent away stays away, and a device of who is here joins with their credential; who has left may come again.
    private func demandGone(_ owner: Int, _ transaction: Transaction) throws {
        let rows = try transaction.run(Participant.withChoices(order, [owner]))
        guard let participant = try rows.first.map(Participant.init(row:)) else { return }
        guard !participant.wasRemoved else { throw SharedOrderRefusal.wasRemoved }
        guard participant.leftAt != nil else { throw SharedOrderRefusal.deviceOfAnother }
    }
}
