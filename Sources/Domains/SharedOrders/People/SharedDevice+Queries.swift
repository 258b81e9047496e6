import Merchants
import Postgres
import Vocabulary

extension SharedDevice {
    static func all(of order: SharedOrder.ID) -> Query {
        """
        SELECT d.device, d.participant FROM shared_devices d
        WHERE d.merchant_id = \(order.merchant) AND d.shared_order_id = \(order.uuid)
        ORDER BY d.participant, d.device
        """
    }

    func insert(_ order: SharedOrder.ID) -> Query {
        """
        INSERT INTO shared_devices (merchant_id, shared_order_id, device, participant)
        VALUES (\(order.merchant), \(order.uuid), \(device), \(Int64(participant)))
        """
    }

    /// Assigns the device of a participant who left to the new participant as whom they return.
    func move(in order: SharedOrder.ID) -> Query {
        """
        UPDATE shared_devices SET participant = \(Int64(participant))
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND device = \(device)
        """
    }

    init(row: Row) throws {
        self.init(device: try row.get("device"), participant: try row.get("participant"))
    }
}
