import JSON

/// The reason to refuse a call about passes or pass types.
package enum PassesRefusal: Error, Equatable, Sendable {
    case notFound
    /// The merchant has no valid certificate of this pass type.
    case noCertificate
    /// The merchant has already created this pass type.
    case alreadyCreated
    /// Another merchant has created this pass type.
    case takenByAnother
    /// The merchant already has an order type: all its paid checkouts become orders of a single
    /// type.
    case oneOrderType
    /// The merchant has reached this maximum number of pass types.
    case tooManyTypes(Int)
    /// The template breaks these rules; the list is complete.
    case badTemplate([TemplateFault], of: PackageKind)
    /// Passes of the type were issued: phones keep requesting updates for them.
    case typeInUse
    /// The type has no template yet.
    case noTemplate
    case serialNumberTaken
    /// The merchant has no such customer, or the customer was erased.
    case noCustomer
    /// The merchant has no such subject for a pass.
    case noSubject(String)
    /// The pass would break rules; the list is complete, with places in the request.
    case badPass([FieldProblem])
    /// The checkout is not paid.
    case noOrder
    /// The merchant has no order type with a template.
    case noOrderType
    /// The values were erased together with their customer.
    case erased
    /// The template has no personalization form.
    case notPersonalizable
    /// A buyer has already personalized the pass with other data.
    case personalized
    /// The server has no public URL from which phones could request a live merchant's passes.
    case noPublicURL
}
