/// Writes JSON (RFC 8259) into bytes, without spaces, and adds commas where needed.
///
///     var writer = Writer()
///     writer.object {
///         $0.member("id", id)
///         $0.array("items", items) { item, writer in
///             writer.object { $0.member("label", item.label) }
///         }
///     }
///
/// The caller must follow the grammar: members in objects, values in arrays.
@usableFromInline package struct Writer: ~Copyable {
    private var buffer: Buffer
    /// True if a value precedes at this level, so that the next one needs a comma.
    private var followsValue = false

    package init(capacity: Int = 1024) {
        buffer = Buffer(capacity: capacity)
    }

    /// The bytes written so far.
    package var bytes: [UInt8] { buffer.bytes }

    /// Writes one document that is an object.
    package static func write(
        capacity: Int = 1024, _ body: (inout Writer) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = Writer(capacity: capacity)
        try writer.object(body)
        return writer.bytes
    }

    /// Writes one value of any kind.
    package static func value(
        capacity: Int = 1024, _ body: (inout Writer) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = Writer(capacity: capacity)
        try body(&writer)
        return writer.bytes
    }
}

// Values: the whole document, an element of an array, or the value after a key.
extension Writer {
    package mutating func object(_ body: (inout Writer) throws -> Void) rethrows {
        open(UInt8(ascii: "{"))
        try body(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array(_ body: (inout Writer) throws -> Void) rethrows {
        open(UInt8(ascii: "["))
        try body(&self)
        close(UInt8(ascii: "]"))
    }

    /// Inlined, so that it is specialized once for each type instead of generic in each call.
    @inlinable package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (Elements.Element, inout Writer) throws -> Void
    ) rethrows {
        openArray()
        for element in elements { try body(element, &self) }
        closeArray()
    }

    @usableFromInline package mutating func openArray() { open(UInt8(ascii: "[")) }

    @usableFromInline package mutating func closeArray() { close(UInt8(ascii: "]")) }

    @usableFromInline package mutating func null() { plain("null") }

    package mutating func value(_ bool: Bool) { plain(bool ? "true" : "false") }

    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    package mutating func value(_ integer: Int64) {
        separate()
        digits(integer.magnitude, isNegative: integer < 0)
    }

    package mutating func value(_ integer: Int) { value(Int64(integer)) }

    package mutating func value(_ integer: Int32) { value(Int64(integer)) }

    @inlinable package mutating func value<Value: Writable>(_ value: Value) {
        value.write(to: &self)
    }

    /// Writes bytes that are already a JSON value.
    package mutating func raw(_ json: [UInt8]) {
        separate()
        json.withUnsafeBufferPointer { buffer.append($0) }
    }
}

extension Writer {
    /// Writes the key of a member; its value must follow.
    @usableFromInline package mutating func key(_ key: StaticString) {
        let count = key.utf8CodeUnitCount
        let hasComma = followsValue
        followsValue = false
        buffer.append(atMost: count + 4) { place in
            var next = place
            if hasComma {
                next[0] = UInt8(ascii: ",")
                next += 1
            }
            next[0] = UInt8(ascii: "\"")
            (next + 1).update(from: key.utf8Start, count: count)
            next[count + 1] = UInt8(ascii: "\"")
            next[count + 2] = UInt8(ascii: ":")
            return next + count + 3 - place
        }
    }

    /// Writes a key that is known only at run time.
    package mutating func key(dynamic key: String) {
        separate()
        quote(key)
        buffer.append(UInt8(ascii: ":"))
        followsValue = false
    }

    mutating func key(_ utf8: UnsafeBufferPointer<UInt8>) {
        separate()
        buffer.appendQuoted(utf8)
        buffer.append(UInt8(ascii: ":"))
        followsValue = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        followsValue = false
    }

    private mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        followsValue = true
    }

    private mutating func separate() {
        if followsValue { buffer.append(UInt8(ascii: ",")) }
        followsValue = true
    }

    private mutating func plain(_ text: StaticString) {
        separate()
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) { buffer.append(text) }

    mutating func number(_ text: some Sequence<UInt8>) {
        separate()
        for byte in text { buffer.append(byte) }
    }

    mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
        separate()
        buffer.appendQuoted(utf8)
    }

    private mutating func quote(_ text: String) {
        var text = text
        text.withUTF8 { buffer.appendQuoted($0) }
    }

    mutating func digits(_ magnitude: UInt64, isNegative: Bool) {
        if isNegative { buffer.append(UInt8(ascii: "-")) }
        buffer.appendDigits(magnitude)
    }
}

/// A value that can write itself as JSON.
@usableFromInline package protocol Writable {
    func write(to writer: inout Writer)
}
