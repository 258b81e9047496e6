import JSON
import Vocabulary

extension PassType {
    /// - Parameter isWhole: includes the summary of the template.
    package func write(to writer: inout Writer, isWhole: Bool) {
        writer.object { type in
            type.member("id", id.text)
            switch kind {
            case .pass: type.member("passTypeIdentifier", identifier)
            case .order: type.member("orderTypeIdentifier", identifier)
            }
            type.member("teamIdentifier", teamIdentifier)
            type.member("templateVersion", version)
            if isWhole, let summary { type.member("template", raw: summary) }
            type.member("createdAt", createdAt.rfc3339)
            type.member("changedAt", changedAt.rfc3339)
        }
    }
}
