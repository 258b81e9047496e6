import Crypto
import Idempotency
import Postgres
import Vocabulary

/// Adds a holder of the link to the order as a participant, or another device to a participant, who
/// may have up to eight.
///
/// Lock order: the order, then the claim of the idempotency key.
package struct JoinSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let newParticipant: NewParticipant
    /// The participant whose credential the caller shows: they add another device and are not new.
    package let existingParticipant: Int?
    /// The claim of the call's idempotency key. A client that repeats a call after losing the
    /// answer gets the participant that the first call created.
    package let claim: Claim?
    package let now: Instant

    package init(
        _ order: SharedOrder.ID, newParticipant: NewParticipant, existingParticipant: Int?,
        claim: Claim?, now: Instant
    ) {
        self.order = order
        self.newParticipant = newParticipant
        self.existingParticipant = existingParticipant
        self.claim = claim
        self.now = now
    }

    package struct Outcome: Sendable {
        package let participant: Int
        package let isNew: Bool
        package let wasRepeated: Bool
        package let keyNumber: Int
    }

    package func callAsFunction(on service: SharedOrderService) async throws -> Outcome {
        let keys = service.keys
        let participants = existingParticipant.map { [$0] } ?? []
        return try await service.change(order, participants: participants, at: now) {
            aggregate, transaction in
            try replay(keyNumber: aggregate.order.keyNumber, in: transaction) {
                try join(&aggregate, keys, transaction)
            }
        }.value
    }

    /// Finds the participant that an earlier call with the same idempotency key created, or else
    /// joins. The order's row is locked, so no such call is in progress.
    private func replay(
        keyNumber: Int, in transaction: Transaction, orElse join: () throws -> (Int, isNew: Bool)
    ) throws -> Outcome {
        if let stored = try claim?.acquireOrReplay(in: transaction) {
            guard let participant = Int(String(decoding: stored.body, as: UTF8.self)) else {
                throw StoredValueError(column: "answer")
            }
            return Outcome(
                participant: participant, isNew: stored.status == 201, wasRepeated: true,
                keyNumber: keyNumber)
        }
        let (participant, isNew) = try join()
        if let claim {
            let answer = StoredAnswer(
                status: isNew ? 201 : 200, body: Array(String(participant).utf8))
            try transaction.enqueue(claim.storeAnswer(answer))
        }
        return Outcome(
            participant: participant, isNew: isNew, wasRepeated: false, keyNumber: keyNumber)
    }

    private func join(
        _ aggregate: inout SharedOrderAggregate, _ keys: KeyRing, _ transaction: Transaction
    ) throws -> (Int, isNew: Bool) {
        guard let seal = try SharedOrderSeal(aggregate.order.dataKey, of: order, keys: keys) else {
            throw SharedOrderRefusal.erased
        }
        let devices = try transaction.run(SharedDevice.all(of: order)).map(SharedDevice.init(row:))
        let registered = newParticipant.device.flatMap { device in
            devices.first { $0.device == device }?.participant
        }
        if let existingParticipant {
            try aggregate.requirePresent(existingParticipant)
            let isAdded = try addDevice(
                to: existingParticipant, registeredTo: registered, among: devices, in: transaction)
            // The others see new device identifiers, so the order's version rises.
            if isAdded { aggregate.touch() }
            return (existingParticipant, isNew: false)
        }
        // A device identifier proves nothing: without a credential it opens no participant's
        // choices.
        if let registered { try requireDeparted(registered, transaction) }
        try aggregate.requireOpen()
        guard Int64(aggregate.order.present) < aggregate.terms.participantsMax else {
            throw SharedOrderRefusal.full(aggregate.terms.participantsMax)
        }
        guard aggregate.order.participants < SharedOrderLimits.participantsEverMax else {
            throw SharedOrderRefusal.full(aggregate.terms.participantsMax)
        }
        aggregate.order.participants += 1
        aggregate.order.present += 1
        aggregate.touch()
        let number = aggregate.order.participants
        let participant = Participant(
            number: number, person: try newParticipant.person(in: transaction),
            name: newParticipant.name.map(seal.seal(name:)),
            total: 0, choices: 0, joinedAt: now, wasRemoved: false)
        try transaction.enqueue(participant.insert(order))
        if let device = newParticipant.device {
            let sharedDevice = SharedDevice(device: device, participant: number)
            try transaction.enqueue(
                registered == nil ? sharedDevice.insert(order) : sharedDevice.move(in: order))
        }
        return (number, isNew: true)
    }

    /// - Parameter registered: the participant to whom the device belongs already.
    /// - Returns: true if the device was new.
    private func addDevice(
        to participant: Int, registeredTo registered: Int?, among devices: [SharedDevice],
        in transaction: Transaction
    ) throws -> Bool {
        guard let device = newParticipant.device, registered != participant else { return false }
        guard registered == nil else { throw SharedOrderRefusal.deviceOfAnother }
        guard
            devices.count(where: { $0.participant == participant })
                < SharedOrderLimits.devicesPerPersonMax
        else { throw SharedOrderRefusal.tooManyDevices }
        try transaction.enqueue(
            SharedDevice(device: device, participant: participant).insert(order))
        return true
    }

    /// Throws if the device's participant was removed, because they cannot join again. Throws if
    /// they are present, because they must use their credential. A participant who has left may
    /// join again.
    private func requireDeparted(_ registered: Int, _ transaction: Transaction) throws {
        let rows = try transaction.run(
            Participant.withChoices([(order: order, number: registered)]))
        guard let participant = try rows.first.map(Participant.init(row:)) else { return }
        guard !participant.wasRemoved else { throw SharedOrderRefusal.wasRemoved }
        guard participant.leftAt != nil else { throw SharedOrderRefusal.deviceOfAnother }
    }
}
