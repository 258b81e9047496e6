import CartSupport
import Testing

@testable import Carts

/// Parsed requests that the server keeps by their stored form.
@Suite struct ParsedRequestsTests {
    @Test func `a form finds its own request or none, however many share its slot`() {
        let parsed = ParsedRequests()
        let requests = (0..<10_000).map { number in
            var request = cart(item("1.00"))
            request.reference = "order \(number)"
            return (form: StoredForm(request.bytes), request: request)
        }
        for (form, request) in requests {
            parsed.store(request, as: form)
            #expect(parsed[form]?.reference == request.reference)
        }
        let kept = requests.filter { form, request in
            let found = parsed[form]
            #expect(found == nil || found == request)
            return found != nil
        }
        #expect((1_000...2_048).contains(kept.count))
    }

    @Test func `a request above the limit of bytes is not kept`() {
        let parsed = ParsedRequests()
        let request = cart(item("1.00"))
        let bytes = { (count: Int) in StoredForm([UInt8](repeating: 0x20, count: count)) }
        parsed.store(request, as: bytes(4_096))
        parsed.store(request, as: bytes(4_097))
        #expect(parsed[bytes(4_096)] == request)
        #expect(parsed[bytes(4_097)] == nil)
    }
}
