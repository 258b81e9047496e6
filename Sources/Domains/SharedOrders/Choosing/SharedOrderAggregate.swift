import JSON
import Vocabulary

/// A shared order whose row is locked, with the choices of some participants and the rules of every
/// change. The rules in this file are pure: they neither read nor write the database.
struct SharedOrderAggregate {
    var order: SharedOrder
    let terms: SharedOrderTerms
    let moment: Moment
    /// The callers, and the participants whose choices they change.
    var participants: [Int: Participant] = [:]
    var choices: [Key: Choice] = [:]
    private(set) var changedChoices: Set<Key> = []
    private(set) var changedParticipants: Set<Int> = []

    struct Key: Hashable {
        let participant: Int
        let name: String
    }

    init(_ order: SharedOrder, _ terms: SharedOrderTerms, at moment: Moment) {
        self.order = order
        self.terms = terms
        self.moment = moment
    }

    var now: Instant { moment.now }

    /// True if the order's own row must be written even if no choice changed.
    var isTouched = false

    /// Raises the order's version after a change that participants may see.
    mutating func touch() {
        order.version += 1
        isTouched = true
    }

    /// Opens the order for choices again. Payments that were started no longer count; the next lock
    /// starts another round.
    mutating func reopen() {
        order.state = .open
        order.payers = nil
        order.lockedHash = nil
        order.payBy = nil
        order.tip = 0
        touch()
    }

    var hasChanged: Bool { !changedChoices.isEmpty || !changedParticipants.isEmpty }

    func requireOpen() throws(SharedOrderRefusal) {
        let state = order.state(at: now)
        guard state == .open else { throw .notOpen(state) }
    }

    @discardableResult
    func requirePresent(_ number: Int) throws(SharedOrderRefusal) -> Participant {
        guard let participant = participants[number] else { throw .notParticipant }
        return try participant.requirePresent()
    }

    func requireHost(_ number: Int) throws(SharedOrderRefusal) {
        try requirePresent(number)
        guard number == order.host else { throw .notHost }
    }

    /// Applies a requested change, or throws a refusal and changes nothing.
    ///
    /// - Returns: the choice after the change.
    mutating func apply(_ request: ChoiceRequest) throws(SharedOrderRefusal) -> Choice {
        try requireOpen()
        try requirePresent(request.participant)
        try requirePresent(request.owner)
        let key = Key(participant: request.owner, name: request.name)
        let old = choices[key]
        switch request.action {
        case .place(let content):
            try requireSingleStep(content, of: request.participant)
            return try place(content, request, key, old)
        case .placeWhole(let content):
            return try place(content, isWhole: true, request, key, old)
        case .remove:
            guard var choice = old else { throw .noSuchChoice }
            // A repeated call changes nothing.
            if choice.state == .removed { return choice }
            if let version = request.version, version != choice.version { throw .changed }
            if terms.countsWhenSent, choice.state == .placed {
                try requireMessage(request)
                choice.change = .remove
                choice.message = request.message
            } else {
                choice.state = .removed
                choice.change = nil
                choice.message = nil
            }
            return try store(choice, was: old)
        case .step(let pick):
            guard var choice = old, choice.state == .placed else { throw .noSuchChoice }
            return try step(pick, request, &choice)
        }
    }

    private mutating func place(
        _ content: Choice.Content, isWhole: Bool = false, _ request: ChoiceRequest, _ key: Key,
        _ old: Choice?
    ) throws(SharedOrderRefusal) -> Choice {
        let price = try terms.menu.price(of: content, in: order.currency, isWhole: isWhole)
        if let old {
            let isSame = old.content == content && old.unitPrice == price && old.change == nil
            if isSame, old.state != .removed, request.version == nil { return old }
            guard request.version == old.version else { throw .changed }
            if isSame, old.state != .removed { return old }
        } else {
            guard request.version ?? 0 == 0 else { throw .changed }
        }
        var choice =
            old
            ?? Choice(
                participant: key.participant, name: key.name, state: .removed, content: content,
                unitPrice: price, version: 0)
        if terms.countsWhenSent {
            try requireMessage(request)
            try requireWithinLimits(for: content, price, of: key.participant, beside: old)
            choice.message = request.message
            if choice.state == .placed {
                choice.change = .place(content, unitPrice: price)
                return try store(choice, was: old)
            }
            choice.state = .staged
        } else {
            choice.state = .placed
        }
        choice.content = content
        choice.unitPrice = price
        return try store(choice, was: old)
    }

    /// Requires a message: in an order whose choices count when sent, nothing else can make the
    /// choice count.
    private func requireMessage(_ request: ChoiceRequest) throws(SharedOrderRefusal) {
        guard request.message == nil else { return }
        throw .badChoice([
            .init(
                pointer: "/message", code: "required",
                detail: "required: in this order a choice counts only once its message is sent")
        ])
    }

    /// The participant who starts an item that several people build takes only its first step.
    private func requireSingleStep(
        _ content: Choice.Content, of participant: Int
    ) throws(SharedOrderRefusal) {
        guard case .item(let id) = content.product, let place = terms.menu.place(of: id) else {
            return
        }
        let item = terms.menu.items[place]
        guard item.isJoint, let first = item.groups.first,
            content.picks.map(\.group) != [first.id]
        else { return }
        throw .badChoice([
            .init(
                pointer: "/options", code: "conflict",
                detail:
                    "a joint item starts with only \(first.id); send each further step in a call "
                    + "of its own"
            )
        ])
    }

