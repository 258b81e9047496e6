/// The works that go out in one flight: one, or several statements that share a commit.
struct Company {
    let works: [Work]
    /// In the order of their locks; empty if there is one work only.
    private let sharers: [StatementWork]

    /// One flight of many is little faster than one of some, and the first waits for the last.
    static let max = 16

    /// A work with those who wait behind it and may come along; `take` gives so many at most.
    init(of work: Work, _ take: (Int, (Work) -> Bool) -> [Work]) {
        var sharers: [StatementWork] = []
        if let first = work.shareable {
            let others = take(Company.max - 1) { $0.shareable != nil }
            if !others.isEmpty { sharers = [first] + others.compactMap(\.shareable) }
            sharers.sort { $0.sharing! < $1.sharing! }
        }
        self.sharers = sharers
        works = sharers.isEmpty ? [work] : sharers
    }

    /// Does them; gives back those that were not begun, because the connection is gone.
    func finish(_ connection: Connection, notify: (Database.Event) -> Void) -> [Work] {
        guard !sharers.isEmpty else {
            return works[0].finish(connection, notify: notify) ? [] : works
        }
        guard let failure = StatementWork.attempt(together: sharers, connection) else { return [] }
        if connection.isBroken { return sharers.filter { $0.mayRestart(after: failure) } }
        // One of them waits for a lock: they all go on elsewhere, not one behind the other here.
        if failure.isLockTimeout, connection.settings.goesOnElsewhere { return [] }
        notify(.retried(sqlstate: failure.sqlstate))
        return finishAlone(connection, notify)
    }

    /// Nothing was kept: each by itself, so that only the one that fails does.
    private func finishAlone(
        _ connection: Connection, _ notify: (Database.Event) -> Void
    ) -> [Work] {
        for (index, work) in works.enumerated() {
            let isFinished = work.finish(connection, notify: notify)
            if connection.isBroken { return Array(works[(isFinished ? index + 1 : index)...]) }
        }
        return []
    }
}
