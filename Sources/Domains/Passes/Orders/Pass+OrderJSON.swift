import JSON
import Merchants
import Vocabulary

extension Pass {
    package func write(orderTo writer: inout Writer, _ urls: PublicURLs) {
        writer.object { order in
            order.member("checkout", serialNumber)
            order.member("orderTypeIdentifier", typeIdentifier)
            order.member("orderIdentifier", serialNumber)
            if let privateData {
                for (name, value) in privateData.values.members.sorted(by: { $0.key < $1.key }) {
                    order.key(dynamic: name)
                    order.raw(value)
                }
            }
            order.member("devices", devices)
            order.member("updatedAt", modifiedAt.rfc3339)
            order.member("createdAt", createdAt.rfc3339)
            order.member("erasedAt", ifPresent: erasedAt?.rfc3339)
            if !warnings.isEmpty { order.array("warnings", warnings) { $0.write(to: &$1) } }
        }
    }
}
