import Contacts
import Customers
import JSON

extension Prefill: Writable {
    package init(reading fields: ObjectReader) {
        self.init(
            shippingContact: fields.object("shippingContact").map(Contact.init(reading:)),
            billingContact: fields.object("billingContact").map(Contact.init(reading:)))
    }

    package func write(to writer: inout Writer) { writer.object { write(membersTo: &$0) } }

    package func write(membersTo writer: inout Writer) {
        writer.member("shippingContact", ifPresent: shippingContact)
        writer.member("billingContact", ifPresent: billingContact)
    }
}
