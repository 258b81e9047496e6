import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

extension SavedCard {
    static let stored = TableColumns<SavedCard>(
        of: "kept_cards",
        [
            .key("merchant_id") { $0.id.merchant }, .key("card_id") { $0.id.uuid },
            TableColumn("checkout_id") { $0.checkout.uuid },
            TableColumn("processor") { $0.processor },
            TableColumn("reference") { $0.reference.reference },
            TableColumn("network_transaction") { $0.reference.networkTransaction },
            TableColumn("merchant_token") { $0.reference.merchantToken },
            TableColumn("network") { $0.display.network },
            TableColumn("last_four") { $0.display.lastFour },
            TableColumn("created_at") { $0.createdAt },
        ])

    /// The columns of a card joined as `k`, with names that differ from those of other tables.
    package static let columns: Query = """
        k.card_id AS card, k.checkout_id AS card_checkout, k.processor AS card_processor,
        k.reference AS card_reference, k.network_transaction AS card_network_transaction,
        k.merchant_token AS card_merchant_token, k.network AS card_network,
        k.last_four AS card_last_four, k.created_at AS card_created_at,
        k.unlinked_at AS card_unlinked_at, k.events AS card_events
        """

    /// The card that paid a checkout, if it was saved.
    package static func find(of checkout: CheckoutSession.ID) -> Query {
        """
        SELECT k.merchant_id, \(columns) FROM kept_cards k
        JOIN attempts a ON a.merchant_id = k.merchant_id AND a.attempt_id = k.card_id
        WHERE a.merchant_id = \(checkout.merchant) AND a.checkout_id = \(checkout.uuid)
            AND a.state = 'authorized'
        """
    }

    /// Locks the cards of a merchant token in the order of their identifiers; a charge that starts
    /// waits.
    static func lock(of merchantToken: String, _ merchant: MerchantNumber) -> Query {
        """
        SELECT k.merchant_id, \(columns) FROM kept_cards k
        WHERE k.merchant_id = \(merchant) AND k.merchant_token = \(merchantToken)
        ORDER BY k.card_id FOR NO KEY UPDATE
        """
    }

    /// Returns a row if the card may be charged, and keeps that so until the transaction ends.
    static func lockLinked(_ id: ID) -> Query {
        """
        SELECT true FROM kept_cards WHERE merchant_id = \(id.merchant) AND card_id = \(id.uuid)
            AND unlinked_at IS NULL FOR SHARE
        """
    }

    var storeUpdate: Query {
        """
        UPDATE kept_cards SET last_four = \(display.lastFour), unlinked_at = \(unlinkedAt),
            events = \(Int64(events))
        WHERE merchant_id = \(id.merchant) AND card_id = \(id.uuid)
        """
    }

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("card")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("card_checkout")),
            processor: try row.get("card_processor"),
            reference: SavedCardReference(
                reference: try row.get("card_reference"),
                networkTransaction: try row.get("card_network_transaction"),
                merchantToken: try row.get("card_merchant_token")),
            display: CardDisplay(
                network: try row.get("card_network", as: String?.self) ?? "",
                lastFour: try row.get("card_last_four", as: String?.self) ?? ""),
            createdAt: try row.get("card_created_at"),
            unlinkedAt: try row.get("card_unlinked_at"),
            events: Int(try row.get("card_events", as: Int64.self)))
    }
}
