/// Why passes and their types do not do what they are asked.
package enum PassesRefusal: Error, Equatable, Sendable {
    case notFound
    /// The merchant has no valid certificate of this pass type.
    case noCertificate
    /// The merchant has opened this pass type already.
    case openedBefore
    /// Another merchant has opened this pass type.
    case takenByAnother
    /// So many pass types a merchant has at most.
    case tooManyTypes(Int)
    /// The template breaks a rule: all of them.
    case badTemplate([TemplateFault])
}
