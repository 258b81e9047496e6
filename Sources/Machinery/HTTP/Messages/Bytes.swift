/// Passes the library's text, or nil, to the body as bytes that are valid only until the body
/// returns.
func withBytes(
    _ text: UnsafePointer<CChar>?, _ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
) {
    guard let text else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    text.withMemoryRebound(to: UInt8.self, capacity: count) {
        body(UnsafeBufferPointer(start: $0, count: count))
    }
}
