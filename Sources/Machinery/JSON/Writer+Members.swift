extension Writer {
    package mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        value(text)
    }

    package mutating func member(_ key: StaticString, _ integer: Int64) {
        self.key(key)
        value(integer)
    }

    package mutating func member(_ key: StaticString, _ integer: Int) {
        self.key(key)
        value(integer)
    }

    package mutating func member(_ key: StaticString, _ integer: Int32) {
        self.key(key)
        value(integer)
    }

    package mutating func member(_ key: StaticString, _ bool: Bool) {
        self.key(key)
        value(bool)
    }

    @inlinable package mutating func member<Value: Writable>(_ key: StaticString, _ value: Value) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes null for nil; `member(_:ifPresent:)` omits the member.
    package mutating func member(_ key: StaticString, _ text: String?) {
        self.key(key)
        if let text { value(text) } else { null() }
    }

    package mutating func member(_ key: StaticString, _ integer: Int64?) {
        self.key(key)
        if let integer { value(integer) } else { null() }
    }

    @inlinable package mutating func member<Value: Writable>(_ key: StaticString, _ value: Value?) {
        self.key(key)
        if let value { value.write(to: &self) } else { null() }
    }

    package mutating func member(_ key: StaticString, ifPresent text: String?) {
        if let text { member(key, text) }
    }

    package mutating func member(_ key: StaticString, ifPresent integer: Int64?) {
        if let integer { member(key, integer) }
    }

    package mutating func member(_ key: StaticString, ifPresent bool: Bool?) {
        if let bool { member(key, bool) }
    }

    @inlinable package mutating func member<Value: Writable>(
        _ key: StaticString, ifPresent value: Value?
    ) {
        if let value { member(key, value) }
    }

    package mutating func member(_ key: StaticString, _ texts: [String]) {
        array(key, texts) { $1.value($0) }
    }

    /// Writes bytes that are already a JSON value.
    package mutating func member(_ key: StaticString, raw json: [UInt8]) {
        self.key(key)
        raw(json)
    }

    /// Writes members once for several objects; `members(_:)` adds them to each.
    package static func members(_ body: (inout Writer) throws -> Void) rethrows -> [UInt8] {
        try value(body)
    }

    /// Adds members of which at least one was written by `Writer.members`.
    package mutating func members(_ written: [UInt8]) { raw(written) }

    package mutating func null(_ key: StaticString) {
        self.key(key)
        null()
    }

    package mutating func object(
        _ key: StaticString, _ body: (inout Writer) throws -> Void
    ) rethrows {
        self.key(key)
        try object(body)
    }

    package mutating func array(
        _ key: StaticString, _ body: (inout Writer) throws -> Void
    ) rethrows {
        self.key(key)
        try array(body)
    }

    @inlinable package mutating func array<Elements: Sequence>(
        _ key: StaticString, _ elements: Elements,
        _ body: (Elements.Element, inout Writer) throws -> Void
    ) rethrows {
        self.key(key)
        try array(elements, body)
    }
}
