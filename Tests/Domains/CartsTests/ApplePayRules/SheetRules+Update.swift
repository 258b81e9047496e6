import JSON

@testable import Carts

// docs/rules/apple.md#2.1 and #2.2: the arguments of `session.complete…`.
extension SheetRules {
    /// The violations in an update object; `kind` is the kind of update.
    static func violations(
        ofUpdate update: Node, _ kind: SheetUpdate.Kind, version: Int
    ) -> [String] {
        var rules = SheetRules(version: version)
        rules.checkUpdate(update, kind)
        return rules.violations
    }

    private mutating func checkUpdate(_ update: Node, _ kind: SheetUpdate.Kind) {
        checkTotal(update["newTotal"], "newTotal")
        expect(update["newLineItems"]?.kind == .array, "newLineItems: omitted means emptied")
        if let lines = update["newLineItems"] { checkLines(lines, "newLineItems") }
        expect(update["newShippingMethods"]?.kind == .array, "newShippingMethods: always sent")
        if let methods = update["newShippingMethods"] {
            checkMethods(methods, "newShippingMethods")
        }
        checkLater(update, prefix: "new", total: update["newTotal"])
        if version < 3 {
            let status = update["status"]?.int64
            expect(status.map { (0...7).contains($0) } == true, "status: known")
            expect(kind != .shippingMethod || status == 0, "status: others cancel the sheet")
            expect(update["errors"] == nil, "errors: need version 3")
            return
        }
        expect(update["status"] == nil, "status: only before version 3")
        expect(kind != .shippingMethod || update["errors"] == nil, "errors: not for methods")
        for error in (update["errors"] ?? update).elements { checkError(error, kind) }
    }

    private mutating func checkError(_ error: Node, _ kind: SheetUpdate.Kind) {
        let codes = [
            "unknown", "shippingContactInvalid", "billingContactInvalid", "addressUnserviceable",
            "couponCodeInvalid", "couponCodeExpired",
        ]
        let code = error["code"]?.string ?? ""
        expect(codes.contains(code), "errors.code: known")
        guard let field = error["contactField"]?.string else { return }
        expect(code.hasSuffix("ContactInvalid"), "errors.contactField: only with a contact")
        let visible = [
            "postalAddress", "locality", "subLocality", "postalCode", "administrativeArea",
            "subAdministrativeArea", "country", "countryCode",
        ]
        if kind == .shippingContact {
            expect(visible.contains(field), "errors.contactField: \(field) is redacted now")
        }
    }
}
