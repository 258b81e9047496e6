import Vocabulary

/// Limits the concurrent requests of one worker, in total and for each endpoint, and stores the
/// endpoint after which the next search starts.
actor SendingSlots {
    let perEndpointMax: Int
    private let max: Int
    private var total = 0
    private var sending: [WebhookEndpoint.ID: Int] = [:]
    /// The endpoint that was served last.
    private var last: WebhookEndpoint.ID?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private var full: Set<WebhookEndpoint.ID> = []
    private var isClosed = false
    private var isSearching = false
    private var isWanted = false

    init(max: Int, perEndpointMax: Int) {
        self.max = max
        self.perEndpointMax = perEndpointMax
    }

    // MARK: One search at a time

    /// Returns true if the caller must search; otherwise the search in progress runs once more.
    func beginSearch() -> Bool {
        isWanted = true
        if isSearching || isClosed { return false }
        isSearching = true
        return true
    }

    /// Returns true if the search must run once more; false ends the search.
    func shouldSearchAgain() -> Bool {
        if !isWanted || isClosed { isSearching = false }
        defer { isWanted = false }
        return isSearching
    }

    func endSearch() { isSearching = false }

    // MARK: Room

    struct FreeSlots: Sendable {
        let count: Int
        let after: WebhookEndpoint.ID?
        let sending: [WebhookEndpoint.ID: Int]
    }

    /// Returns the free slots; waits until there is one.
    func freeSlots() async -> FreeSlots {
        while total >= max { await change() }
        return FreeSlots(count: max - total, after: last, sending: sending)
    }

    func acquireSlot(_ endpoint: WebhookEndpoint.ID) {
        total += 1
        sending[endpoint, default: 0] += 1
    }

    /// Records which endpoints reached their limit: more deliveries may be waiting for them.
    func record(_ claimed: [DueDelivery], in freeSlots: FreeSlots) {
        for (endpoint, all) in Dictionary(grouping: claimed, by: \.endpoint.id) {
            let most = all[0].endpoint.failingSince == nil ? perEndpointMax : 1
            if all.count + (freeSlots.sending[endpoint] ?? 0) >= most {
                full.insert(endpoint)
            } else {
                full.remove(endpoint)
            }
        }
    }

    /// - Returns: true if a delivery may have waited for this slot.
    func releaseSlot(_ endpoint: WebhookEndpoint.ID) -> Bool {
        let before = sending[endpoint] ?? 0
        total -= 1
        sending[endpoint] = before > 1 ? before - 1 : nil
        for waiter in waiting { waiter.resume() }
        waiting = []
        return full.remove(endpoint) != nil
    }

    func continueSearch(after endpoint: WebhookEndpoint.ID?) { last = endpoint }

    /// Stops searching and returns when no request is in progress.
    func close() async {
        isClosed = true
        while total > 0 { await change() }
    }

    private func change() async {
        await withCheckedContinuation { waiting.append($0) }
    }
}
