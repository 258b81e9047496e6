import Vocabulary

extension Identifier<Pass> {
    /// Derives an order's identifier from its checkout's, so that one leads to the other.
    ///
    /// - Parameter subject: the checkout's identifier, as text.
    package init?(ofOrder subject: String) {
        guard let end = subject.firstIndex(of: "_") else { return nil }
        self.init(Pass.identifierPrefix + subject[end...])
    }
}
