/// A large value that is copied as one reference.
///
/// Each copy of a struct with dozens of strings and arrays would update dozens of reference counts.
/// For values that are read often and changed rarely, because a change creates a new box.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    package init(wrappedValue: Value) { box = Box(wrappedValue) }

    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }
}
