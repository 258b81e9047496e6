import Merchants
import Vocabulary

/// Limits the number of lists and figures that a merchant reads at once; further calls wait for
/// their turn.
///
/// Such a read scans many rows. Without the limit, one merchant's calls could take all connections
/// to the database, and every other merchant's payments would wait for them.
package actor ReadLimiter {
    /// Half of the connections of the default pool (`PAYSHEET_CONNECTIONS`, 8).
    static let atOnceMax = 4
    /// A dashboard page sends six requests at once; a program with more than this does not wait for
    /// its answers.
    static let waitingMax = 32

    private var running: [MerchantNumber: Int] = [:]
    private var waiting: [MerchantNumber: [CheckedContinuation<Void, Never>]] = [:]

    package init() {}

    func begin(_ merchant: MerchantNumber) async throws {
        guard let count = running[merchant], count >= Self.atOnceMax else {
            running[merchant, default: 0] += 1
            return
        }
        guard waiting[merchant, default: []].count < Self.waitingMax else {
            throw Problem.tooManyReads
        }
        await withCheckedContinuation { waiting[merchant, default: []].append($0) }
    }

    /// The number of calls that wait for their turn.
    func count(of merchant: MerchantNumber) -> Int { waiting[merchant, default: []].count }

    func end(_ merchant: MerchantNumber) {
        if var queue = waiting[merchant], !queue.isEmpty {
            // The next call takes over this turn, so the count stays the same.
            let next = queue.removeFirst()
            waiting[merchant] = queue.isEmpty ? nil : queue
            next.resume()
            return
        }
        let left = (running[merchant] ?? 1) - 1
        running[merchant] = left > 0 ? left : nil
    }
}

extension Services {
    /// Runs a read that may scan many rows, once it is the merchant's turn.
    func reading<Answer: Sendable>(
        _ call: Call, _ read: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let merchant = call.merchant.number
        try await readLimiter.begin(merchant)
        do {
            let answer = try await read()
            await readLimiter.end(merchant)
            return answer
        } catch {
            await readLimiter.end(merchant)
            throw error
        }
    }
}

extension Problem {
    fileprivate static let tooManyReads = Problem(
        429, "too_many_reads",
        "too many concurrent list requests for this merchant; wait and try again",
        retryAfterSeconds: 1)
}
