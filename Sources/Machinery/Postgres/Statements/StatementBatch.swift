/// The work in one round trip: one work, or several statements that share a commit.
struct StatementBatch {
    let works: [Work]
    /// In the order of their locks; empty if there is only one work.
    private let sharers: [StatementWork]

    /// A round trip of many statements is little faster than one of some, and the first waits for
    /// the last.
    static let max = 16

    /// Combines a work with waiting ones that can share its round trip; `take` returns at most that
    /// number.
    init(of work: Work, _ take: (Int, (Work) -> Bool) -> [Work]) {
        var sharers: [StatementWork] = []
        if let first = work.batchable {
            var transaction = first.work.transactionType
            // At most one type of batch transactions: another type's writes would come between the
            // reads and the writes of the first.
            let others = take(StatementBatch.max - 1) { work in
                guard let other = work.batchable else { return false }
                guard let type = other.work.transactionType else { return true }
                transaction = transaction ?? type
                return type == transaction
            }
            if !others.isEmpty {
                sharers = ([first] + others.compactMap(\.batchable))
                    .sorted { $0.groupCommit < $1.groupCommit }.map(\.work)
            }
        }
        self.sharers = sharers
        works = sharers.isEmpty ? [work] : sharers
    }

    /// Does all work. Returns the work that did not start because the connection is gone.
    func finish(_ connection: Connection, notify: (Database.Event) -> Void) -> [Work] {
        guard !sharers.isEmpty else {
            return works[0].finish(connection, notify: notify) ? [] : works
        }
        guard case .failed(let failure, _) = StatementWork.attempt(together: sharers, connection)
        else { return [] }
        if connection.isBroken { return sharers.filter { $0.mayRestart(after: failure) } }
        // One statement waits for a lock: all go to another pool instead of waiting here one by
        // one.
        if failure.isLockTimeout, connection.settings.retriesOnOtherPool { return [] }
        notify(.retried(sqlstate: failure.sqlstate))
        return finishAlone(connection, notify)
    }

    /// Nothing was committed: runs each work alone, so that only the failing one fails.
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
