/// How far a phone has followed a merchant's passes. To the phone it is a text that it gives back.
package struct UpdateTag: Equatable, Sendable {
    let value: Int64

    init(value: Int64) { self.value = value }

    /// Nothing when it is not one of ours: the phone is told of everything then.
    package init?(_ text: String) {
        guard 1...19 ~= text.utf8.count,
            text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let value = Int64(text)
        else { return nil }
        self.value = value
    }

    package var text: String { String(value) }
}
