/// What a pass says, by which a change is known that leaves it as it was.
struct PassContent: Equatable, Sendable {
    let digest: [UInt8]
    /// Of the template.
    let version: Int64
}
