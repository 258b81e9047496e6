import JSON
import Passes
import Testing

/// NUL in the JSON of passes (RFC 8259, section 7; CatimaLoyalty/Android#2932: the codes of rail
/// tickets have zero bytes).
struct PassJSONTests {
    @Test(
        arguments: [
            (#"{"barcodes":[{"message":"a\u0000b"}],"barcode":{"message":"\u0000"}}"#, nil, nil),
            (#"{"members":{"barcodes":[{"message":"a\u0000b"}]}}"#, "members", nil),
            (
                #"{"members":{"barcodes":[{"message":"a\u0000b"}],"maxDistance":1e999}}"#,
                "members", nil
            ),
            (
                #"{"members":{"barcodes":[{"message":"a\u0000b"}]}}"#, nil,
                "/members/barcodes/0/message"
            ),
            (#"{"barcodes":[{"message":"a\u0000b"}]}"#, "members", "/barcodes/0/message"),
            (#"{"barcodes":[{"altText":"a\u0000b"}]}"#, nil, "/barcodes/0/altText"),
            (#"{"serialNumber":"\u0000"}"#, nil, "/serialNumber"), (#"{"\u0000":1}"#, nil, ""),
            (
                #"{"members":{"barcodes":{"message":"\u0000"}}}"#, "members",
                "/members/barcodes/message"
            ),
            (
                #"{"barcodes":[{"message":"a\u0000b"}],"fields":{"name":"\u0000"}}"#, nil,
                "/fields/name"
            ),
        ] as [(String, String?, String?)])
    func `a barcode's message may contain NUL, other texts of a pass may not`(
        text: String, member: String?, refused: String?
    ) throws {
        guard let refused else {
            let document = try PassJSON.parse(Array(text.utf8), under: member)
            #expect(document.hasNUL)
            let written = Writer.value { document.root.write(to: &$0) }
            #expect(String(decoding: written, as: UTF8.self).contains(#"a\u0000b"#))
            return
        }
        #expect(throws: JSONSyntaxError(.nul, pointer: refused)) {
            try PassJSON.parse(Array(text.utf8), under: member)
        }
    }
}
