extension Database {
    /// The numbers of connections and of waiting works.
    package struct Status: Sendable, Equatable {
        package var idle: Int
        package var busy: Int
        package var down: Int
        package var queued: Int

        static func + (one: Status, other: Status) -> Status {
            Status(
                idle: one.idle + other.idle, busy: one.busy + other.busy,
                down: one.down + other.down, queued: one.queued + other.queued)
        }
    }
}
