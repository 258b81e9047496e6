import JSON
import Passes
import Testing

/// NUL in the JSON of passes (RFC 8259, section 7; CatimaLoyalty/Android#2932: the codes of rail
/// tickets have zero bytes).
struct PassJSONTests {
    @Test(arguments: [
        (#"{"barcodes":[{"message":"a\u0000b"}],"barcode":{"message":"\u0000"}}"#, nil, true),
        (#"{"members":{"barcodes":[{"message":"a\u0000b"}]}}"#, "members", true),
        (
            #"{"members":{"barcodes":[{"message":"a\u0000b"}],"maxDistance":1e999}}"#, "members",
            true
        ),
        (#"{"members":{"barcodes":[{"message":"a\u0000b"}]}}"#, nil, false),
        (#"{"barcodes":[{"message":"a\u0000b"}]}"#, "members", false),
        (#"{"barcodes":[{"altText":"a\u0000b"}]}"#, nil, false),
        (#"{"serialNumber":"\u0000"}"#, nil, false), (#"{"\u0000":1}"#, nil, false),
        (#"{"members":{"barcodes":{"message":"\u0000"}}}"#, "members", false),
        (#"{"barcodes":[{"message":"a\u0000b"}],"fields":{"name":"\u0000"}}"#, nil, false),
    ])
    func `only the message of a barcode may contain the character NUL`(
        text: String, member: String?, isRead: Bool
    ) throws {
        if isRead {
            let document = try PassJSON.parse(Array(text.utf8), under: member)
            #expect(document.hasNUL)
            let written = Writer.value { document.root.write(to: &$0) }
            #expect(String(decoding: written, as: UTF8.self).contains(#"a\u0000b"#))
        } else {
            #expect(throws: JSONSyntaxError.self) {
                try PassJSON.parse(Array(text.utf8), under: member)
            }
        }
    }
}
