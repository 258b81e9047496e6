import JSON
import Vocabulary

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
    /// The merchant has no such subject for a pass; the value is the member that names it.
    case noSubject(member: String)
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

extension PassesRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound: .notFound
        case .noCertificate:
            .conflict(
                "no_pass_certificate",
                "no valid certificate for this type is stored: store one of kind passType or "
                    + "orderType with POST /v1/certificates"
            )
        case .alreadyCreated:
            .conflict("pass_type_exists", "this pass type already exists")
        case .takenByAnother:
            .conflict("pass_type_taken", "another merchant of this server uses this pass type")
        case .oneOrderType:
            .conflict(
                "order_type_exists",
                "a merchant can have only one order type, and this merchant already has one")
        case .noOrder:
            .conflict(
                "no_order", "this checkout is not paid: an order exists only after the payment"
            )
        case .noOrderType:
            .conflict(
                "no_order_type",
                "you have no order type with a template: create one with POST /v1/pass-types and "
                    + "an orderTypeIdentifier, then PUT its template"
            )
        case .tooManyTypes(let most):
            .conflict("too_many_pass_types", "a merchant can have at most \(most) pass types")
        case .badTemplate(let faults, let kind):
            .invalid(faults.map { $0.problem(of: kind) })
        case .typeInUse:
            .conflict("pass_type_in_use", "passes of this type have already been issued")
        case .noTemplate:
            .conflict(
                "no_template",
                "this pass type has no template yet: upload one with PUT "
                    + "/v1/pass-types/{passType}/template"
            )
        case .serialNumberTaken:
            .conflict(
                "serial_number_taken",
                "another pass of this type already has this serial number")
        case .noCustomer: .noSuch("customer")
        case .noSubject(let member): .noSuch(member)
        case .badPass(let problems): .invalid(problems)
        case .erased:
            .conflict("pass_erased", "the pass's values were erased together with its customer")
        case .notPersonalizable:
            .conflict("not_personalizable", "this pass does not support personalization")
        case .personalized:
            .conflict("pass_personalized", "this pass was already personalized with other data")
        case .noPublicURL:
            .conflict(
                "no_public_url",
                "the passes of a live merchant require a public https URL: the server's operator "
                    + "must set PAYSHEET_PUBLIC_URL"
            )
        }
    }
}

extension ProblemDetails {
    /// The merchant has no such object.
    fileprivate static func noSuch(_ name: String) -> ProblemDetails {
        invalid(
            "the \(name) does not exist",
            [
                FieldProblem(
                    pointer: "/" + name, code: "not_found", detail: "not one of your \(name)s")
            ])
    }
}
