import Vocabulary

/// A delivery as the log shows it.
package struct DeliveryRecord: Sendable {
    package typealias ID = Event.ID

    package let delivery: Delivery
    /// The type of the event.
    package let type: Event.Kind
    package let lastAttempt: DeliveryAttempt?

    /// An event is delivered once to each endpoint.
    package var id: ID { delivery.event }

    /// The filter of a list of deliveries.
    package struct Filter: Sendable {
        package var state: Delivery.State?

        package init() {}
    }
}
