import JSON

/// Why passes and their types do not do what they are asked.
package enum PassesRefusal: Error, Equatable, Sendable {
    case notFound
    /// The merchant has no valid certificate of this pass type.
    case noCertificate
    /// The merchant has opened this pass type already.
    case openedBefore
    /// Another merchant has opened this pass type.
    case takenByAnother
    /// A merchant's paid checkouts are orders of one type.
    case oneOrderType
    /// So many pass types a merchant has at most.
    case tooManyTypes(Int)
    /// The template breaks a rule: all of them.
    case badTemplate([TemplateFault], of: PackageKind)
    /// Passes of the type were issued: phones go on asking for them.
    case typeInUse
    /// The type has no template yet.
    case noTemplate
    case serialNumberTaken
    /// No customer of the merchant's, or one who was erased.
    case noCustomer
    /// Nothing of the merchant's that a pass could stand for.
    case noSubject(String)
    /// The pass would break a rule: all of them, by the places of what was given.
    case badPass([FieldProblem])
    /// Nobody has paid the checkout.
    case noOrder
    /// The merchant has no order type with a template.
    case noOrderType
    /// The values were erased with their customer.
    case erased
    /// The template does not ask who has the pass.
    case notPersonalizable
    /// Somebody has told something else of themselves before.
    case personalized
    /// The server knows no address by which phones could ask for a live merchant's passes.
    case noAddress
}