    private mutating func step(
        _ pick: Choice.Pick, _ request: ChoiceRequest, _ choice: inout Choice
    ) throws(SharedOrderRefusal) -> Choice {
        let old = choice
        // If two participants take the same step, the second one gets `changed` and must look at
        // the first one's step.
        guard request.version == choice.version else {
            if choice.content.picks.last == pick { return choice }
            throw .changed
        }
        guard case .item(let id) = choice.content.product, let place = terms.menu.place(of: id),
            let next = terms.menu.items[place].nextStep(of: choice.content)
        else { throw .changed }
        guard next.id == pick.group else {
            throw .badChoice([
                .init(
                    pointer: "/options", code: "conflict",
                    detail: "the next step must be \(next.id)")
            ])
        }
        choice.content.picks.append(pick)
        choice.unitPrice = try terms.menu.price(of: choice.content, in: order.currency)
        return try store(choice, was: old)
    }

    // MARK: Staged choices

    /// Applies all choices of a sent message, or none of them.
    mutating func send(_ message: Int) throws(SharedOrderRefusal) {
        try requireOpen()
        for (_, old) in choices.sorted(by: { $0.key.name < $1.key.name })
        where old.message == message {
            try requirePresent(old.participant)
            var choice = old
            switch old.change {
            case .place(let content, let price):
                choice.content = content
                choice.unitPrice = price
            case .remove: choice.state = .removed
            case nil: choice.state = .placed
            }
            choice.change = nil
            choice.message = nil
            _ = try store(choice, was: old)
        }
    }

    /// Drops the pending choices of a message that will not be sent.
    mutating func drop(_ message: Int) {
        for (key, old) in choices where old.message == message {
            var choice = old
            if choice.state == .staged { choice.state = .removed }
            choice.change = nil
            choice.message = nil
            order.version += 1
            choice.version = order.version
            choices[key] = choice
            changedChoices.insert(key)
        }
    }

    /// Removes all choices of a participant.
    mutating func removeAll(of participant: Int) {
        for old in choices.values where old.participant == participant && old.state != .removed {
            var choice = old
            choice.state = .removed
            choice.change = nil
            choice.message = nil
            count(choice, was: old)
        }
    }

    // MARK: Storing

    private mutating func store(
        _ new: Choice, was old: Choice?
    ) throws(SharedOrderRefusal) -> Choice {
        if new.state == .placed {
            try requireWithinLimits(
                for: new.content, new.unitPrice, of: new.participant, beside: old)
        }
        if old == nil { try requireChoiceLimit(of: new.participant) }
        return count(new, was: old)
    }

    /// Counts the change in all totals. Nothing may fail after this.
    @discardableResult
    private mutating func count(_ new: Choice, was old: Choice?) -> Choice {
        var choice = new
        order.version += 1
        choice.version = order.version
        let key = Key(participant: choice.participant, name: choice.name)
        let (before, after) = (old?.amount ?? 0, choice.amount)
        order.total += after - before
        order.choices += (choice.state == .placed ? 1 : 0) - (old?.state == .placed ? 1 : 0)
        for (choice, sign) in [(old, Int64(-1)), (choice, 1)] {
            guard let choice, case .item(let id) = choice.content.product,
                let place = terms.menu.place(of: id)
            else { continue }
            order.taken[place] += sign * choice.pieces
        }
        participants[choice.participant]?.total += after - before
        participants[choice.participant]?.choices +=
            (choice.state == .placed ? 1 : 0) - (old?.state == .placed ? 1 : 0)
        changedParticipants.insert(choice.participant)
        choices[key] = choice
        changedChoices.insert(key)
        return choice
    }

    private func requireChoiceLimit(of participant: Int) throws(SharedOrderRefusal) {
        // Removed choices count as well, because their names stay in use.
        let own = choices.values.count { $0.participant == participant }
        guard own < 2 * SharedOrderLimits.choicesPerPersonMax else {
            throw .tooManyChoices(SharedOrderLimits.choicesPerPersonMax)
        }
    }

    /// Checks stock and limits for a choice that replaces `old`.
    private func requireWithinLimits(
        for content: Choice.Content, _ price: Int64, of owner: Int, beside old: Choice?
    ) throws(SharedOrderRefusal) {
        if case .item(let id) = content.product, let place = terms.menu.place(of: id),
            let stock = terms.menu.items[place].stock
        {
            let own = old?.content.product == content.product ? old?.pieces ?? 0 : 0
            guard order.taken[place] - own + content.quantity <= stock else { throw .soldOut }
        }
        let participant = try requirePresent(owner)
        if old?.state != .placed {
            for (count, most) in [
                (participant.choices, SharedOrderLimits.choicesPerPersonMax),
                (order.choices, SharedOrderLimits.choicesMax),
            ] where count >= most { throw .tooManyChoices(most) }
        }
        // The totals and the price of the choice are below 2^53 (`Money.minorUnitsMax`), the limit
        // up to which a double is exact, so their sums do not overflow.
        let more = price * content.quantity - (old?.amount ?? 0)
        if let most = terms.perPersonMax, participant.total + more > most.minorUnits {
            throw .overParticipantLimit
        }
        guard order.total + more <= terms.totalMax?.minorUnits ?? Money.minorUnitsMax else {
            throw .overOrderLimit
        }
    }
}
