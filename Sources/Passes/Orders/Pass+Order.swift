import Vocabulary

extension Identifier<Pass> {
    /// An order has its checkout's number, so that both are found by the same.
    ///
    /// - Parameter subject: the text of the checkout's identifier.
    package init?(ofOrder subject: String) {
        guard let end = subject.firstIndex(of: "_") else { return nil }
        self.init(Pass.identifierPrefix + subject[end...])
    }
}
