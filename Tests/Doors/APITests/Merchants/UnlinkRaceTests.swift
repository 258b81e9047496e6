import Foundation
import Merchants
import Postgres
import Processors
import Subscriptions
import TestSupport
import Testing
import Vocabulary

@testable import API
@testable import Checkouts
@testable import Payments

extension TokenNoticeTests {
    /// A token is unlinked while its card is being charged.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct Race {
        /// Unlinks a token in a transaction that commits on a signal.
        private func unlink(
            _ token: String, of merchant: MerchantNumber, marked: DispatchSemaphore,
            commit: DispatchSemaphore
        ) async throws {
            let verb = UnlinkSavedCards(
                merchantToken: token, merchant: merchant, reason: nil, moment: TestServer.moment())
            try await TestServer.shared.value.database.transaction { transaction in
                try verb(in: transaction)
                _ = try transaction.run("SELECT true")
                marked.signal()
                // Stays open until the charge waits for the lock, or has gone past it.
                _ = commit.wait(timeout: .now() + 20)
            }
        }

        /// Returns true if a statement waits for a lock on a row of saved cards.
        private func isAwaited() async throws -> Bool {
            try await !TestServer.shared.value.database.run(
                """
                SELECT true FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND query LIKE '%kept_cards%' LIMIT 1
                """
            ).isEmpty
        }

        @Test(arguments: [false, true])
        func `a charge waits for a concurrent unlink and is then refused`(isAlone: Bool)
            async throws
        {
            let scene = try await TokenScene.open()
            let token = TokenScene.name()
            let subscription = try await scene.subscribe(with: token)
            let server = try await TestServer.shared.value
            let merchant = scene.shop.merchant
            let card = try await server.database.run(
                """
                SELECT k.merchant_id, \(SavedCard.columns) FROM kept_cards k
                WHERE k.merchant_id = \(merchant.number)
                """
            ).map(SavedCard.init(row:))[0]
            let sheet = try await scene.shop.checkout()
            let id = CheckoutSession.ID(sheet.id)!
            if isAlone {
                // A first attempt starts in a batch statement, a later one under row locks.
                let declined = try await sheet.pay(sandbox: #""outcome":"decline""#)
                #expect(declined.number("status") == 1)
            }
            let (marked, commit) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let unlinked: Void = unlink(
                token, of: merchant.number, marked: marked, commit: commit)
            try await eventually("the token is marked") { marked.wait(timeout: .now()) == .success }
            let done = Journal<Bool>()
            let charge = ChargeSavedCard(
                try await Toaster.paymentContext(), deadlines: server.services.deadlines,
                limit: TestServer.processorLimit)
            async let charged = {
                defer { done.add(true) }
                return try await charge(
                    id, with: card, as: .recurring, try: "1", at: TestServer.now)
            }()
            var wasAwaited = false
            try await eventually("the charge waits or has ended") {
                wasAwaited = try await isAwaited()
                return wasAwaited || !done.all.isEmpty
            }
            commit.signal()
            try await unlinked
            #expect(try await charged == .refused(.bank(.unlinked)))
            #expect(wasAwaited)
            #expect(try await scene.count("attempts") == (isAlone ? 2 : 1))
            #expect(try await server.charges(of: merchant) == 1)
            #expect(try await sheet.state().string("status") == "open")
            // The earlier charge is unchanged.
            #expect(
                try await scene.toaster.invoices(subscription) == ["0 paid 9.00"])
        }
    }
}
