import Foundation
import TestSupport
import Testing

/// Members of a pass with an old and a new form, and lists of passes by all their dates.
@Suite(.timeLimit(.minutes(5))) struct PassTwinTests {
    private static func code(_ message: String) -> String {
        #"{"format":"PKBarcodeFormatQR","message":"\#(message)","messageEncoding":"iso-8859-1"}"#
    }

    private static func template(_ members: String) -> String {
        PassScene.document.replacing(
            #"{"formatVersion":1"#, with: #"{"formatVersion":1,\#(members)"#)
    }

    /// Every message and date in the package.
    private static func said(by held: HeldByPhone) async throws -> Set<String> {
        let pass = try HeldByPhone.document(try await held.fetch())
        let codes =
            (pass["barcodes"] as? [[String: Any]] ?? []) + [
                pass["barcode"] as? [String: Any] ?? [:]
            ]
        let dates = (pass["relevantDates"] as? [[String: Any]] ?? []).compactMap { $0["date"] }
        return Set(
            (codes.compactMap { $0["message"] } + dates + [pass["relevantDate"] as Any])
                .compactMap { $0 as? String })
    }

    /// ligi/PassAndroid reads `barcode` first, Wallet reads `barcodes`; eymengunay/php-passbook#108
    /// sets both forms of the date.
    @Test(arguments: [
        (
            #""barcode":\#(code("OLD")),"barcodes":[\#(code("OLD"))]"#,
            #""barcodes":[\#(code("MINE"))]"#, "MINE"
        ),
        (
            #""barcode":\#(code("OLD")),"barcodes":[\#(code("OLD"))]"#,
            #""barcode":\#(code("MINE"))"#, "MINE"
        ),
        (#""barcodes":[\#(code("OLD"))]"#, #""barcode":\#(code("MINE"))"#, "MINE"),
        (#""barcode":\#(code("OLD"))"#, #""barcodes":[\#(code("MINE"))]"#, "MINE"),
        (
            #""relevantDate":"2026-12-01T10:00Z""#,
            #""relevantDates":[{"date":"2027-03-06T08:05Z"}]"#, "2027-03-06T08:05Z"
        ),
        (
            #""relevantDates":[{"date":"2026-12-01T10:00Z"}]"#,
            #""relevantDate":"2027-03-06T08:05Z""#, "2027-03-06T08:05Z"
        ),
    ])
    func
        `a pass's own member replaces the template's in both forms, at issue and change`(
            template: String, own: String, said: String
        ) async throws
    {
        let scene = try await PassScene.open(Self.template(template))
        let issued = try await scene.held(#""members":{\#(own)}"#)
        #expect(try await Self.said(by: issued) == [said])
        let changed = try await scene.held()
        #expect(try await !Self.said(by: changed).contains(said))
        let reply = try await changed.change(#""members":{\#(own)}"#)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try await Self.said(by: changed) == [said])
    }

    @Test func `a change to barcodes removes the older member barcode of an earlier change`()
        async throws
    {
        let held = try await PassScene.open().held(#""members":{"barcode":\#(Self.code("A"))}"#)
        let changed = try await held.change(#""members":{"barcodes":[\#(Self.code("B"))]}"#)
        #expect(changed["members.barcode"] == nil, "\(changed.text)")
        #expect(try await Self.said(by: held) == ["B"])
    }

    @Test func `a gift card's pass has one barcode, and a currency format for its amount`()
        async throws
    {
        let template = Self.template(#""barcode":\#(Self.code("OLD"))"#).replacing(
            #""value":25"#, with: #""value":25,"numberStyle":"PKNumberStyleDecimal""#)
        let scene = try await PassScene.open(template)
        let balance = try await scene.shop.balance(#""kind":"gift_card","amount":"12.50""#)
        let held = try await scene.held(
            #""balance":"\#(try #require(balance.string("id")))","members":{"barcodes":[\#(Self.code("MINE"))]}"#
        )
        #expect(try await Self.said(by: held) == ["MINE"])
        let pass = try HeldByPhone.document(try await held.fetch())
        let field = (pass["storeCard"] as? [String: [[String: Any]]])?["primaryFields"]?[0]
        #expect(field?["value"] as? Double == 12.5)
        #expect(field?["currencyCode"] as? String == "USD" && field?["numberStyle"] == nil)
    }

    /// pretix/pretix-passbook#45: a pass is relevant at each of its dates, and within each
    /// interval.
    @Test(arguments: [
        (#"[{"startDate":"2027-03-06T00:00Z","endDate":"2027-03-09T00:00Z"}]"#, true),
        (#"[{"date":"2027-01-01T00:00Z"},{"date":"2027-03-07T12:00Z"}]"#, true),
        (#"[{"date":"2027-03-07T00:00Z"}]"#, true),
        (#"[{"date":"2027-03-08T00:00Z"}]"#, false),
        (#"[{"date":"2027-01-01T00:00Z"},{"date":"2027-04-01T00:00Z"}]"#, false),
        (#"[{"date":"0000-01-01T00:00Z"},{"date":"2027-03-07T12:00Z"}]"#, true),
    ])
    func `a list by time finds a pass by each of its dates`(dates: String, isFound: Bool)
        async throws
    {
        let scene = try await PassScene.open()
        let held = try await scene.held()
        let reply = try await held.change(#""members":{"relevantDates":\#(dates)}"#)
        #expect(reply.status == 200, "\(reply.text)")
        let count = { (query: String) in
            try await scene.shop.ask("GET", "/v1/passes?\(query)").count("data")
        }
        let day = "relevantFrom=2027-03-07T00:00:00Z&relevantUntil=2027-03-08T00:00:00Z"
        #expect(try await count(day) == (isFound ? 1 : 0))
        #expect(
            try await count("relevantUntil=2027-03-07T00:00:00Z&relevantFrom=2027-03-08T00:00:00Z")
                == 0)
        #expect(try await count("relevantUntil=2028-01-01T00:00:00Z") == 1)
        #expect(try await count("relevantFrom=2028-01-01T00:00:00Z") == 0)
    }

    @Test func `a list by time ignores the template's date if the pass has its own`()
        async throws
    {
        let scene = try await PassScene.open(
            Self.template(#""relevantDate":"2026-12-01T10:00Z""#))
        _ = try await scene.held(#""members":{"relevantDates":[{"date":"2027-03-06T08:05Z"}]}"#)
        for (month, next, count) in [("2026-12", "2027-01", 0), ("2027-03", "2027-04", 1)] {
            let found = try await scene.shop.ask(
                "GET",
                "/v1/passes?relevantFrom=\(month)-01T00:00:00Z&relevantUntil=\(next)-01T00:00:00Z")
            #expect(found.count("data") == count, "\(found.text)")
        }
    }

    @Test(arguments: [
        (#""fields":{"d":5}"#, ["/fields/d invalid_value"]),
        (#""fields":{"d":"2027-03-06T08:05Z"}"#, []),
        (#""members":{"groupingIdentifier":"g"}"#, ["/members/groupingIdentifier conflict"]),
        (#""members":{"appLaunchURL":"x://a"}"#, ["/members/appLaunchURL conflict"]),
        (#""members":{"posterGeneric":{}}"#, ["/members/posterGeneric not_changeable"]),
        (
            #""members":{"barcodes":[{"format":"PKBarcodeFormatEAN13","message":"4006381333931","messageEncoding":"utf-8"}]}"#,
            []
        ),
        (
            #""members":{"barcodes":[{"format":"PKBarcodeFormatEAN13","message":"4006381333932","messageEncoding":"utf-8"}]}"#,
            ["/members/barcodes/0/message invalid_value"]
        ),
        (
            #""members":{"barcodes":[{"format":"PKBarcodeFormatCodabar","message":"A2901001234567A","messageEncoding":"utf-8"}]}"#,
            []
        ),
        (
            #""members":{"barcodes":[{"format":"PKBarcodeFormatCode39","message":"TOAST-1","messageEncoding":"utf-8"}]}"#,
            []
        ),
        (
            #""members":{"barcodes":[{"format":"PKBarcodeFormatI2of5","message":"123456","messageEncoding":"utf-8"}]}"#,
            []
        ),
        (
            #""members":{"featuredActions":[{"identifier":"a","type":"shop"}]}"#,
            ["/members/featuredActions/0/url required"]
        ),
    ])
    func `values and members of a pass must fit its template`(
        members: String, problems: [String]
    ) async throws {
        let scene = try await PassScene.open(
            PassScene.document.replacing(
                #""secondaryFields":["#,
                with:
                    #""secondaryFields":[{"key":"d","value":"2027-01-01T08:05Z","dateStyle":"PKDateStyleShort","timeStyle":"PKDateStyleShort","changeMessage":"%@"},"#
            ))
        let issued = try await scene.issue(members)
        #expect(issued.status == (problems.isEmpty ? 201 : 400), "\(issued.text)")
        let errors = issued["errors"] as? [[String: Any]] ?? []
        #expect(errors.map { "\($0["pointer"] ?? "") \($0["code"] ?? "")" } == problems)
    }

    /// CatimaLoyalty/Android#2932: a rail ticket's barcode contains zero bytes, written `\u0000`
    /// (RFC 8259, section 7).
    @Test func `a barcode's message may contain NUL, no other text may`()
        async throws
    {
        let scene = try await PassScene.open()
        let binary = #""members":{"barcodes":[\#(Self.code(#"a\u0000b"#))]}"#
        let held = try await scene.held(binary)
        #expect(try await Self.said(by: held) == ["a\0b"])
        #expect(
            try await held.change(#""members":{"barcodes":[\#(Self.code(#"\u0000c"#))]}"#).status
                == 200)
        #expect(try await Self.said(by: held) == ["\0c"])
        #expect(try await scene.shop.ask("GET", "/v1/passes/\(held.id)").text.contains(#"\u0000c"#))
        for other in [
            #""serialNumber":"a\u0000""#, #""fields":{"name":"\u0000"}"#,
            #""members":{"logoText":"\u0000"}"#,
        ] {
            let refused = try await scene.issue(other)
            #expect(
                refused.status == 400 && refused.string("code") == "invalid_json", "\(refused.text)"
            )
        }
        let mixed = try await scene.issue(binary + #","fields":{"name":"\u0000"}"#)
        #expect(mixed.string("errors.0.pointer") == "/fields/name", "\(mixed.text)")
        #expect(
            mixed.string("detail") == "only the message of a barcode may contain the character NUL")
        let put = try await scene.put(
            PassScene.document.replacing(
                #"{"formatVersion":1"#,
                with: #"{"formatVersion":1,"barcodes":[\#(Self.code(#"\u0000d"#))]"#))
        #expect(put.status == 200, "\(put.text)")
        let fromTemplate = try await scene.held()
        #expect(try await Self.said(by: fromTemplate) == ["\0d"])
    }

    /// Apple, "Creating a poster event pass": Wallet draws the tags, and not the field's value.
    @Test func `a pass's own value replaces the semantic tags of its field`() async throws {
        let scene = try await PassScene.open(
            PassScene.document.replacing(
                #""value":25"#,
                with: #""value":25,"semantics":{"balance":{"amount":"25","currencyCode":"USD"}}"#))
        for (members, isTagged) in [("", true), (#""fields":{"balance":30}"#, false)] {
            let pass = try HeldByPhone.document(try await scene.held(members).fetch())
            let field = (pass["storeCard"] as? [String: [[String: Any]]])?["primaryFields"]?[0]
            #expect(field?["value"] as? Int == (isTagged ? 25 : 30))
            #expect((field?["semantics"] != nil) == isTagged)
        }
    }

    @Test func `a poster and its fallback show a pass's values in fields of the same key`()
        async throws
    {
        let scene = try await PassScene.open(
            #"""
            {"formatVersion":1,"organizationName":"Toast","description":"A card",
             "generic":{"primaryFields":[{"key":"name","value":"you","changeMessage":"%@"}]},
             "posterGeneric":{"primaryFields":[{"key":"name","value":"you","changeMessage":"%@"}],
                              "footerFields":[{"key":"tier","value":"Gold","changeMessage":"%@"}]}}
            """#)
        let type = try await scene.shop.ask("GET", "/v1/pass-types/\(scene.type)")
        #expect(type["template.fields"] as? [String] == ["name", "tier"])
        #expect(type.string("template.style") == "generic")
        let held = try await scene.held(#""fields":{"name":"Ada","tier":"Silver"}"#)
        let pass = try HeldByPhone.document(try await held.fetch())
        for (style, group, value) in [
            ("generic", "primaryFields", "Ada"), ("posterGeneric", "primaryFields", "Ada"),
            ("posterGeneric", "footerFields", "Silver"),
        ] {
            let fields = (pass[style] as? [String: [[String: Any]]])?[group]
            #expect(fields?[0]["value"] as? String == value)
        }
        let read = try await scene.shop.ask("GET", "/v1/passes/\(held.id)/fields")
        #expect(read.string("fields.name.value") == "Ada", "\(read.text)")
    }
}
