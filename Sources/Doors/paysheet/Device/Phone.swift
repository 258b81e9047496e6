/// A phone that has one pass in Wallet.
struct Phone: Sendable {
    let name = PhoneName()
    private(set) var pass: AddedPass
    private let calls: WalletCalls
    private var tag: String?
    private var isAdded = false

    init(_ pass: AddedPass, _ calls: WalletCalls) {
        self.pass = pass
        self.calls = calls
    }

    /// Registers the pass, and checks that the server then lists it.
    mutating func add() async {
        isAdded = true
        if await calls.register(pass, name) == false {
            calls.breach(.register, pass, "Unexpected response code 200 for a new phone")
        }
        guard let updates = await calls.updates(pass, name, since: nil) else { return }
        if !updates.serialNumbers.contains(pass.serialNumber) {
            calls.breach(.list, pass, "The registered pass is missing from the list of all passes")
        }
        tag = updates.tag
        _ = await refresh()
    }

    /// Tries calls that need only one of many phones: with wrong credentials, and repeated ones.
    func probe() async {
        if await calls.register(pass, name) == true {
            calls.breach(.register, pass, "Unexpected response code 201 for a registered phone")
        }
        await requireNoUpdates()
        let wrong = String(pass.token.reversed()) + "x"
        let unknown = "no-such-\(pass.serialNumber)"
        await requireRefusal(as: wrong, nil, "a wrong token")
        await requireRefusal(as: nil, nil, "no token")
        await requireRefusal(as: pass.token, unknown, "an unknown serial number")
    }

    /// Checks that neither the list nor the date reports a change since the pass was fetched.
    private func requireNoUpdates() async {
        guard let tag, let modified = pass.modified else { return }
        let updates = await calls.updates(pass, name, since: tag)
        let again = await calls.fetch(pass, as: pass.token, since: modified)
        if case .pass(let again)? = again, again.fields == pass.fields {
            calls.breach(
                .fetch, pass, "The pass was sent again although it has not changed since its date")
        } else if case .unchanged? = again,
            updates?.serialNumbers.contains(pass.serialNumber) == true
        {
            calls.breach(.list, pass, "The list contains a pass that has not changed since the tag")
        }
        if case .pass(let again)? = await calls.fetch(pass, as: pass.token, since: nil),
            again.fields == pass.fields, again.modified != modified
        {
            calls.breach(.fetch, pass, "Last-Modified changed, but the pass did not")
        }
    }

    private func requireRefusal(
        as token: String?, _ serialNumber: String?, _ what: String
    ) async {
        switch await calls.fetch(pass, as: token, since: nil, serialNumber: serialNumber) {
        case .pass?, .unchanged?:
            calls.breach(.fetch, pass, "The server accepts \(what)")
        case .refused?, nil: break
        }
    }

    /// Asks for changes, fetches them, and returns the fields that changed.
    mutating func wake() async -> [ShownField] {
        guard let updates = await calls.updates(pass, name, since: tag) else { return [] }
        tag = updates.tag
        return updates.serialNumbers.contains(pass.serialNumber) ? await refresh() : []
    }

    private mutating func refresh() async -> [ShownField] {
        switch await calls.fetch(pass, as: pass.token, since: pass.modified) {
        case .pass(let new)?:
            guard new.isSame(as: pass) else {
                calls.breach(.fetch, pass, "The pass type, serial number or token changed")
                return []
            }
            if let old = AddedPass.seconds(pass.modified),
                let date = AddedPass.seconds(new.modified),
                date <= old
            {
                calls.breach(
                    .fetch, pass, "Last-Modified is not later than that of the previous pass")
            }
            let changed = new.fields.filter { !pass.fields.contains($0) }
            pass = new
            return changed
        case .refused?:
            calls.breach(.fetch, pass, "Unexpected response code 401")
            return []
        case .unchanged?, nil: return []
        }
    }

    func remove() async {
        guard isAdded else { return }
        await calls.unregister(pass, name)
        let updates = await calls.updates(pass, name, since: nil)
        if updates?.serialNumbers.contains(pass.serialNumber) == true {
            calls.breach(.unregister, pass, "The pass is still in the list")
        }
    }
}
