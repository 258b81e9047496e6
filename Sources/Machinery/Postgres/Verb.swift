/// A change or a reading that runs in one transaction; its properties are its input.
package protocol Verb: Sendable {
    associatedtype Returned

    func callAsFunction(in transaction: Transaction) throws -> Returned
}
