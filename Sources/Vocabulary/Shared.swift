/// A large value that is copied as one reference.
///
/// A structure with dozens of texts and lists costs dozens of counts with each copy that passes from
/// hand to hand. For what is read often and changed rarely: a change makes a new one.
@propertyWrapper
package struct Shared<Value: Sendable>: Sendable {
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
